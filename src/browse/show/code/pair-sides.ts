import type { DifferenceLine } from '../../../git/index.ts';

/** A row of a split view, by the indexes of its lines; undefined where a side has no line. */
export interface SidePair {
  readonly left: number | undefined;
  readonly right: number | undefined;
}

/** Places the lines of a hunk side by side: removed lines next to the added lines that follow them. */
export function pairSides(lines: readonly Pick<DifferenceLine, 'kind'>[]): readonly SidePair[] {
  const pairs: SidePair[] = [];
  let removed: number[] = [];
  const flush = () => {
    pairs.push(...removed.map((left) => ({ left, right: undefined })));
    removed = [];
  };
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'removed') {
      // Removed lines after added ones begin another change.
      removed.push(index);
    } else if (kind === 'added') {
      pairs.push({ left: removed.shift(), right: index });
    } else {
      flush();
      pairs.push({ left: index, right: index });
    }
  }
  flush();
  return pairs;
}
