import type { Change } from './change-log.ts';

/** How many records of one kind a load wrote, and how many it found as they were. */
export type ChangeCounts = Readonly<Record<Change | 'unchanged', number>>;

/** Counts what a load does to records, by kind. */
export interface ChangeTally {
  /** Counts one record, or as many as `step` says; below zero takes them back. */
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

/** The counts of a first load, which adds everything that it finds. */
export function firstCounts(added: number): ChangeCounts {
  return { ...NOTHING, added };
}
