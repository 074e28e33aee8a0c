import type { DifferenceLine } from '../../../git/index.ts';

/** The part of a line that differs from its counterpart: where it begins and ends, in characters. */
export type ChangedPart = readonly [start: number, end: number];

/** Lines that share less than this with their counterpart are other lines, not changed ones. */
const MIN_SHARED = 0.3;

/**
 * Finds what changed within lines: where as many lines were removed as added beside them, the first of one is compared
 * with the first of the other, and so on. Answers by the index of the line.
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

/** What is between the beginning and the end that both share. */
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
  // Half of a pair of surrogates is no character.
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
