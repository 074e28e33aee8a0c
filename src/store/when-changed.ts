import { dayParts, dayText } from '../base/day-text.ts';
import type { Snapshot } from './snapshot.ts';

/** A snapshot as far as it is named for people. */
export type Sight = Pick<Snapshot, 'id' | 'takenAt'>;

/** The day on which a snapshot was taken: `12 May 2026`; its number if that is unknown. */
export function snapshotText({ id, takenAt }: Sight): string {
  return takenAt === undefined ? `snapshot ${id}` : dayText(takenAt);
}

/**
 * When something changed that a snapshot found: `between 12 and 19 May 2026`, the days of the last snapshot that had it
 * as it was, and of the one that found the change.
 */
export function whenChanged(before: Sight | undefined, found: Sight): string {
  if (before === undefined) {
    return `before ${snapshotText(found)}`;
  }
  const [from, to] = [dayParts(before.takenAt), dayParts(found.takenAt)];
  if (from === undefined || to === undefined) {
    return `between snapshots ${before.id} and ${found.id}`;
  }
  const end = snapshotText(found);
  if (from.year !== to.year) {
    return `between ${snapshotText(before)} and ${end}`;
  }
  if (from.month !== to.month) {
    return `between ${from.day} ${from.month} and ${end}`;
  }
  if (from.day !== to.day) {
    return `between ${from.day} and ${end}`;
  }
  const [start, last] = from.clock === to.clock ? [from.seconds, to.seconds] : [from.clock, to.clock];
  return start === last ? `on ${end}` : `on ${end} between ${start} and ${last} UTC`;
}

/** Prepares the same for changes by the numbers of both snapshots. */
export function createChangeTimes(
  snapshots: readonly Sight[],
): (seenBefore: number | null | undefined, found: number) => string {
  const sights = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  return (seenBefore, found) =>
    whenChanged(sights.get(seenBefore ?? -1), sights.get(found) ?? { id: found, takenAt: undefined });
}
