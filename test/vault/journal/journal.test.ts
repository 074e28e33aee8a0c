import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createDrivenClock,
  createSystemDisk,
  type JsonObject,
  writeLineLog,
} from '../../../src/base/index.ts';
import { MAX_JOURNAL_BYTES, openJournal, readJournal } from '../../../src/vault/journal/journal.ts';

async function createPath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-journal-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, 'journal.log');
}

async function open(path: string, run: string) {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1, 12));
  return await openJournal({ path, run, clock, disk: createSystemDisk() });
}

describe('openJournal()', () => {
  it('shows each run what was written before it and by it', async () => {
    const path = await createPath();
    const first = await open(path, 'a');
    await first.write({ type: 'account-known', account: 'mira' });
    first.note({ type: 'trouble', message: 'busy' });
    await first.close();
    const second = await open(path, 'b');
    await second.write({ type: 'run-ended', exit: 'done' });
    const at = '2026-06-01T12:00:00.000Z';
    const lines = [
      { type: 'account-known', account: 'mira', run: 'a', at },
      { type: 'trouble', message: 'busy', run: 'a', at },
      { type: 'run-ended', exit: 'done', run: 'b', at },
    ];
    expect(second.lines).toEqual(lines);
    await second.close();
    expect(await readJournal(path)).toEqual({ lines, damagedLines: [] });
  });

  it('goes on behind half a line, and names a line that is damaged', async () => {
    const path = await createPath();
    const first = await open(path, 'a');
    await first.write({ type: 'account-known', account: 'mira' });
    await first.write({ type: 'start-intended', part: '1' });
    await first.close();
    await appendFile(path, '0123');
    await writeFile(path, (await readFile(path, 'utf8')).replace('mira', 'myra'));
    const second = await open(path, 'b');
    expect(second.damagedLines).toEqual([1]);
    await second.write({ type: 'run-ended', exit: 'done' });
    await second.close();
    const { lines } = await readJournal(path);
    expect(lines.map(({ type }) => type)).toEqual(['start-intended', 'run-ended']);
  });

  it('loses what nobody will ask for once it is too large', async () => {
    const path = await createPath();
    const request = {
      repositories: Array.from({ length: 20_000 }, (_, index) => `mira/repository-${index}`),
    };
    const runs = Array.from({ length: 260 }, (_, index) => `run-${String(index).padStart(3, '0')}`);
    const lines = runs.flatMap((run, index): readonly JsonObject[] => [
      { type: 'run-begun', run, at: '2026-06-01T12:00:00.000Z' },
      {
        type: 'backup-begun',
        backup: run,
        account: 'mira',
        wish: '{}',
        request: index < 25 ? request : {},
        run,
        at: '2026-06-01T12:00:00.000Z',
      },
      // The first backup was never finished.
      ...(index === 0 ? [] : [{ type: 'backup-finished', backup: run, run, at: '2026-06-01T12:00:00.000Z' }]),
    ]);
    await writeLineLog(path, lines, createSystemDisk());
    expect((await stat(path)).size).toBeGreaterThan(MAX_JOURNAL_BYTES);
    const journal = await open(path, 'now');
    await journal.close();
    expect([...new Set(journal.lines.map(({ run }) => run))]).toEqual([runs[0], ...runs.slice(-200)]);
    expect((await stat(path)).size).toBeLessThan(MAX_JOURNAL_BYTES);
  });

  it('fails the next write where a note could not be taken', async () => {
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
