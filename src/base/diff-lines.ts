import { createRequire } from 'node:module';

/** A range of differing lines with context. */
export interface LineHunk {
  /** The number of the hunk's first line in each text, from 1; for an empty side, the line before it. */
  readonly beforeStart: number;
  readonly beforeCount: number;
  readonly afterStart: number;
  readonly afterCount: number;
  /** Each line is prefixed with a space, `-` or `+`. */
  readonly lines: readonly string[];
}

export interface LineDiffOptions {
  /** How many unchanged lines are shown around a difference. */
  readonly context?: number;
  /** Whether lines are equal that only differ in whitespace at their ends. */
  readonly ignoresWhitespace?: boolean;
}

/** Unchanged lines shown around a difference. */
const CONTEXT_LINES = 3;

/** With more edits than this, the whole texts are shown as replaced: the cost of the search is quadratic. */
const MAX_EDITS = 1_000;

/**
 * Compares two texts line by line and returns the hunks of a unified diff with a minimal number of edits. A carriage
 * return at the end of a line is part of the line.
 */
export function diffLines(
  before: string,
  after: string,
  { context = CONTEXT_LINES, ignoresWhitespace = false }: LineDiffOptions = {},
): readonly LineHunk[] {
  const { structuredPatch }: typeof import('diff') = createRequire(import.meta.url)('diff');
  const options = { context, maxEditLength: MAX_EDITS, ignoreWhitespace: ignoresWhitespace };
  const patch = structuredPatch('', '', endLast(before), endLast(after), undefined, undefined, options);
  return (patch?.hunks ?? [replaceAll(before.split('\n'), after.split('\n'))]).map((hunk) => ({
    beforeStart: hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart,
    beforeCount: hunk.oldLines,
    afterStart: hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart,
    afterCount: hunk.newLines,
    lines: hunk.lines,
  }));
}

/** Terminates the last line, so that the diff needs no note about a missing line break. */
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
