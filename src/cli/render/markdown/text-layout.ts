import stringWidth from 'string-width';
import type { Paint, Style } from '../painter.ts';

/** How text is laid out in a terminal. */
export interface TextLayout {
  /** Columns that a line may take; undefined where the output is no terminal. */
  readonly widthColumns: number | undefined;
  readonly paint: Paint;
}

/** A piece of a line in one style. */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** Never broken, whatever its length: an address. */
  readonly isWhole?: true;
}

const MIN_COLUMNS = 20;

/** Spans, which must be safe already, as painted lines that fit. */
export function formatWords(spans: readonly Span[], { widthColumns, paint }: TextLayout): readonly string[] {
  return wrapSpans(spans, widthColumns).map((line) =>
    line.map(({ text, styles }) => paint(styles, text)).join(''),
  );
}

/** Puts the same in front of every line. */
export function indent(lines: readonly string[], prefix: string): readonly string[] {
  return lines.map((line) => (line === '' ? prefix.trimEnd() : `${prefix}${line}`));
}

/** The same layout with fewer columns. */
export function narrow<Layout extends TextLayout>(layout: Layout, columns: number): Layout {
  const { widthColumns } = layout;
  return widthColumns === undefined
    ? layout
    : { ...layout, widthColumns: Math.max(MIN_COLUMNS, widthColumns - columns) };
}

/** Cuts a line into parts that fit, between characters; blanks stay as they are. */
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

/** What stays together on a line, with the width it takes. */
interface Word {
  readonly spans: readonly Span[];
  readonly width: number;
}

type Piece = Word | 'blank' | 'break';

/**
 * Breaks spans into lines of at most this many columns; without a width only where the text itself does.
 * East Asian text may break between any two characters, addresses nowhere.
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

/** A blank has the style that its neighbours share: a line below two underlined words goes through. */
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

/** A word of Latin letters is one atom; wide characters, and words longer than a line, fall into characters. */
function atomsOf(part: string, room: number): readonly string[] {
  if (!isWide(part) && (part.length <= room || stringWidth(part) <= room)) {
    return [part];
  }
  return graphemes(part);
}

/** Scripts that are written without blanks; punctuation of theirs stays with the character before it. */
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

/** Segmenters of ICU take time by the square of the length: a long text goes through in slices of code points. */
const SLICES = /.{1,200}/gsu;

/** The characters of a text as people see them; marks may part from their letter where a very long text is sliced. */
function graphemes(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter();
  return (text.match(SLICES) ?? []).flatMap((slice) =>
    [...segmenter.segment(slice)].map(({ segment }) => segment),
  );
}
