import { expect, it } from 'vitest';
import { firstOfAccounts, nameSnapshots } from '../../../src/browse/show/snapshot-names.ts';
import type { Snapshot } from '../../../src/store/snapshot.ts';

const at = (id: number, takenAt: string | undefined, archiveSha256 = `${id}`) =>
  ({ id, position: id, takenAt, archiveSha256, archiveName: 'work.tar.gz' }) as unknown as Snapshot;

it('nameSnapshots() gives each snapshot a name of its own', () => {
  const names = nameSnapshots(
    [
      at(1, '2026-05-31T11:48:01Z'),
      at(2, '2026-05-31T11:48:01Z'),
      at(3, '2026-05-31T11:48:59Z'),
      at(4, '2026-05-31T11:48:59Z'),
      at(5, undefined),
      at(6, undefined),
      at(7, '2026-05-31'),
    ],
    { 1: 'acme', 2: 'mira', 3: 'acme' },
  );
  expect(Object.fromEntries(names)).toEqual({
    1: '31 May 2026, 11:48:01 UTC (acme)',
    2: '31 May 2026, 11:48 UTC (mira)',
    3: '31 May 2026, 11:48:59 UTC (acme)',
    4: '31 May 2026, 11:48 UTC',
    5: 'work.tar.gz, number 5',
    6: 'work.tar.gz, number 6',
    7: '31 May 2026',
  });
});

it('firstOfAccounts() knows the first snapshots of other accounts, as long as all accounts are known', () => {
  const all = [1, 2, 3, 4].map((id) => at(id, '2026-05-31T11:48:01Z'));
  const accounts = { 1: 'mira', 2: 'mira', 3: 'acme', 4: 'mira' };
  expect([...firstOfAccounts(all.toReversed(), accounts)]).toEqual([[3, 'acme']]);
  expect([...firstOfAccounts(all, { ...accounts, 2: undefined } as never)]).toEqual([]);
  expect([...firstOfAccounts(all, {})]).toEqual([]);
});
