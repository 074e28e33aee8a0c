import { spawnSync } from 'node:child_process';
import { rmdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { openCliBench } from '../support/run-cli.ts';
import { writeArchiveFolder } from '../support/write-archive-folder.ts';

const mounted: string[] = [];

/** Mounts a disk of a few KiB; returns undefined if this user or system cannot. */
function mountSmallDisk(sizeKib: number): string | undefined {
  const directory = temporaryFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKib}k`, 'tmpfs', directory]);
  if (status !== 0) {
    rmdirSync(directory);
    return undefined;
  }
  mounted.push(directory);
  return directory;
}

function unmountAll(): void {
  for (const directory of mounted.splice(0)) {
    spawnSync('umount', [directory]);
    rmdirSync(directory);
  }
}

/** Only root can mount; otherwise these tests are skipped. */
const canMount = mountSmallDisk(16) !== undefined;
unmountAll();

afterEach(unmountAll);

describe('a full disk', () => {
  it.skipIf(!canMount).each([
    ['the download', 48, []],
    ['the store', 280, ['archive']],
  ])('ends a backup at %s with one sentence and nothing half-written', async (_what, sizeKib, kept) => {
    const disk = mountSmallDisk(sizeKib);
    expect(disk).toBeDefined();
    const bench = await openCliBench();
    const result = await bench.call(['backup', '--vault', join(String(disk), 'vault')]);
    expect(result.status).toBe(1);
    expect(result.err).toMatch(
      /satchel: (?:Cannot write .*no space is left|Not enough space for .* free).*\. Free some space/,
    );
    const archives = await readdir(join(String(disk), 'vault', 'archives'));
    expect(archives.filter((name) => !name.includes('.part')).map(() => 'archive')).toEqual(kept);
    // A complete archive keeps its manifest, which records that it is not loaded yet.
    const manifests = await readdir(join(String(disk), 'vault', 'manifests'));
    expect(manifests.map(() => 'archive')).toEqual(kept);
    expect((await readdir(join(String(disk), 'vault'))).filter((name) => name.startsWith('store'))).toEqual(
      [],
    );
  });

  it.skipIf(!canMount)('ends a merge with one sentence and the store as it was', async () => {
    const disk = String(mountSmallDisk(5_000));
    const bench = await openCliBench();
    const issueOf = (number: number, body: string) => ({ number, title: `Issue ${number}`, body });
    const early = await writeArchiveFolder(join(bench.directory, 'early'), 5, [issueOf(1, 'short')]);
    const long = Array.from({ length: 100 }, (_, number) => issueOf(number + 1, `${number} `.repeat(30_000)));
    const late = await writeArchiveFolder(join(bench.directory, 'late'), 9, long);
    const db = join(disk, 'store.db');
    expect((await bench.run(['load', early, '--db', db])).status).toBe(0);
    const before = await readFile(db);

    const result = await bench.run(['load', late, '--db', db]);
    expect([result.status, result.err]).toEqual([1, expect.stringContaining('no space is left')]);
    expect(await readdir(disk)).toEqual(['store.db']);
    expect((await readFile(db)).equals(before)).toBe(true);
  });
});
