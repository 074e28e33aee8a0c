import stringWidth from 'string-width';
import { wrapLine } from './wrap-text.ts';

/** Space between two columns. */
export const GAP = '  ';

export interface TableOptions {
  readonly columns: readonly string[];
  /** The width of the terminal; undefined if the output is not a terminal. */
  readonly widthColumns: number | undefined;
  /** Indexes of columns that are omitted, in this order, until the table fits into the terminal. */
  readonly omitFirst?: readonly number[];
  /** Indexes of columns that are never truncated, although they look like prose. */
  readonly whole?: readonly number[];
  /** Indexes of columns that are truncated first, also if they do not look like prose. */
  readonly cut?: readonly number[];
}

export interface TablePart {
  readonly rows: Cells;
  /** Indexes of right-aligned columns: numbers. */
  readonly rightAligned?: ReadonlySet<number>;
  /** Colours a cell that already has its width. */
  readonly paintCell?: (cell: string, row: number, column: number) => string;
  /** Lines to put below a row. */
  readonly linesBelow?: (row: number) => readonly string[];
}

type Cells = readonly (readonly string[])[];

/** Maximum width of prose, even if the output is not a terminal. */
const MAX_PROSE_COLUMNS = 200;
/** Longer than any id, digest, date or address. */
const MAX_WORD_COLUMNS = 500;
const MIN_PROSE_COLUMNS = 12;
/** Lesser columns are omitted before prose becomes narrower than this. */
const ROOMY_PROSE_COLUMNS = 20;
/** Columns that are truncated first keep this many columns while others can be truncated. */
const FIRST_CUT_COLUMNS = 14;

/** Several words, or a script without spaces between words; dates do not count. */
const SEVERAL_WORDS = /\S\s+\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const DATE = /^\d{4}-\d{2}-\d{2}\b/;

/**
 * Formats rows as a table under headings, without the columns of `omitFirst` if necessary, or as one value per line if it
 * still is too wide. Cells must be single lines. Only columns of prose are truncated, never ids, digests, dates and
 * addresses.
 */
export function formatRows(rows: Cells, options: TableOptions & Omit<TablePart, 'rows'>): string {
  return createTable(options)({ ...options, rows });
}

/** Formats a table in parts. Their widths are those of the first; a part that needs more begins with the headings again. */
export function createTable(options: TableOptions): (part: TablePart) => string {
  const { columns, widthColumns = Number.POSITIVE_INFINITY } = options;
  let known: readonly ColumnWidth[] | undefined;
  let headings = '';
  return ({ rows, linesBelow = () => [], ...part }) => {
    const measured = measureColumns(rows, options).map((width, index) => widened(known?.[index], width));
    const shown = chooseColumns(measured, widthColumns, options);
    const isTable = fitsIn(measured, shown, widthColumns, 0);
    const table = isTable ? tableLines(rows, { ...options, ...part, measured, shown }) : undefined;
    const lines = table?.lines ?? rows.map((cells) => formatFacts(columns, cells, widthColumns));
    const head = table === undefined ? '' : `${table.headings.join('\n')}\n`;
    const blocks = lines.map((line, index) => [line, ...linesBelow(index)].join('\n'));
    const isAgain = known !== undefined && (table === undefined || head !== headings);
    const before = `${isAgain ? '\n' : ''}${head === headings ? '' : head}`;
    known = measured;
    headings = head;
    return `${before}${blocks.join(isTable ? '\n' : '\n\n')}\n`;
  };
}

/** Prose keeps its width as far as it was roomy: it is truncated. */
function widened(known: ColumnWidth | undefined, found: ColumnWidth): ColumnWidth {
  if (known === undefined || (known.least === known.natural && found.least === found.natural)) {
    return {
      natural: Math.max(known?.natural ?? 0, found.natural),
      least: Math.max(known?.least ?? 0, found.least),
    };
  }
  const natural = Math.max(known.natural, Math.min(found.natural, ROOMY_PROSE_COLUMNS));
  return { natural, least: Math.min(natural, MIN_PROSE_COLUMNS) };
}

/** The natural and the minimum width of a column; they are equal for columns that must not be truncated. */
interface ColumnWidth {
  readonly natural: number;
  readonly least: number;
}

