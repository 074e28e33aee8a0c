import { describe, expect, it } from 'vitest';
import type { JournalFact, JournalLine } from '../../src/model/journal.ts';
import {
  findDownloads,
  findFinishedBackup,
  findOpenBackup,
  findSpentMigrations,
  linesAtService,
  listBackups,
  readPartHistories,
} from '../../src/vault/backup-history.ts';

const BASE_URL = 'https://code.example.org/';
const KEY = { baseUrl: BASE_URL, owner: { type: 'user' }, account: 'mira', requested: '{}' } as const;
const AT_MS = Date.UTC(2026, 5, 1, 12);

function linesOf(run: string, ...facts: readonly JournalFact[]): readonly JournalLine[] {
  return facts.map((fact) => ({ ...fact, run, at: new Date(AT_MS).toISOString() }));
}

function begun(
  run: string,
  changes: { readonly wish?: string; readonly account?: string; readonly baseUrl?: string } = {},
) {
  const { wish = '{}', account = 'mira', baseUrl = BASE_URL } = changes;
  return linesOf(
    run,
    { type: 'run-begun', command: 'satchel backup', satchelVersion: '1', baseUrl, owner: { type: 'user' } },
    { type: 'account-known', account },
    { type: 'backup-begun', backup: run, account, wish, request: { repositories: ['mira/x'] }, splitSize: 5 },
  );
}

function known(part: string, migrationId: number): JournalFact {
  return {
    type: 'migration-known',
    part,
    migrationId,
    guid: 'g',
    createdAt: '2026-06-01T12:00:00Z',
    origin: 'started',
  };
}

describe('findOpenBackup()', () => {
  it('finds the one of the same request, account and service that was not finished', () => {
    const lines = [...begun('a'), ...begun('b', { wish: '{"x":1}' }), ...begun('c', { account: 'jonas' })];
    expect(findOpenBackup(lines, KEY)).toEqual({
      backup: 'a',
      account: 'mira',
      request: { repositories: ['mira/x'] },
      splitSize: 5,
      beganAtMs: AT_MS,
    });
    expect(findOpenBackup(lines, { ...KEY, account: 'Jonas' })?.backup).toBe('c');
    expect(findOpenBackup(lines, { ...KEY, baseUrl: 'https://other.example/' })).toBeUndefined();
  });

  it('finds none that was finished or given up, by whichever run', () => {
    for (const end of [
      { type: 'backup-finished', backup: 'a' },
      { type: 'backup-given-up', backup: 'a', reason: 'it is too old' },
    ] as const) {
      expect(findOpenBackup([...begun('a'), ...linesOf('b', end)], KEY)).toBeUndefined();
    }
  });
});

describe('a backup that another machine ended, whose clock is slow', () => {
  it('is over, although its end comes before its beginning', () => {
    const end = { type: 'backup-finished', backup: 'a' } as const;
    const lines = [...linesOf('b', end), ...begun('a'), ...linesOf('a', known('1', 7))];
    expect(findOpenBackup(lines, KEY)).toBeUndefined();
    expect(findFinishedBackup(lines, KEY)?.backup).toBe('a');
    expect(listBackups(lines)).toMatchObject([{ backup: 'a', isOpen: false }]);
    expect(findSpentMigrations(lines)).toEqual(new Set([7]));
  });
});

describe('findFinishedBackup()', () => {
  it('finds the last one that was finished, and no other', () => {
    const lines = [
      ...begun('a'),
      ...linesOf('a', { type: 'backup-finished', backup: 'a' }),
      ...begun('b'),
      ...linesOf('b', { type: 'backup-given-up', backup: 'b', reason: 'it is too old' }),
      ...begun('c', { wish: '{"x":1}' }),
      ...linesOf('c', { type: 'backup-finished', backup: 'c' }),
    ];
    expect(findFinishedBackup(lines, KEY)).toMatchObject({
      backup: 'a',
      beganAtMs: AT_MS,
      finishedAtMs: AT_MS,
    });
    expect(findFinishedBackup(begun('a'), KEY)).toBeUndefined();
  });
});

describe('readPartHistories()', () => {
  it('gathers what all runs of a backup wrote of a part', () => {
    const lines = [
      ...begun('a'),
      ...linesOf('a', { type: 'start-intended', part: '1' }),
      ...linesOf('b', { type: 'backup-resumed', backup: 'a' }, known('1', 7), known('2', 8)),
      ...linesOf('b', { type: 'part-failed', part: '2', migrationId: 8, repositories: 1 }),
      ...begun('c', { wish: '{"x":1}' }),
      ...linesOf('c', known('1', 9)),
    ];
    const historyOf = (part: string) => readPartHistories(lines)('a', part);
    expect(historyOf('1')).toEqual({
      intendedAtMs: AT_MS,
      migration: { id: 7, createdAt: '2026-06-01T12:00:00Z', origin: 'started' },
      hasFailed: false,
    });
    expect(historyOf('2')).toMatchObject({ migration: { id: 8 }, hasFailed: true });
    expect(historyOf('3')).toEqual({ intendedAtMs: undefined, migration: undefined, hasFailed: false });
  });

  it('forgets a migration that was of no use', () => {
    const lines = [
      ...begun('a'),
      ...linesOf('a', { type: 'start-intended', part: '1' }, known('1', 7)),
      ...linesOf('a', { type: 'part-abandoned', part: '1', migrationId: 7, reason: 'it expired' }),
    ];
    expect(readPartHistories(lines)('a', '1')).toMatchObject({
      intendedAtMs: undefined,
      migration: undefined,
    });
  });
});

describe('findSpentMigrations()', () => {
  it('finds those that failed, were given up, or belong to a backup that is over', () => {
    const lines = [
      ...begun('a'),
      ...linesOf('a', known('1', 1), { type: 'part-failed', part: '1', migrationId: 1, repositories: 2 }),
      ...linesOf('a', known('1.1', 2), known('1.2', 3), { type: 'backup-finished', backup: 'a' }),
      ...begun('b'),
      ...linesOf(
        'b',
        known('1', 4),
        { type: 'part-abandoned', part: '1', migrationId: 4, reason: 'gone' },
        known('1', 5),
      ),
    ];
    expect([...findSpentMigrations(lines)].sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('linesAtService()', () => {
  it('leaves out what was written of another service, whose ids may be the same', () => {
    const download = {
      type: 'downloaded',
      migrationId: 7,
      archive: 'x',
      sizeBytes: 1,
      sha256: 'ab',
    } as const;
    const other = 'https://other.example/';
    const lines = [...begun('a'), ...begun('b', { baseUrl: other }), ...linesOf('b', download)];
    expect(findDownloads(linesAtService(lines, BASE_URL)).size).toBe(0);
    expect(findDownloads(linesAtService(lines, other)).get(7)).toMatchObject({ sha256: 'ab' });
  });

  it('tells attempts of one run apart, between which the service was changed', () => {
    const other = 'https://other.example/';
    const lines = [...begun('a'), ...linesOf('a', known('1', 7)), ...begun('a', { baseUrl: other })];
    expect(linesAtService(lines, BASE_URL)).toEqual(lines.slice(0, 4));
    expect(linesAtService(lines, other)).toEqual(lines.slice(4));
    expect(findOpenBackup(begun('a', { baseUrl: other }), KEY)).toBeUndefined();
    expect(findOpenBackup(lines, { ...KEY, baseUrl: other })?.backup).toBe('a');
  });
});
