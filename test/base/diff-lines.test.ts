import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, type LineHunk } from '../../src/base/diff-lines.ts';
import { IS_LONG } from '../house/long-run.ts';

const RUNS = IS_LONG ? 5_000 : 300;

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', '', 'a\r'), { maxLength: 30 })
  .map((lines) => lines.join('\n'));

function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

/** Applies hunks like the program patch: by line numbers, with every context line in its place. */
function patch(before: string, hunks: readonly LineHunk[]): readonly string[] {
  const lines = splitLines(before);
  const result: string[] = [];
  let next = 0;
  for (const hunk of hunks) {
    const start = hunk.beforeCount === 0 ? hunk.beforeStart : hunk.beforeStart - 1;
    result.push(...lines.slice(next, start));
    expect(result.length).toBe(hunk.afterCount === 0 ? hunk.afterStart : hunk.afterStart - 1);
    const old = hunk.lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    expect(lines.slice(start, start + hunk.beforeCount)).toEqual(old);
    const young = hunk.lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    expect(young.length).toBe(hunk.afterCount);
    result.push(...young);
    next = start + hunk.beforeCount;
  }
  return [...result, ...lines.slice(next)];
}

/** The length of a longest common subsequence, computed the slow way. */
function commonLength(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    after.forEach((other, index) => {
      next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('diffLines()', () => {
  it('returns hunks that convert one text to the other, with as few edits as possible', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const hunks = diffLines(before, after);
        const [old, young] = [splitLines(before), splitLines(after)];
        expect(patch(before, hunks)).toEqual(young);
        const edits = hunks.flatMap(({ lines }) => lines).filter((line) => !line.startsWith(' ')).length;
        expect(edits).toBe(old.length + young.length - 2 * commonLength(old, young));
      }),
      { numRuns: RUNS },
    );
  });

  it('shows three lines around a difference, and keeps distant ones apart', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
    const after = lines.with(4, 'five').toSpliced(24, 1).join('\n');
    expect(diffLines(lines.join('\n'), after)).toEqual([
      {
        beforeStart: 2,
        beforeCount: 7,
        afterStart: 2,
        afterCount: 7,
        lines: [' line 2', ' line 3', ' line 4', '-line 5', '+five', ' line 6', ' line 7', ' line 8'],
      },
      {
        beforeStart: 22,
        beforeCount: 7,
        afterStart: 22,
        afterCount: 6,
        lines: [' line 22', ' line 23', ' line 24', '-line 25', ' line 26', ' line 27', ' line 28'],
      },
    ]);
  });

  it('finds nothing in equal texts', () => {
    expect(diffLines('a\nb', 'a\nb')).toEqual([]);
  });

  it('does not seek a shortest script if two long texts have nothing in common', () => {
    const text = (mark: string) => Array.from({ length: 3_000 }, (_, index) => `${mark}${index}`).join('\n');
    const hunks = diffLines(text('a'), text('b'));
    expect(hunks.map(({ lines }) => lines.length)).toEqual([6_000]);
  });
});
