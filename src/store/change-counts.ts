import type { Change } from './change-log.ts';

/** How many records of one kind a load wrote, and how many it found unchanged. */
export type ChangeCounts = Readonly<Record<Change | 'unchanged', number>>;

/** Counts the changes of a load by kind. */
export interface ChangeTally {
  /** Adds `step` records; a negative number subtracts. */
  count(kind: string, change: keyof ChangeCounts, step?: number): void;
  counts(): Readonly<Record<string, ChangeCounts>>;
}

const NOTHING: ChangeCounts = { added: 0, changed: 0, vanished: 0, returned: 0, unchanged: 0 };

export function createChangeTally(): ChangeTally {
  const tallies = new Map<string, Record<keyof ChangeCounts, number>>();
  return {
    count(kind, change, step = 1) {
      const tally = tallies.get(kind) ?? { ...NOTHING };
      tally[change] += step;
      tallies.set(kind, tally);
    },
    counts: () => Object.fromEntries([...tallies].map(([kind, tally]) => [kind, { ...tally }])),
  };
}

/** The counts of a first load, which adds everything. */
export function firstCounts(added: number): ChangeCounts {
  return { ...NOTHING, added };
}
