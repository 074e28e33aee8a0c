/** One change of a text: lines from `index` (counted from 0) are replaced. */
export interface TextEdit {
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly index: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export function applyEdit({ before, index, removed, added }: TextEdit): string {
  const lines = linesOf(before ?? '').toSpliced(index, removed.length, ...added);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** The lines of a text, without newlines. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

const CONTEXT_LINES = 3;
const MAX_HEADING_LENGTH = 80;

/** A line of a hunk, with its numbers (from 1) in the old and new text. */
interface HunkLine {
  readonly text: string;
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
}

/** The only hunk of an edit, in the format of `git diff`. */
export interface DiffHunk {
  /** `@@ -1,4 +1,5 @@ heading`. */
  readonly header: string;
  readonly lines: readonly HunkLine[];
}

/** The hunk of an edit, with three lines of context. */
export function createDiffHunk(edit: TextEdit): DiffHunk {
  const oldLines = linesOf(edit.before ?? '');
  const start = Math.max(0, edit.index - CONTEXT_LINES);
  const afterRemoved = edit.index + edit.removed.length;
  const texts = [
    ...oldLines.slice(start, edit.index).map((text) => ` ${text}`),
    ...edit.removed.map((text) => `-${text}`),
    ...edit.added.map((text) => `+${text}`),
    ...oldLines.slice(afterRemoved, afterRemoved + CONTEXT_LINES).map((text) => ` ${text}`),
  ];
  let [oldNumber, newNumber] = [start, start];
  const lines = texts.map((text): HunkLine => {
    oldNumber += text.startsWith('+') ? 0 : 1;
    newNumber += text.startsWith('-') ? 0 : 1;
    return {
      text,
      oldNumber: text.startsWith('+') ? undefined : oldNumber,
      newNumber: text.startsWith('-') ? undefined : newNumber,
    };
  });
  return { header: createHeader(lines, oldLines.slice(0, start)), lines };
}

/** The hunk from its header to a line (`position`, from 1), without a final newline. */
export function cutDiffHunk(hunk: DiffHunk, position: number): string {
  return [hunk.header, ...hunk.lines.slice(0, position).map((line) => line.text)].join('\n');
}

function createHeader(lines: readonly HunkLine[], linesBefore: readonly string[]): string {
  const oldRange = formatRange(lines.map((line) => line.oldNumber));
  const newRange = formatRange(lines.map((line) => line.newNumber));
  const heading = findHeading(linesBefore);
  return `@@ -${oldRange} +${newRange} @@${heading === undefined ? '' : ` ${heading}`}`;
}

/** `start,count`; git omits a count of 1, and writes `0,0` for an empty range. */
function formatRange(numbers: readonly (number | undefined)[]): string {
  const present = numbers.filter((number) => number !== undefined);
  const [first] = present;
  if (first === undefined) {
    return '0,0';
  }
  return present.length === 1 ? String(first) : `${first},${present.length}`;
}

/** Git repeats the last line before the hunk that starts with a letter, `_` or `$`, limited to 80 bytes. */
function findHeading(linesBefore: readonly string[]): string | undefined {
  const line = linesBefore.findLast((candidate) => /^[A-Za-z_$]/.test(candidate));
  return line === undefined
    ? undefined
    : Buffer.from(line).subarray(0, MAX_HEADING_LENGTH).toString().trimEnd();
}
