import { describe, expect, it } from 'vitest';
import { findOwedWork, type JournalFact, type JournalLine } from '../../src/model/index.ts';

const BASE_URL = 'https://code.example.org/api/v3/';

function linesOf(run: string, ...facts: readonly JournalFact[]): readonly JournalLine[] {
  return facts.map((fact) => ({ ...fact, run, at: '2026-06-01T12:00:00.000Z' }));
}

function begun(name?: string): JournalFact {
  return {
    type: 'run-begun',
    command: 'satchel backup',
    satchelVersion: '1.0.0',
    baseUrl: BASE_URL,
    owner: name === undefined ? { type: 'user' } : { type: 'organization', name },
  };
}

const LOCKED: JournalFact = {
  type: 'unlock-owed',
  migrationId: 7,
  repositories: ['mira/Rocket', 'mira/pad'],
};

describe('findOwedWork()', () => {
  it('finds the unlocks that no run has made, whatever the case of the name', () => {
    const lines = [
      ...linesOf('a', begun(), LOCKED),
      ...linesOf('b', begun(), {
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
        unlocks: [{ migrationId: 7, repository: 'mira/pad' }],
        deletions: [],
      },
    ]);
  });

  it('keeps accounts apart', () => {
    const lines = [
      ...linesOf('a', begun(), { type: 'deletion-owed', migrationId: 1 }),
      ...linesOf('b', begun('acme'), { type: 'deletion-owed', migrationId: 1 }),
      ...linesOf('c', begun(), { type: 'archive-deleted', migrationId: 1, outcome: 'deleted' }),
    ];
    expect(findOwedWork(lines)).toEqual([
      { baseUrl: BASE_URL, owner: { type: 'organization', name: 'acme' }, unlocks: [], deletions: [1] },
    ]);
  });

  it('finds nothing where all is settled', () => {
    expect(findOwedWork(linesOf('a', begun()))).toEqual([]);
  });

  it('passes over lines of types that a newer Satchel wrote', () => {
    const strange = {
      type: 'comet-seen',
      run: 'a',
      at: '2026-06-01T12:00:00.000Z',
    } as unknown as JournalLine;
    expect(findOwedWork([...linesOf('a', begun()), strange])).toEqual([]);
  });
});
