import type { DifferenceLine, FileDifference } from '../../../git/index.ts';
import { highlightLines, languageOfPath } from '../../code/highlight-code.ts';

/** The lines of a difference as HTML in colours; those that are absent are shown as they are. */
export type ColouredLines = ReadonlyMap<DifferenceLine, string>;

/** Characters of one difference that are coloured: colours of more would make a page wait. */
const COLOURED_CHARS = 256 * 1024;

/**
 * Colours the lines of a difference. Each hunk is read twice, as it was before and as it is after, since only those are
 * code. What began above a hunk is not known: a comment that is open there is coloured as code.
 */
export function colourHunks(files: readonly FileDifference[]): ColouredLines {
  const coloured = new Map<DifferenceLine, string>();
  let left = COLOURED_CHARS;
  for (const { path, hunks } of files) {
    const language = languageOfPath(path);
    left -= hunks.flatMap(({ lines }) => lines).reduce((sum, { text }) => sum + text.length, 0);
    for (const { lines } of left < 0 ? [] : hunks) {
      colourSide(
        lines.filter(({ kind }) => kind !== 'added'),
        language,
        coloured,
      );
      colourSide(
        lines.filter(({ kind }) => kind !== 'removed'),
        language,
        coloured,
      );
    }
  }
  return coloured;
}

function colourSide(
  lines: readonly DifferenceLine[],
  language: string,
  coloured: Map<DifferenceLine, string>,
): void {
  const rendered = highlightLines(lines.map(({ text }) => text).join('\n'), language);
  for (const [index, line] of lines.entries()) {
    const html = rendered?.[index];
    if (html !== undefined) {
      coloured.set(line, html);
    }
  }
}
