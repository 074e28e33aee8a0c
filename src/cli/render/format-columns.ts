import stringWidth from 'string-width';
import type { Context } from '../context.ts';
import { usableColumns } from '../terminal.ts';
import { cellText } from './cell-text.ts';
import { fitWidths, GAP } from './fit-widths.ts';
import type { Listing } from './listing.ts';
import { createPaint } from './painter.ts';
import { fitCell } from './text-table.ts';

/** Formats items as lines under headings, truncated to the width of the terminal. */
export function formatColumns<Item>(
  { items, columns }: Pick<Listing<Item>, 'columns' | 'items'>,
  context: Pick<Context, 'env' | 'stdout' | 'color'>,
): string {
  const paint = createPaint(context);
  const cells = items.map((item) => columns.map(({ text }) => cellText(text(item))));
  const natural = columns.map(({ heading }, column) =>
    Math.max(heading.length, ...cells.map((row) => stringWidth(row[column] ?? ''))),
  );
  const room = usableColumns(context.stdout);
  const widths = (['first', 'last'] as const).reduce<readonly number[]>(
    (narrowed, turn) =>
      fitWidths(
        narrowed,
        room,
        narrowed.map((width, column) => (columns[column]?.shrink === turn ? MIN_WIDTHS[turn] : width)),
      ),
    natural,
  );
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

/** Minimum widths of truncated columns. */
const MIN_WIDTHS = { first: 14, last: 12 };
