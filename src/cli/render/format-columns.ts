import stringWidth from 'string-width';
import type { Context } from '../context.ts';
import { usableColumns } from '../terminal.ts';
import { cellText } from './cell-text.ts';
import { fitWidths, sumOf } from './fit-widths.ts';
import type { Listing } from './listing.ts';
import { createPaint } from './painter.ts';
import { fitCell } from './text-table.ts';

/** Items as lines under headings, cut to the width of the terminal. */
export function formatColumns<Item>(
  { items, columns }: Pick<Listing<Item>, 'columns' | 'items'>,
  context: Pick<Context, 'env' | 'stdout' | 'color'>,
): string {
  const paint = createPaint(context);
  const cells = items.map((item) => columns.map(({ text }) => cellText(text(item))));
  const natural = columns.map(({ heading }, column) =>
    Math.max(heading.length, ...cells.map((row) => stringWidth(row[column] ?? ''))),
  );
  const widths = shrinkWidths(natural, columns, usableColumns(context.stdout));
  const inWidth = (text: string, column: number) => fitCell(text, widths[column] ?? 0, false);
  const head = columns.map(({ heading }, column) => inWidth(heading, column)).join(GAP);
  const lines = items.map((item, row) =>
    columns
      .map(({ style }, column) => {
        const cell = inWidth(cells[row]?.[column] ?? '', column);
        return style === undefined ? cell : paint([style(item)], cell);
      })
      .join(GAP)
      .trimEnd(),
  );
  return `${[paint(['dim'], head.trimEnd()), ...lines].join('\n')}\n`;
}

const GAP = '  ';

/** What is left of a column that gives way. */
const KEPT_COLUMNS = { first: 14, last: 12 };

/** Narrows the columns that give way first, then the others that do. */
function shrinkWidths(
  natural: readonly number[],
  columns: readonly { readonly shrink?: 'first' | 'last' }[],
  room: number,
): readonly number[] {
  let widths = natural;
  for (const turn of ['first', 'last'] as const) {
    const isTurn = (_: number, column: number) => columns[column]?.shrink === turn;
    const others = sumOf(widths.filter((width, column) => !isTurn(width, column)));
    const gaps = GAP.length * (widths.length - 1);
    const fitted = [...fitWidths(widths.filter(isTurn), room - others - gaps, KEPT_COLUMNS[turn])];
    widths = widths.map((width, column) => (isTurn(width, column) ? (fitted.shift() ?? width) : width));
  }
  return widths;
}
