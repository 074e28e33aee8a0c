import stringWidth from 'string-width';
import { fitWidths, GAP, lineWidth } from './fit-widths.ts';
import { wrapLine } from './wrap-text.ts';

interface TableOptions {
  readonly columns: readonly string[];
  /** Indexes of right-aligned columns: numbers. */
  readonly rightAligned: ReadonlySet<number>;
  /** The width of the terminal; undefined if the output is not a terminal. */
  readonly widthColumns: number | undefined;
  /** Indexes of columns that are omitted, in this order, until the table fits into the terminal. */
  readonly omitFirst?: readonly number[];
  /** Indexes of columns that are never truncated, although they look like prose. */
  readonly whole?: readonly number[];
}

type Cells = readonly (readonly string[])[];

/** Maximum width of prose, even if the output is not a terminal. */
const MAX_PROSE_COLUMNS = 200;
/** Longer than any id, digest, date or address. */
const MAX_WORD_COLUMNS = 500;
const MIN_PROSE_COLUMNS = 12;
/** Lesser columns are omitted before prose becomes narrower than this. */
const ROOMY_PROSE_COLUMNS = 20;

/** Several words, or a script without spaces between words; dates do not count. */
const SEVERAL_WORDS = /\S\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const DATE = /^\d{4}-\d{2}-\d{2}\b/;

/** Rows as texts: the heading lines, and each row as one line of a table or as one line per value. */
interface RowTexts {
  readonly head: readonly string[];
  readonly rows: readonly string[];
}

/**
 * Formats rows under their headings. Cells must be single lines. Only columns of prose are truncated to fit the
 * terminal, never ids, digests, dates and addresses.
 */
export function formatTable(rows: Cells, options: TableOptions): string {
  const { head, rows: lines } = layOutTable(rows, options);
  return `${[...head, ...lines].join('\n')}\n`;
}

/**
 * Formats rows as a table, without the columns of `omitFirst` if necessary, or as one value per line if it still is too wide.
 */
export function formatRows(rows: Cells, options: TableOptions): string {
  const texts = layOutRows(rows, options);
  return `${[...texts.head, ...texts.rows].join(texts.head.length === 0 ? '\n\n' : '\n')}\n`;
}

/** As `formatRows`, by row, so that callers can add lines below each. Without a head, put blank lines between rows. */
export function layOutRows(rows: Cells, options: TableOptions): RowTexts {
  const {
    columns,
    rightAligned,
    widthColumns = Number.POSITIVE_INFINITY,
    omitFirst = [],
    whole = [],
  } = options;
  const measured = measureColumns(rows, options);
  const fits = (shown: readonly number[], isRoomy: boolean) =>
    lineWidth(
      shown.map((index) => {
        const { natural = 0, least = 0 } = measured[index] ?? {};
        return isRoomy ? Math.max(least, Math.min(natural, ROOMY_PROSE_COLUMNS)) : least;
      }),
    ) <= widthColumns;
  let shown = [...columns.keys()];
  for (const index of omitFirst) {
    shown = fits(shown, true) ? shown : shown.filter((kept) => kept !== index);
  }
  if (!fits(shown, false)) {
    return { head: [], rows: rows.map((cells) => formatFacts(columns, cells, widthColumns)) };
  }
  const pick = (cells: readonly string[]) => shown.map((index) => cells[index] ?? '');
  const move = (indexes: Iterable<number>) => [...indexes].map((index) => shown.indexOf(index));
  return layOutTable(rows.map(pick), {
    columns: pick(columns),
    rightAligned: new Set(move(rightAligned)),
    whole: move(whole),
    widthColumns,
  });
}

function layOutTable(rows: Cells, options: TableOptions): RowTexts {
  const { columns, rightAligned, widthColumns } = options;
  const measured = measureColumns(rows, options);
  const widths = fitWidths(
    measured.map(({ natural }) => natural),
    widthColumns ?? Number.POSITIVE_INFINITY,
    measured.map(({ least }) => least),
  );
  const line = (cells: readonly string[]) =>
    widths
      .map((width, index) => fitCell(cells[index] ?? '', width, rightAligned.has(index)))
      .join(GAP)
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join(GAP);
  return { head: [line(columns), rule], rows: rows.map(line) };
}

/** One line for each column that has a value; long values are wrapped and indented. */
function formatFacts(columns: readonly string[], cells: readonly string[], widthColumns: number): string {
  const width = Math.max(...columns.map((name) => stringWidth(name)));
  return columns
    .map((name, index) => wrapLine(`${fitCell(name, width, false)}${GAP}${cells[index] ?? ''}`, widthColumns))
    .filter((_, index) => (cells[index] ?? '') !== '')
    .join('\n');
}

/** The natural and the minimum width of each column; they are equal for columns that must not be truncated. */
function measureColumns(
  rows: Cells,
  { columns, whole = [] }: TableOptions,
): readonly { readonly natural: number; readonly least: number }[] {
  return columns.map((heading, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    const widest = cells.reduce((width, cell) => Math.max(width, stringWidth(cell)), stringWidth(heading));
    const isProse =
      !whole.includes(index) && cells.some((cell) => SEVERAL_WORDS.test(cell) && !DATE.test(cell));
    return isProse || widest > MAX_WORD_COLUMNS
      ? { natural: Math.min(widest, MAX_PROSE_COLUMNS), least: Math.min(widest, MIN_PROSE_COLUMNS) }
      : { natural: widest, least: widest };
  });
}

/** Pads or truncates a single line to exactly `width` columns of a terminal. */
export function fitCell(cell: string, width: number, isRight: boolean): string {
  const cellWidth = stringWidth(cell);
  if (cellWidth > width) {
    return truncate(cell, width);
  }
  const blanks = ' '.repeat(width - cellWidth);
  return isRight ? blanks + cell : cell + blanks;
}

/** Truncates at a character boundary so that the text and its ellipsis take exactly `width` columns. */
function truncate(cell: string, width: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(cell)) {
    const segmentWidth = stringWidth(segment);
    if (used + segmentWidth > width - 1) {
      break;
    }
    kept += segment;
    used += segmentWidth;
  }
  return `${kept}…${' '.repeat(Math.max(0, width - 1 - used))}`;
}
