import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptSnapshot } from '../../src/vault/kept-snapshot.ts';
import { planRemoval } from '../../src/vault/plan-named-removal.ts';
import { snapshotOf } from './support/manifests.ts';

const MAX_DROP = 0.2;

function removedBy(snapshots: readonly KeptSnapshot[], ...names: readonly string[]): readonly string[] {
  return planRemoval(snapshots, { named: new Set(names), maxDrop: MAX_DROP })
    .flatMap(({ rows }) => rows)
    .filter(({ action }) => action === 'remove')
    .flatMap(({ snapshot }) => snapshot.archives);
}

describe('planRemoval()', () => {
  const three = [1, 2, 3].map((hour) => snapshotOf(`h${hour}`, hour));

  it('removes what was named, and nothing else', () => {
    expect(removedBy(three, 'h1', 'h3')).toEqual(['h1', 'h3']);
  });

  it('refuses the last verified archive of an account, however many were named', () => {
    expect(removedBy(three, 'h1', 'h2', 'h3')).toEqual(['h1', 'h2']);
    const [account] = planRemoval(three.slice(0, 1), { named: new Set(['h1']), maxDrop: MAX_DROP });
    expect(account?.hold).toMatch(/^it is the last verified archive of its group; grouped by account,/);
  });

  it('refuses the last verified archive of a group, unless only accounts are told apart', () => {
    const alpha = snapshotOf('alpha', 0, { scope: { selection: 'mira/alpha', exclusions: [] } });
    expect(removedBy([alpha, ...three], 'alpha')).toEqual([]);
    const options = {
      named: new Set(['alpha', 'h1', 'h2', 'h3']),
      maxDrop: 1,
      groupBy: ['account'],
    } as const;
    const [account] = planRemoval([alpha, ...three], options);
    expect(account?.hold).toBe('it is the last verified archive of its account');
    expect(account?.rows.map(({ action }) => action)).toEqual(['remove', 'remove', 'remove', 'keep']);
  });

  it('refuses a pinned archive', () => {
    const pinned = snapshotOf('pinned', 0, { isPinned: true });
    expect(removedBy([pinned, ...three], 'pinned')).toEqual([]);
  });

  it('refuses older archives while the newest one is suspicious, and accepts that one', () => {
    const small = snapshotOf('small', 4, { repositories: 1 });
    expect(removedBy([...three, small], 'h1')).toEqual([]);
    expect(removedBy([...three, small], 'small')).toEqual(['small']);
    expect(removedBy([...three, small], 'h1', 'small')).toEqual(['h1', 'small']);
  });

  it('removes all parts of a backup, as one alone is none', () => {
    const parts = { ...snapshotOf('a', 0), archives: ['a', 'b'] };
    expect(removedBy([parts, ...three], 'b')).toEqual(['a', 'b']);
  });

  it('leaves a verified archive of each account that had one, whatever is named', () => {
    const any = fc.array(
      fc.record({
        hour: fc.nat(500),
        isVerified: fc.boolean(),
        isNamed: fc.boolean(),
        records: fc.constantFrom(10, 100),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(any, (rows) => {
        const snapshots = rows.map(({ hour, isVerified, records }, index) =>
          snapshotOf(`a${index}`, hour, { isVerified, records }),
        );
        const names = rows.flatMap(({ isNamed }, index) => (isNamed ? [`a${index}`] : []));
        const removed = new Set(removedBy(snapshots, ...names));
        const left = snapshots.filter(({ archives: [name = ''] }) => !removed.has(name));
        expect(left.some(({ isVerified }) => isVerified)).toBe(
          snapshots.some(({ isVerified }) => isVerified),
        );
      }),
    );
  });
});
