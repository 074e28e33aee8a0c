import type { DifferenceLine } from '../../../git/file-difference.ts';

/** The range of a line that differs from its counterpart, in characters. */
export type ChangedPart = readonly [start: number, end: number];

/** With a smaller shared part than this, lines count as replaced instead of changed. */
const MIN_SHARED = 0.3;

/**
 * Finds changes within lines: if a run of removed lines is followed by an equally long run of added lines, they are
 * compared in pairs. Returns ranges by line index.
 */
export function pairChanges(lines: readonly DifferenceLine[]): ReadonlyMap<number, ChangedPart> {
  const found = new Map<number, ChangedPart>();
  let index = 0;
  while (index < lines.length) {
    const removed = runLength(lines, index, 'removed');
    const added = runLength(lines, index + removed, 'added');
    if (removed > 0 && removed === added) {
      for (let offset = 0; offset < removed; offset += 1) {
        const [old, fresh] = [index + offset, index + removed + offset];
        const parts = compare(lines[old]?.text ?? '', lines[fresh]?.text ?? '');
        if (parts !== undefined) {
          found.set(old, parts[0]).set(fresh, parts[1]);
        }
      }
    }
    index += Math.max(removed + added, 1);
  }
  return found;
}

function runLength(lines: readonly DifferenceLine[], start: number, kind: DifferenceLine['kind']): number {
  let count = 0;
  while (lines[start + count]?.kind === kind) {
    count += 1;
  }
  return count;
}

/** The parts between the common prefix and the common suffix. */
function compare(old: string, fresh: string): readonly [ChangedPart, ChangedPart] | undefined {
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) {
    end += 1;
  }
  // Do not split surrogate pairs.
  start -= isHalf(old.charCodeAt(start - 1)) ? 1 : 0;
  end -= isHalf(old.charCodeAt(old.length - end - 1)) && end > 0 ? 1 : 0;
  return start + end < MIN_SHARED * Math.max(old.length, fresh.length)
    ? undefined
    : [
        [start, old.length - end],
        [start, fresh.length - end],
      ];
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

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
