import { describe, expect, it } from 'vitest';
import type { JournalFact, JournalLine } from '../../src/model/journal.ts';
import { findExpectedArchives, findNeededLines } from '../../src/vault/needed-lines.ts';

function linesOf(run: string, ...facts: readonly JournalFact[]): readonly JournalLine[] {
  const begun: JournalFact = {
    type: 'run-begun',
    command: 'satchel backup',
    satchelVersion: '1',
    baseUrl: 'https://code.example.org/',
    owner: { type: 'user' },
  };
  const account: JournalFact = { type: 'account-known', account: 'mira' };
  return [begun, account, ...facts].map((fact) => ({ ...fact, run, at: '2026-06-01T12:00:00.000Z' }));
}

function backup(name: string): JournalFact {
  return { type: 'backup-begun', backup: name, account: 'mira', wish: '{}', request: { repositories: [] } };
}

describe('findNeededLines()', () => {
  it('keeps open backups, debts and the latest runs', () => {
    const lines = [
      ...linesOf('open', backup('open')),
      ...linesOf('goes on', { type: 'backup-resumed', backup: 'open' }),
      ...linesOf('owing', { type: 'unlock-owed', migrationId: 7, repositories: ['mira/x'] }),
      ...linesOf('paid', { type: 'deletion-owed', migrationId: 8 }),
      ...linesOf('paying', { type: 'archive-deleted', migrationId: 8, outcome: 'deleted' }),
      ...linesOf('over', backup('over'), { type: 'backup-finished', backup: 'over' }),
      ...linesOf('latest'),
    ];
    const kept = [...new Set(findNeededLines(lines, 1).map(({ run }) => run))];
    expect(kept).toEqual(['open', 'goes on', 'owing', 'latest']);
    expect(findNeededLines(lines, 100)).toEqual(lines);
  });

  it('keeps what says which archives the vault should have', () => {
    const written = (archive: string): JournalFact => ({
      type: 'manifest-written',
      archive,
      isVerified: true,
      sha256: 'ab',
    });
    const lines = [
      ...linesOf('first', written('a.tar.gz'), written('b.tar.gz.age')),
      ...linesOf('second', written('c.tar.gz'), { type: 'archives-forgotten', archives: ['b.tar.gz.age'] }),
      ...linesOf('latest'),
    ];
    const kept = findNeededLines(lines, 1);
    expect([...findExpectedArchives(kept)]).toEqual([...findExpectedArchives(lines)]);
    expect([...findExpectedArchives(kept)]).toEqual(['a.tar.gz', 'c.tar.gz']);
  });
});