function chooseColumns(
  measured: readonly ColumnWidth[],
  widthColumns: number,
  { columns, omitFirst = [] }: TableOptions,
): readonly number[] {
  let shown = [...columns.keys()];
  for (const index of omitFirst) {
    const isRoomy = fitsIn(measured, shown, widthColumns, ROOMY_PROSE_COLUMNS);
    shown = isRoomy ? shown : shown.filter((kept) => kept !== index);
  }
  return shown;
}

/** Whether a line has room for these columns, with at least `roomy` columns of each that is wide enough. */
function fitsIn(
  measured: readonly ColumnWidth[],
  shown: readonly number[],
  widthColumns: number,
  roomy: number,
): boolean {
  const widths = shown.map((index) => {
    const { natural = 0, least = 0 } = measured[index] ?? {};
    return Math.max(least, Math.min(natural, roomy));
  });
  return lineWidth(widths) <= widthColumns;
}

/** The heading with a rule, and a line for each row. */
function tableLines(
  rows: Cells,
  {
    columns,
    rightAligned = new Set(),
    widthColumns = Number.POSITIVE_INFINITY,
    paintCell = (cell) => cell,
    cut = [],
    measured,
    shown,
  }: TableOptions &
    Omit<TablePart, 'rows'> & {
      readonly measured: readonly ColumnWidth[];
      readonly shown: readonly number[];
    },
): { readonly headings: readonly string[]; readonly lines: readonly string[] } {
  const natural = shown.map((index) => measured[index]?.natural ?? 0);
  const firstLeasts = natural.map((width, at) =>
    cut.includes(shown[at] ?? -1) ? Math.min(width, FIRST_CUT_COLUMNS) : width,
  );
  const widths = fitWidths(
    fitWidths(natural, widthColumns, firstLeasts),
    widthColumns,
    shown.map((index) => measured[index]?.least ?? 0),
  );
  const line = (cells: readonly string[], paint: (cell: string, column: number) => string) =>
    shown
      .map((index, at) => paint(fitCell(cells[index] ?? '', widths[at] ?? 0, rightAligned.has(index)), index))
      .join(GAP)
      .trimEnd();
  return {
    headings: [line(columns, (cell) => cell), widths.map((width) => '─'.repeat(width)).join(GAP)],
    lines: rows.map((cells, row) => line(cells, (cell, column) => paintCell(cell, row, column))),
  };
}

/** One line for each column that has a value; long values are wrapped and indented. */
function formatFacts(columns: readonly string[], cells: readonly string[], widthColumns: number): string {
  const width = Math.max(...columns.map((name) => stringWidth(name)));
  return columns
    .map((name, index) => wrapLine(`${fitCell(name, width, false)}${GAP}${cells[index] ?? ''}`, widthColumns))
    .filter((_, index) => (cells[index] ?? '') !== '')
    .join('\n');
}

function measureColumns(
  rows: Cells,
  { columns, whole = [], cut = [] }: TableOptions,
): readonly ColumnWidth[] {
  return columns.map((heading, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    const widest = cells.reduce((width, cell) => Math.max(width, stringWidth(cell)), stringWidth(heading));
    const isProse =
      cut.includes(index) ||
      (!whole.includes(index) && cells.some((cell) => SEVERAL_WORDS.test(cell) && !DATE.test(cell)));
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

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

/** Narrows the widest columns until a line fits into `room`, but no column below its minimum in `leasts`. */
export function fitWidths(
  widths: readonly number[],
  room: number,
  leasts: readonly number[],
): readonly number[] {
  const cappedAt = (cap: number) =>
    widths.map((width, column) => Math.min(width, Math.max(cap, leasts[column] ?? 0)));
  let low = 0;
  let high = Math.max(0, ...widths);
  while (low < high) {
    const cap = Math.ceil((low + high) / 2);
    if (lineWidth(cappedAt(cap)) <= room) {
      low = cap;
    } else {
      high = cap - 1;
    }
  }
  const capped = cappedAt(low);
  let spare = Math.max(0, room - lineWidth(capped));
  return capped.map((width, column) => {
    const hasMore = width === low && width < (widths[column] ?? 0) && spare > 0;
    spare -= hasMore ? 1 : 0;
    return hasMore ? width + 1 : width;
  });
}
