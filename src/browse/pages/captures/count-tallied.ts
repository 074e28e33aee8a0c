import type { Browsing, CapturedTally } from '../../../reading/open-browsing.ts';

/** The number of rows with these values; undefined stands for any value. */
export function countTallied(
  tallies: readonly CapturedTally[],
  wanted: Readonly<Record<string, string | number | undefined>>,
): number {
  return tallies
    .filter(({ values }) =>
      Object.entries(wanted).every(([name, value]) => value === undefined || values[name] === value),
    )
    .reduce((sum, { count }) => sum + count, 0);
}

/** How many alerts of a repository were kept; empty if none were. */
export function tallyAlerts(store: Browsing, repo: string): readonly CapturedTally[] {
  return store.remember(`alerts of ${repo}`, () => store.capturedTallies({ kind: 'alerts', repo }));
}
