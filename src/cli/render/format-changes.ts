import { totalOf } from '../../base/index.ts';
import type { ChangeCounts } from '../../store/index.ts';

/** What may happen to a record, in the order in which it is told. */
const CHANGES = ['added', 'changed', 'vanished', 'returned', 'unchanged'] as const;

/** What a load changed, in words: `3 added, 1 vanished, 120 unchanged`. */
export function formatChanges(changes: Readonly<Record<string, ChangeCounts>>): string {
  const totals = CHANGES.map((change) => ({
    change,
    total: totalOf(
      Object.fromEntries(Object.entries(changes).map(([kind, counts]) => [kind, counts[change]])),
    ),
  }));
  const words = totals.filter(({ total }) => total > 0).map(({ change, total }) => `${total} ${change}`);
  return words.length === 0 ? 'nothing changed' : words.join(', ');
}
