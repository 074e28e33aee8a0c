import { formatSize } from '../base/index.ts';

/** What a backup brought home, as far as it is compared with the one before. */
export interface Yield {
  readonly bytes: number;
  readonly records: number;
  readonly repositories: number;
  /** Records by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Of less than so many, some come and go every day. */
const FEWEST_RECORDS = 20;
const FEWEST_BYTES = 64 * 1024;

/** What there is at least `percent` less of than before: a sentence each, the whole before its parts. */
export function findDrops(before: Yield, after: Yield, percent: number): readonly string[] {
  const hasDropped = (was: number, is: number) => was - is >= (was * percent) / 100 && was > is;
  const drops: string[] = [];
  if (hasDropped(before.repositories, after.repositories)) {
    drops.push(`There are ${after.repositories} repositories, and were ${before.repositories}`);
  }
  if (before.records >= FEWEST_RECORDS && hasDropped(before.records, after.records)) {
    drops.push(`There are ${after.records} records, and were ${before.records}`);
  }
  if (before.bytes >= FEWEST_BYTES && hasDropped(before.bytes, after.bytes)) {
    drops.push(`The archive has ${formatSize(after.bytes)}, and had ${formatSize(before.bytes)}`);
  }
  for (const [kind, was] of Object.entries(before.counts)) {
    const is = after.counts[kind] ?? 0;
    if (was >= FEWEST_RECORDS && hasDropped(was, is)) {
      drops.push(`There are ${is} records of the kind ${kind}, and were ${was}`);
    }
  }
  return drops;
}
