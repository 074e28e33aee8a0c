import stringWidth from 'string-width';
import type { Context } from '../context.ts';
import { usableColumns } from '../terminal.ts';
import { cellText } from './cell-text.ts';
import { fitColumns, GAP } from './fit-columns.ts';
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
  const needed = columns.map(({ heading, shrink }, column) => {
    const natural = Math.max(heading.length, ...cells.map((row) => stringWidth(row[column] ?? '')));
    const least = shrink === undefined ? natural : Math.min(natural, LEAST_COLUMNS[shrink]);
    return { natural, least, isFirst: shrink === 'first' };
  });
  const widths = fitColumns(needed, usableColumns(context.stdout));
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

/** What is left of a column that is cut. */
const LEAST_COLUMNS = { first: 14, last: 12 };
