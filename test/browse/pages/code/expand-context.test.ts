import { describe, expect, it } from 'vitest';
import { fillGaps } from '../../../../src/browse/pages/code/expand-context.ts';
import { CONTEXT_STEP } from '../../../../src/browse/show/code/difference-options.ts';
import type { DifferenceLine, FileDifference, Hunk } from '../../../../src/git/file-difference.ts';

/** A file of which a line was added at each of these places, and of which git shows three lines around. */
function changedAt(lines: readonly string[], places: readonly number[]): FileDifference {
  const hunks = places.map((place, index): Hunk => {
    const toOld = -index;
    const around = [-3, -2, -1, 0, 1, 2, 3].map((step) => place + step);
    const shown = around
      .filter((number) => number >= 1 && number <= lines.length)
      .map((number): DifferenceLine => {
        const isAdded = number === place;
        const oldLine = isAdded ? null : number + toOld - (number > place ? 1 : 0);
        return {
          kind: isAdded ? 'added' : 'same',
          text: lines[number - 1] ?? '',
          newLine: number,
          oldLine,
          isUnended: false,
        };
      });
    return { oldStart: shown[0]?.oldLine ?? 1, newStart: shown[0]?.newLine ?? 1, section: '', lines: shown };
  });
  return { path: 'a', hunks } as unknown as FileDifference;
}

const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const make = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const newLines = (hunk: Hunk | undefined) => hunk?.lines.map(({ newLine }) => newLine);

describe('fillGaps()', () => {
  const lines = make(40);
  const file = changedAt(lines, [10, 30]);

  it('joins two changes whose gap is filled, with the numbers of both versions', () => {
    const { hunks } = fillGaps(file, [{ key: 'k', above: 27 }], textOf(lines));
    expect(hunks).toHaveLength(1);
    expect(newLines(hunks[0])).toEqual(
      make(33)
        .map((_, index) => index + 1)
        .slice(6),
    );
    expect(hunks[0]?.lines.find(({ newLine }) => newLine === 20)).toEqual({
      kind: 'same',
      text: 'line 20',
      newLine: 20,
      oldLine: 19,
      isUnended: false,
    });
  });

  it('shows all of a short file, of which nothing follows', () => {
    const gaps = [
      { key: 'k', above: 7 },
      { key: 'k', above: 27 },
      { key: 'k', above: 'end' as const },
    ];
    const { hunks } = fillGaps(file, gaps, textOf(lines));
    expect(hunks).toHaveLength(1);
    expect(hunks[0]?.lines.map(({ text }) => text)).toEqual(lines);
    expect(hunks[0]?.reachesEnd).toBe(true);
  });

  it('goes step by step through a long gap', () => {
    const long = make(500);
    const one = changedAt(long, [400]);
    const { hunks } = fillGaps(one, [{ key: 'k', above: 397 }], textOf(long));
    expect(hunks[0]?.newStart).toBe(397 - CONTEXT_STEP);
    const two = fillGaps(
      one,
      [
        { key: 'k', above: 397 },
        { key: 'k', above: 397 - CONTEXT_STEP },
      ],
      textOf(long),
    );
    expect(two.hunks[0]?.newStart).toBe(397 - 2 * CONTEXT_STEP);
  });

  it('ignores a gap that does not exist', () => {
    expect(fillGaps(file, [{ key: 'k', above: 3 }], textOf(lines)).hunks).toEqual(file.hunks);
  });
});
