import stringWidth from 'string-width';
import { fitWidths } from './fit-widths.ts';

interface TableOptions {
  readonly columns: readonly string[];
  /** Indexes of columns whose cells stand to the right: numbers. */
  readonly rightAligned: ReadonlySet<number>;
  /** How many columns of the terminal the table may take; undefined where nobody looks at a terminal. */
  readonly widthColumns: number | undefined;
}

/** The longest a cell gets where there is no terminal to measure: the other formats give whole values. */
const MAX_CELL_COLUMNS = 200;
const MIN_CELL_COLUMNS = 8;
const GAP = '  ';

/** Lays rows out under their headings. Cells must be single lines. */
export function formatTable(rows: readonly (readonly string[])[], options: TableOptions): string {
  const natural = options.columns.map((column, index) =>
    Math.min(
      MAX_CELL_COLUMNS,
      rows.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? '')), stringWidth(column)),
    ),
  );
  const gaps = GAP.length * (natural.length - 1);
  const room = (options.widthColumns ?? Number.POSITIVE_INFINITY) - gaps;
  const widths = fitWidths(natural, room, MIN_CELL_COLUMNS);
  const line = (cells: readonly string[]) =>
    widths
      .map((width, index) => fitCell(cells[index] ?? '', width, options.rightAligned.has(index)))
      .join(GAP)
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join(GAP);
  return `${[line(options.columns), rule, ...rows.map(line)].join('\n')}\n`;
}

/** Pads or cuts a single line so that it takes exactly `width` columns of a terminal. */
export function fitCell(cell: string, width: number, isRight: boolean): string {
  const cellWidth = stringWidth(cell);
  if (cellWidth > width) {
    return truncate(cell, width);
  }
  const blanks = ' '.repeat(width - cellWidth);
  return isRight ? blanks + cell : cell + blanks;
}

/** Cuts at a character boundary so that the text and its ellipsis take exactly `width` columns. */
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
