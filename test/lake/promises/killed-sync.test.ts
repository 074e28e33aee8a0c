import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSystemDisk, type Disk } from '../../../src/base/disk.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { LOSSES, layOut, recordDisk } from '../../backup/support/power-cut.ts';
import { connectDuck } from '../../dump/support/connect-duck.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { addSnapshot, lakeOf, listData, readManifest, sync } from '../support/lake.ts';

/** Cuts after which the lake is read and synced again; all of them are checked for whole files. */
const RECOVERIES = IS_LONG ? Number.POSITIVE_INFINITY : 1;

/** A store of two snapshots, and the lake of the first one. */
async function prepare(): Promise<{ readonly dbPath: string; readonly titles: readonly string[][] }> {
  const dbPath = join(temporaryFolder(), 'store.db');
  await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one', 2: 'two' } });
  await sync(dbPath);
  await addSnapshot(dbPath, 2, { 'acme/app': { 1: 'edited' }, 'beta/app': { 1: 'beta' } });
  return {
    dbPath,
    titles: [
      ['one', 'two'],
      ['beta', 'edited'],
    ],
  };
}

/** The issues as a reader finds them: by the views, which are run in DuckDB. */
async function readTitles(root: string): Promise<unknown> {
  const duck = await connectDuck();
  await duck.run(`SET file_search_path = '${root}'`);
  await duck.run(await readFile(join(root, 'views/duckdb.sql'), 'utf8'));
  const read = await duck.runAndReadAll('SELECT title FROM issues ORDER BY title');
  return read.getRowsJS().flat();
}

async function snapshotsOf(root: string): Promise<number> {
  return (await readManifest(root)).snapshots.length;
}

describe('a sync that is interrupted', () => {
  it('leaves the former or the new state, wherever the power fails', { timeout: 600_000 }, async () => {
    const { dbPath, titles } = await prepare();
    const root = lakeOf(dbPath);
    const disk = await recordDisk(root);
    await sync(dbPath, { disk });
    const random = createSeededRandom('lake');
    const every = Math.max(1, Math.floor((disk.operations.length * LOSSES.length) / RECOVERIES));
    const found = new Set<number>();
    let at = 0;
    for (const loss of LOSSES) {
      for (let count = 0; count <= disk.operations.length; count += 1) {
        const files = disk.cutAfter(count, loss, random);
        const manifest = JSON.parse(files.get(join(root, 'lake.json'))?.toString() ?? '');
        found.add(manifest.snapshots.length);
        for (const { files: named } of manifest.partitions) {
          for (const { path, sizeBytes } of named) {
            const bytes = files.get(join(root, path));
            expect([count, path, bytes?.length]).toEqual([count, path, sizeBytes]);
            expect([count, path, bytes?.subarray(-4).toString()]).toEqual([count, path, 'PAR1']);
          }
        }
        at += 1;
        if (at % every === 0) {
          const copy = temporaryFolder();
          await layOut(files, { from: root, to: copy });
          expect(titles).toContainEqual(await readTitles(copy));
          await sync(dbPath, { output: copy });
          expect(await readTitles(copy)).toEqual(titles[1]);
        }
      }
    }
    expect([...found].sort()).toEqual([1, 2]);
    expect(disk.operations.length).toBeGreaterThan(40);
  });

  it('is completed by the next one, which removes what it left', { timeout: 600_000 }, async () => {
    const { dbPath, titles } = await prepare();
    const root = lakeOf(dbPath);
    const whole = temporaryFolder();
    await cp(root, whole, { recursive: true });
    const { disk: counting, count } = countingDisk(Number.POSITIVE_INFINITY);
    await sync(dbPath, { output: whole, disk: counting });
    const total = count();
    expect(total).toBeGreaterThan(8);
    const step = IS_LONG ? 1 : Math.ceil(total / 4);
    for (let last = 1; last < total; last += step) {
      const copy = temporaryFolder();
      await cp(root, copy, { recursive: true });
      const { disk } = countingDisk(last);
      await expect(sync(dbPath, { output: copy, disk })).rejects.toThrow('killed');
      expect(titles).toContainEqual(await readTitles(copy));
      expect([1, 2]).toContain(await snapshotsOf(copy));
      await sync(dbPath, { output: copy });
      const { partitions } = await readManifest(copy);
      const named = partitions.flatMap(({ files }) => files.map(({ path }) => path));
      expect([...(await listData(copy)).keys()]).toEqual(named.toSorted());
      expect(await readTitles(copy)).toEqual(titles[1]);
    }
  });
});

/** A disk that performs this number of changes and then none any more, as if the process had been killed. */
function countingDisk(most: number) {
  const system = createSystemDisk();
  let done = 0;
  const step = () => {
    done += 1;
    if (done > most) {
      throw new Error('killed');
    }
  };
  const disk: Disk = {
    ...system,
    async open(path) {
      step();
      const file = await system.open(path);
      return {
        ...file,
        async write(bytes, position) {
          step();
          await file.write(bytes, position);
        },
      };
    },
    async rename(from, to) {
      step();
      await system.rename(from, to);
    },
    async remove(path) {
      step();
      await system.remove(path);
    },
  };
  return { disk, count: () => done };
}
