import { createRequire } from 'node:module';

/** A stretch of lines that differs, with the lines around it. */
export interface LineHunk {
  /** Number of the first line in each text, from 1; if the hunk has no line of that text, of the line before it. */
  readonly beforeStart: number;
  readonly beforeCount: number;
  readonly afterStart: number;
  readonly afterCount: number;
  /** Each with its mark in front: a blank, `-` or `+`. */
  readonly lines: readonly string[];
}

/** How many equal lines are shown around a difference. */
const CONTEXT_LINES = 3;

/** Beyond this many differing lines, the texts are given as a whole: the search costs their square. */
const MAX_EDITS = 1_000;

/**
 * The lines in which two texts differ, as hunks of a unified diff with as few edits as possible. A carriage return at
 * the end of a line belongs to the line.
 */
export function diffLines(before: string, after: string): readonly LineHunk[] {
  const { structuredPatch }: typeof import('diff') = createRequire(import.meta.url)('diff');
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', endLast(before), endLast(after), undefined, undefined, options);
  return (patch?.hunks ?? [replaceAll(before.split('\n'), after.split('\n'))]).map((hunk) => ({
    beforeStart: hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart,
    beforeCount: hunk.oldLines,
    afterStart: hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart,
    afterCount: hunk.newLines,
    lines: hunk.lines,
  }));
}

/** Ends the last line as all others are, so that nothing needs to be said about its end. */
function endLast(text: string): string {
  return text === '' ? '' : `${text}\n`;
}

function replaceAll(before: readonly string[], after: readonly string[]) {
  return {
    oldStart: 1,
    oldLines: before.length,
    newStart: 1,
    newLines: after.length,
    lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
  };
}
