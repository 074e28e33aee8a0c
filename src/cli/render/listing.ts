import { nearestName } from '../../base/nearest-name.ts';
import { quoteText, terminalText } from '../../base/terminal-text.ts';
import { Failure } from '../../model/failure.ts';
import type { Context } from '../context.ts';
import { type CellValue, cellText } from './cell-text.ts';
import { createPaint, type Style } from './painter.ts';
import { eachAs, type Sequence, writeObjects } from './write-list.ts';
import { type RowsFormat, writeRows } from './write-rows.ts';
import { writeWindows } from './write-table.ts';

/** The value of a field: lists are arrays in JSON, and joined by commas elsewhere. */
export type FieldValue = null | string | number | boolean | readonly string[];

/** The fields available in JSON and other formats for programs, by name. */
export type Fields<Item> = Readonly<Record<string, (item: Item) => FieldValue>>;

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
  readonly items: Sequence<Item>;
  readonly fields: Fields<Item>;
  /** The default fields in formats for programs. */
  readonly usual: readonly string[];
  readonly chosen: readonly string[] | undefined;
  readonly columns: readonly ListColumn<Item>[];
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

/** Whether a list in this format is for people: aligned columns on a terminal. */
function isForPeople(
  { chosen }: Pick<Listing<never>, 'chosen'>,
  format: RowsFormat,
  { stdout }: Pick<Context, 'stdout'>,
): boolean {
  return format === 'table' && stdout.isTTY === true && chosen === undefined;
}

/** The fields that a format for programs has. */
export function fieldsIn(
  { chosen, usual, fields }: Pick<Listing<never>, 'chosen' | 'usual' | 'fields'>,
  format: RowsFormat,
): readonly string[] {
  return chosen ?? (format === 'json' || format === 'ndjson' ? Object.keys(fields) : usual);
}

/** Writes a list: aligned columns on a terminal, tab-separated values in a pipe, or the requested format. */
export async function writeListing<Item>(
  listing: Listing<Item>,
  format: RowsFormat,
  context: Pick<Context, 'env' | 'stdout' | 'stderr' | 'color'>,
): Promise<number> {
  const { items, fields } = listing;
  if (isForPeople(listing, format, context)) {
    return await writeColumns(listing, context);
  }
  const names = fieldsIn(listing, format);
  const fieldOf = (name: string, item: Item) => fields[name]?.(item) ?? null;
  if (format === 'json' || format === 'ndjson') {
    const objects = eachAs(items, (item) =>
      Object.fromEntries(names.map((name) => [name, fieldOf(name, item)])),
    );
    return await writeObjects(context, objects, format);
  }
  const rows = eachAs(items, (item) => names.map((name) => toCell(fieldOf(name, item))));
  return await writeRows(context, { columns: names, rows, none: '' }, format);
}

async function writeColumns<Item>(
  { items, columns, linesBelow = () => [] }: Listing<Item>,
  context: Pick<Context, 'env' | 'stdout' | 'stderr' | 'color'>,
): Promise<number> {
  const paint = createPaint(context);
  const having = (fit: ListColumn<Item>['fit']) =>
    [...columns.keys()].filter((index) => columns[index]?.fit === fit);
  return await writeWindows(context, {
    items,
    columns: columns.map(({ heading }) => heading),
    cut: having('cut'),
    omitFirst: having('omit'),
    whole: having('whole'),
    part: (window) => ({
      rows: window.map((item) => columns.map(({ text }) => cellText(text(item)))),
      linesBelow: (row) => window.slice(row, row + 1).flatMap(linesBelow),
      paintCell(cell, row, column) {
        const styles = window.slice(row, row + 1).flatMap((item) => columns[column]?.style?.(item) ?? []);
        return paint(styles, cell);
      },
    }),
  });
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
