import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSystemDisk } from '../../src/base/disk.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { writeLineLog } from '../../src/base/line-log.ts';
import { MAX_JOURNAL_BYTES, openJournal, readJournal, trimJournal } from '../../src/vault/journal.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { sampled } from '../house/long-only.ts';

async function createPath(): Promise<string> {
  const directory = temporaryFolder();
  return join(directory, 'journal.log');
}

async function open(path: string, run: string) {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1, 12));
  return await openJournal({ path, run, clock, disk: createSystemDisk() });
}

it('trimJournal() leaves out lines of a journal that is larger than its limit', () => {
  const lines = Array.from({ length: 1_000 }, (_, run) => ({
    ...{ type: 'trouble' as const, message: 'busy', run: `${run}`, at: '2026-06-01T12:00:00.000Z' },
  }));
  expect(trimJournal(lines, MAX_JOURNAL_BYTES)).toBe(lines);
  expect(trimJournal(lines, MAX_JOURNAL_BYTES + 1).length).toBeLessThan(lines.length);
});

describe('openJournal()', () => {
  it('shows each run what was written before it and by it', async () => {
    const path = await createPath();
    const first = await open(path, 'a');
    await first.write({ type: 'account-known', account: 'mira' });
    first.note({ type: 'trouble', message: 'busy' });
    await first.close();
    const second = await open(path, 'b');
    await second.write({ type: 'run-ended', exit: 'done' });
    const at = '2026-06-01T12:00:00Z';
    const lines = [
      { type: 'account-known', account: 'mira', run: 'a', at },
      { type: 'trouble', message: 'busy', run: 'a', at },
      { type: 'run-ended', exit: 'done', run: 'b', at },
    ];
    expect(second.lines).toEqual(lines);
    await second.close();
    expect(await readJournal(path)).toEqual({ lines, damage: undefined });
  });

  it('continues after half a line, and names a damaged line', async () => {
    const path = await createPath();
    const first = await open(path, 'a');
    await first.write({ type: 'account-known', account: 'mira' });
    await first.write({ type: 'start-intended', part: '1' });
    await first.close();
    await appendFile(path, '0123');
    await writeFile(path, (await readFile(path, 'utf8')).replace('mira', 'myra'));
    const second = await open(path, 'b');
    expect(second.damage).toBe('is damaged at line 1');
    await second.write({ type: 'run-ended', exit: 'done' });
    await second.close();
    const { lines } = await readJournal(path);
    expect(lines.map(({ type }) => type)).toEqual(['start-intended', 'run-ended']);
  });

  it('believes no line that is not one of ours, whatever its checksum', async () => {
    const path = await createPath();
    const at = '2026-06-01T12:00:00Z';
    const download = { type: 'downloaded', migrationId: 7, sizeBytes: 1, sha256: 'ab', run: 'a', at };
    const forged: readonly JsonObject[] = [
      ...['../x.tar.gz', '/etc/x', 'a/b', 'a\\b', '..', '', 7, null].map((archive) => ({
        ...download,
        archive,
      })),
      { ...download, archive: 'x.tar.gz', sizeBytes: '1' },
      { ...download, archive: 'x.tar.gz', run: '../../journal' },
      { type: 'archives-forgotten', archives: '../x', run: 'a', at },
      { type: 'archives-forgotten', archives: ['../x'], run: 'a', at },
      { type: 'unlock-owed', migrationId: 7, repositories: 3, run: 'a', at },
      { type: 'run-begun', run: 'a', at },
      { type: 'backup-begun', backup: 'a', account: 'mira', wish: '{}', request: [], run: 'a', at },
      { type: 7, run: 'a', at },
    ];
    const right = [
      { ...download, archive: 'x.tar.gz' },
      { type: 'of-a-later-version', more: { or: ['less'] }, run: 'a', at },
    ];
    await writeLineLog(path, [...forged, ...right], { disk: createSystemDisk() });
    expect(await readJournal(path)).toEqual({ lines: right, damage: 'has 16 lines of something else' });
  });

  it('drops what is no longer needed once it is too large, and continues the chain of its lines', async () => {
    const path = await createPath();
    const request = {
      repositories: Array.from({ length: 20_000 }, (_, index) => `mira/repository-${index}`),
    };
    const runs = Array.from({ length: 260 }, (_, index) => `run-${String(index).padStart(3, '0')}`);
    const lines = runs.flatMap((run, index): readonly JsonObject[] => [
      {
        type: 'run-begun',
        command: 'satchel backup',
        satchelVersion: '1',
        baseUrl: 'https://code.example/',
        owner: { type: 'user' },
        run,
        at: '2026-06-01T12:00:00Z',
      },
      {
        type: 'backup-begun',
        backup: run,
        account: 'mira',
        wish: '{}',
        request: index < 25 ? request : { repositories: [] },
        run,
        at: '2026-06-01T12:00:00Z',
      },
      // The first backup was never finished.
      ...(index === 0 ? [] : [{ type: 'backup-finished', backup: run, run, at: '2026-06-01T12:00:00Z' }]),
    ]);
    await writeLineLog(path, lines, { disk: createSystemDisk() });
    expect((await stat(path)).size).toBeGreaterThan(MAX_JOURNAL_BYTES);
    const journal = await open(path, 'now');
    await journal.close();
    expect([...new Set(journal.lines.map(({ run }) => run))]).toEqual([runs[0], ...runs.slice(-200)]);
    expect((await stat(path)).size).toBeLessThan(MAX_JOURNAL_BYTES);
    const after = await open(path, 'later');
    await after.write({ type: 'run-ended', exit: 'done' });
    await after.close();
    expect((await readJournal(path)).damage).toBeUndefined();
  });

  it('does not compact a damaged journal, because its damage would be forgotten', async () => {
    const path = await createPath();
    const lines = Array.from({ length: 300 }, (_, index) => ({
      type: 'trouble',
      message: 'x'.repeat(50_000),
      run: `run-${index}`,
      at: '2026-06-01T12:00:00Z',
    }));
    await writeLineLog(path, lines, { disk: createSystemDisk() });
    const rows = (await readFile(path, 'utf8')).split('\n');
    const cases = [
      [rows.toSpliced(1, 1), 'has lost lines before line 2'],
      [rows.toSpliced(1, 1).toSpliced(9, 1), 'has lost lines before lines 2 and 10'],
      [rows.filter((_, index) => index % 3 !== 1), 'has lost lines before lines 2, 4, 6 and 97 more'],
      [rows.with(4, 'x'), 'is damaged at line 5'],
      [rows.with(4, 'x').toSpliced(1, 1), 'is damaged at line 4 and has lost lines before line 2'],
    ] as const;
    for (const [kept, damage] of sampled(cases, 2)) {
      await writeFile(path, kept.join('\n'));
      await (await open(path, 'now')).close();
      expect((await readJournal(path)).damage).toBe(damage);
    }
  });

  it('fails the next write if an entry could not be written', async () => {
    const path = await createPath();
    const disk = createSystemDisk();
    const clock = createDrivenClock(0);
    const broken = {
      ...disk,
      open: async (at: string) => ({
        ...(await disk.open(at)),
        write: async () => {
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        },
      }),
    };
    const journal = await openJournal({ path, run: 'a', clock, disk: broken });
    journal.note({ type: 'trouble', message: 'busy' });
    await expect(journal.write({ type: 'run-ended', exit: 'done' })).rejects.toMatchObject({
      code: 'disk-full',
    });
    await journal.close();
  });
});
