import { Failure, nearestName, quoteText, terminalText } from '../../base/index.ts';
import type { Context } from '../context.ts';
import { safeJson } from '../json-names.ts';
import type { CellValue } from './cell-text.ts';
import type { Style } from './painter.ts';
import { type RowsFormat, writeRows } from './write-rows.ts';
import { writeText } from './write-text.ts';

/** The value of a field: lists are arrays in JSON, and joined by commas elsewhere. */
export type FieldValue = null | string | number | boolean | readonly string[];

/** The fields available in JSON and other formats for programs, by name. */
export type Fields<Item> = Readonly<Record<string, (item: Item) => FieldValue>>;

/** A column in the output for people. */
export interface ListColumn<Item> {
  readonly heading: string;
  readonly text: (item: Item) => string;
  readonly style?: (item: Item) => Style;
  /** Whether and in which order a column is truncated if a line is too long; columns without it are never truncated. */
  readonly shrink?: 'first' | 'last';
}

export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly fields: Fields<Item>;
  /** The default fields in formats for programs. */
  readonly usual: readonly string[];
  /** The fields that the user selected. */
  readonly chosen: readonly string[] | undefined;
  readonly columns: readonly ListColumn<Item>[];
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
  context: Pick<Context, 'env' | 'stdout'>,
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
    await writeText(stdout, format === 'json' ? arrayText(objects) : linesText(objects));
  } else if (format === 'table' && stdout.isTTY === true && chosen === undefined) {
    const { formatColumns } = await import('./format-columns.ts');
    await writeText(stdout, items.length === 0 ? '' : formatColumns(listing, context));
  } else {
    const rows = items.map((item) => values(item).map(toCell));
    await writeRows(stdout, { columns: names, rows }, format);
  }
}

function arrayText(objects: readonly object[]): string {
  return objects.length === 0
    ? '[]\n'
    : `[\n${objects.map((object) => `  ${safeJson(object)}`).join(',\n')}\n]\n`;
}

function linesText(objects: readonly object[]): string {
  return objects.map((object) => `${safeJson(object)}\n`).join('');
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
