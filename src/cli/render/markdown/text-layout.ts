import stringWidth from 'string-width';
import type { Paint, Style } from '../painter.ts';

export interface TextLayout {
  /** The maximum width of a line; undefined if the output is not a terminal. */
  readonly widthColumns: number | undefined;
  readonly paint: Paint;
  /** How many blocks the text is in. */
  readonly depth?: number;
}

/** A part of a line with the same style. */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** Never wrapped, whatever its length: an address. */
  readonly isWhole?: true;
}

const MIN_COLUMNS = 20;

/** Formats spans, which must already be sanitized, as painted lines that fit. */
export function formatWords(spans: readonly Span[], { widthColumns, paint }: TextLayout): readonly string[] {
  return wrapSpans(spans, widthColumns).map((line) =>
    line.map(({ text, styles }) => paint(styles, text)).join(''),
  );
}

export function indent(lines: readonly string[], prefix: string): readonly string[] {
  return lines.map((line) => (line === '' ? prefix.trimEnd() : `${prefix}${line}`));
}

/** The layout with `columns` fewer columns. */
export function narrow<Layout extends TextLayout>(layout: Layout, columns: number): Layout {
  const { widthColumns, depth = 0 } = layout;
  const room = widthColumns === undefined ? undefined : Math.max(MIN_COLUMNS, widthColumns - columns);
  return { ...layout, depth: depth + 1, widthColumns: room };
}

/** Deeper blocks are not indented further: each level makes each of their lines longer. */
const MAX_INDENTS = 12;

/** Prefixes each line of a block in a text with this layout. */
export function indentBlock(
  { depth = 0 }: TextLayout,
  lines: readonly string[],
  prefix: string,
): readonly string[] {
  return depth < MAX_INDENTS ? indent(lines, prefix) : lines;
}

/** Splits a line into parts that fit, at any character; spaces are kept. */
export function cutText(line: string, widthColumns: number | undefined): readonly string[] {
  if (widthColumns === undefined || stringWidth(line) <= widthColumns) {
    return [line];
  }
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const segment of graphemes(line)) {
    const width = stringWidth(segment);
    if (used + width > widthColumns && part !== '') {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += width;
  }
  return [...parts, part];
}

/** A part of the text that is not wrapped, and its width. */
interface Word {
  readonly spans: readonly Span[];
  readonly width: number;
}

type Piece = Word | 'blank' | 'break';

/**
 * Wraps spans into lines of at most this many columns; without a width, only at line breaks in the text. East Asian
 * text may be wrapped between any two characters, addresses nowhere.
 */
export function wrapSpans(
  spans: readonly Span[],
  widthColumns: number | undefined,
): readonly (readonly Span[])[] {
  const room = widthColumns ?? Number.POSITIVE_INFINITY;
  const lines: (readonly Span[])[] = [];
  let line: Span[] = [];
  let used = 0;
  let isBlankDue = false;
  const endLine = () => {
    lines.push(mergeSpans(line));
    line = [];
    used = 0;
    isBlankDue = false;
  };
  for (const piece of piecesOf(spans, room)) {
    if (piece === 'break') {
      endLine();
    } else if (piece === 'blank') {
      isBlankDue = used > 0;
    } else {
      if (used > 0 && used + (isBlankDue ? 1 : 0) + piece.width > room) {
        endLine();
      }
      const [first] = piece.spans;
      if (isBlankDue && first !== undefined) {
        line.push(blankBetween(line.at(-1), first));
        used += 1;
      }
      line.push(...piece.spans);
      used += piece.width;
      isBlankDue = false;
    }
  }
  endLine();
  return lines;
}

/** A space gets the style that both neighbours share, so that underlining is continuous. */
function blankBetween(before: Span | undefined, after: Span): Span {
  const isShared = before !== undefined && before.styles.join() === after.styles.join();
  return { text: ' ', styles: isShared ? after.styles : [] };
}

function* piecesOf(spans: readonly Span[], room: number): Generator<Piece> {
  let word: Span[] = [];
  let width = 0;
  const take = (): readonly Word[] => {
    const taken = word.length === 0 ? [] : [{ spans: word, width }];
    word = [];
    width = 0;
    return taken;
  };
  for (const { text, styles, isWhole } of spans) {
    for (const part of isWhole === true ? [text] : text.split(/(\n|[^\S\n\u00a0]+)/)) {
      if (part === '\n') {
        yield* take();
        yield 'break';
      } else if (isWhole !== true && /^\s/.test(part)) {
        yield* take();
        yield 'blank';
      } else {
        const atoms = isWhole === true ? [part] : atomsOf(part, room);
        for (const atom of atoms) {
          const atomWidth = stringWidth(atom);
          if (isWide(atom) || (atoms.length > 1 && width + atomWidth > room)) {
            yield* take();
          }
          if (atom !== '') {
            word.push({ text: atom, styles });
            width += atomWidth;
          }
          if (isWide(atom)) {
            yield* take();
          }
        }
      }
    }
  }
  yield* take();
}

/** A word in Latin letters is one atom; wide characters, and words longer than a line, are split into characters. */
function atomsOf(part: string, room: number): readonly string[] {
  if (!isWide(part) && (part.length <= room || stringWidth(part) <= room)) {
    return [part];
  }
  return graphemes(part);
}

/** Whether a text is in a script without spaces; its punctuation stays with the preceding character. */
function isWide(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u.test(
    text,
  );
}

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && last.styles.join() === span.styles.join()) {
      merged[merged.length - 1] = { text: last.text + span.text, styles: last.styles };
    } else {
      merged.push({ text: span.text, styles: span.styles });
    }
  }
  return merged;
}

/** ICU segmenters take quadratic time, so long texts are processed in slices of code points. */
const SLICES = /.{1,200}/gsu;

/** The user-perceived characters of a text. Combining marks may be separated from their letter between slices. */
function graphemes(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter();
  return (text.match(SLICES) ?? []).flatMap((slice) =>
    [...segmenter.segment(slice)].map(({ segment }) => segment),
  );
}
