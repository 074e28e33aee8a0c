import { totalOf } from '../../base/index.ts';
import type { ChangeCounts } from '../../store/index.ts';

/** What may happen to a record, in the order in which it is told. */
const CHANGES = ['added', 'changed', 'vanished', 'returned', 'unchanged'] as const;

/**
 * What a load changed, in words: `3 added, 1 vanished, 120 unchanged`. Where the archive had more records than that,
 * some stood in it more than once, and the words say so.
 */
export function formatChanges(changes: Readonly<Record<string, ChangeCounts>>, recordCount: number): string {
  const totals = CHANGES.map((change) => ({
    change,
    total: totalOf(
      Object.fromEntries(Object.entries(changes).map(([kind, counts]) => [kind, counts[change]])),
    ),
  }));
  const words = totals.filter(({ total }) => total > 0).map(({ change, total }) => `${total} ${change}`);
  const met = totals.filter(({ change }) => change !== 'vanished');
  const repeated = recordCount - met.reduce((sum, { total }) => sum + total, 0);
  const again = repeated > 0 ? [`${repeated} repeated (the last one counts)`] : [];
  return words.length === 0 ? 'nothing changed' : [...words, ...again].join(', ');
}
