import { describe, expect, it } from 'vitest';
import type { JournalFact, JournalLine } from '../../src/model/journal.ts';
import { findOwedWork } from '../../src/vault/owed-work.ts';

const BASE_URL = 'https://code.example.org/api/v3/';

function linesOf(run: string, ...facts: readonly JournalFact[]): readonly JournalLine[] {
  return facts.map((fact) => ({ ...fact, run, at: '2026-06-01T12:00:00.000Z' }));
}

function begun(account: string, isOrganization = false): readonly JournalFact[] {
  return [
    {
      type: 'run-begun',
      command: 'satchel backup',
      satchelVersion: '1.0.0',
      baseUrl: BASE_URL,
      owner: isOrganization ? { type: 'organization', name: account } : { type: 'user' },
    },
    { type: 'account-known', account },
  ];
}

const LOCKED: JournalFact = {
  type: 'unlock-owed',
  migrationId: 7,
  repositories: ['mira/Rocket', 'mira/pad'],
};

describe('findOwedWork()', () => {
  it('assigns outstanding requests of an attempt without an account to no one', () => {
    const begunAgain = begun('mira').slice(0, 1);
    expect(findOwedWork(linesOf('a', ...begun('mira'), LOCKED))).toHaveLength(1);
    expect(findOwedWork(linesOf('a', ...begun('mira'), ...begunAgain, LOCKED))).toEqual([]);
  });

  it('finds the unlocks that no run has made, whatever the case of the name', () => {
    const lines = [
      ...linesOf('a', ...begun('mira'), LOCKED),
      ...linesOf('b', ...begun('mira'), {
        type: 'unlocked',
        migrationId: 7,
        repository: 'mira/rocket',
        outcome: 'unlocked',
      }),
    ];
    expect(findOwedWork(lines)).toEqual([
      {
        baseUrl: BASE_URL,
        owner: { type: 'user' },
        account: 'mira',
        unlocks: [{ migrationId: 7, repository: 'mira/pad' }],
        deletions: [],
      },
    ]);
  });

  it('keeps accounts apart', () => {
    const lines = [
      ...linesOf('a', ...begun('mira'), { type: 'deletion-owed', migrationId: 1 }),
      ...linesOf('b', ...begun('acme', true), { type: 'deletion-owed', migrationId: 1 }),
      ...linesOf('c', ...begun('mira'), { type: 'archive-deleted', migrationId: 1, outcome: 'deleted' }),
    ];
    expect(findOwedWork(lines)).toEqual([
      {
        baseUrl: BASE_URL,
        owner: { type: 'organization', name: 'acme' },
        account: 'acme',
        unlocks: [],
        deletions: [1],
      },
    ]);
  });

  it('does not take the calls of one user for those of another at the same service', () => {
    const lines = [
      ...linesOf('a', ...begun('mira'), { type: 'deletion-owed', migrationId: 1 }),
      ...linesOf('b', ...begun('jonas'), { type: 'archive-deleted', migrationId: 1, outcome: 'absent' }),
    ];
    expect(findOwedWork(lines)).toMatchObject([{ account: 'mira', deletions: [1] }]);
  });

  it('finds nothing if all is settled', () => {
    expect(findOwedWork(linesOf('a', ...begun('mira')))).toEqual([]);
  });

  it('passes over lines of types that a newer Satchel wrote', () => {
    const strange = {
      type: 'comet-seen',
      run: 'a',
      at: '2026-06-01T12:00:00.000Z',
    } as unknown as JournalLine;
    expect(findOwedWork([...linesOf('a', ...begun('mira')), strange])).toEqual([]);
  });
});
