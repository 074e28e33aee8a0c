import { nearestName } from '../../base/nearest-name.ts';
import { quoteText, terminalText } from '../../base/terminal-text.ts';
import { Failure } from '../../model/failure.ts';
import type { Context } from '../context.ts';
import { terminalColumns, writeText } from '../output/terminal.ts';
import { type CellValue, cellText } from './cell-text.ts';
import { createPaint, type Style } from './painter.ts';
import { type RowsFormat, writeObjects, writeRows } from './write-rows.ts';

/** The value of a field: lists are arrays in JSON, and joined by commas elsewhere. */
export type FieldValue = null | string | number | boolean | readonly string[];

/** The fields available in JSON and other formats for programs, by name. */
export type Fields<Item> = Readonly<Record<string, (item: Item) => FieldValue>>;

/** A column in the output for people. */
export interface ListColumn<Item> {
  readonly heading: string;
  readonly text: (item: Item) => string;
  readonly style?: (item: Item) => Style;
  /**
   * On narrow terminals, `cut` is truncated first, and `omit` left out. All other columns are truncated if they look like
   * prose, except for `whole`.
   */
  readonly fit?: 'cut' | 'omit' | 'whole';
}

export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly fields: Fields<Item>;
  /** The default fields in formats for programs. */
  readonly usual: readonly string[];
  /** The fields that the user selected. */
  readonly chosen: readonly string[] | undefined;
  readonly columns: readonly ListColumn<Item>[];
  /** Lines below an item in the output for people. */
  readonly linesBelow?: (item: Item) => readonly string[];
}

/** Fails with `usage` for an unknown field, and lists the valid ones. */
export function requireFields(names: readonly string[], fields: readonly string[]): void {
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, fields);
    const guess = nearest === undefined ? '' : `Did you mean ${nearest}? `;
    throw new Failure('usage', `Cannot write the field ${quoteText(unknown)}: there is no such field`, {
      hint: `${guess}The fields are ${fields.join(', ')}`,
    });
  }
}

/** Writes a list: aligned columns on a terminal, tab-separated values in a pipe, or the requested format. */
export async function writeListing<Item>(
  listing: Listing<Item>,
  format: RowsFormat,
  context: Pick<Context, 'env' | 'stdout' | 'color'>,
): Promise<void> {
  const { items, fields, chosen, usual } = listing;
  const { stdout } = context;
  const isJson = format === 'json' || format === 'ndjson';
  const names = chosen ?? (isJson ? Object.keys(fields) : usual);
  const values = (item: Item) => names.map((name) => fields[name]?.(item) ?? null);
  if (isJson) {
    const objects = items.map((item) =>
      Object.fromEntries(values(item).map((value, index) => [names[index], value])),
    );
    await writeObjects(stdout, objects, format);
  } else if (format === 'table' && stdout.isTTY === true && chosen === undefined) {
    await writeText(stdout, items.length === 0 ? '' : await formatListing(listing, context));
  } else {
    const rows = items.map((item) => values(item).map(toCell));
    await writeRows(stdout, { columns: names, rows, none: '' }, format);
  }
}

async function formatListing<Item>(
  { items, columns, linesBelow = () => [] }: Listing<Item>,
  context: Pick<Context, 'env' | 'stdout' | 'color'>,
): Promise<string> {
  const { formatRows } = await import('./text-table.ts');
  const paint = createPaint(context);
  const having = (fit: ListColumn<Item>['fit']) =>
    [...columns.keys()].filter((index) => columns[index]?.fit === fit);
  return formatRows(
    items.map((item) => columns.map(({ text }) => cellText(text(item)))),
    {
      columns: columns.map(({ heading }) => heading),
      widthColumns: terminalColumns(context.stdout),
      cut: having('cut'),
      omitFirst: having('omit'),
      whole: having('whole'),
      linesBelow: (row) => items.slice(row, row + 1).flatMap(linesBelow),
      paintCell(cell, row, column) {
        const styles = items.slice(row, row + 1).flatMap((item) => columns[column]?.style?.(item) ?? []);
        return paint(styles, cell);
      },
    },
  );
}

/** Sanitized, because rows often end up on a terminal by way of head or grep; JSON has the exact texts. */
function toCell(value: FieldValue): CellValue {
  if (typeof value === 'boolean') {
    return Number(value);
  }
  if (value === null || typeof value === 'number') {
    return value;
  }
  return terminalText(typeof value === 'string' ? value : value.join(', '));
}
