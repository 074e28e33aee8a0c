import { describe, expect, it } from 'vitest';
import { lineAtPosition } from '../../../../src/browse/pages/code/commit.ts';
import type { DifferenceLine } from '../../../../src/git/file-difference.ts';

const lines = (...texts: readonly string[]): { readonly lines: readonly DifferenceLine[] } => ({
  lines: texts.map((text, index) => ({
    ...{ kind: 'same', text, oldLine: index + 1, newLine: index + 1, isUnended: false },
  })),
});

describe('lineAtPosition()', () => {
  const hunks = [lines('a', 'b', 'c'), lines('d', 'e')];

  it.each([
    [0, undefined],
    [1, 'a'],
    [3, 'c'],
    [4, undefined], // The header of the second hunk.
    [5, 'd'],
    [6, 'e'],
    [7, undefined],
  ])('finds at position %i the line %s', (position, text) => {
    expect(lineAtPosition(hunks, position)?.text).toBe(text);
  });
});
