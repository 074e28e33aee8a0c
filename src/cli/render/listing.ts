import stringWidth from 'string-width';
import { Failure, nearestName, quoteText, terminalText } from '../../base/index.ts';
import type { Context } from '../context.ts';
import { usableColumns } from '../terminal.ts';
import type { CellValue } from './cell-text.ts';
import { cellText } from './cell-text.ts';
import { createPaint, type Style } from './painter.ts';
import { safeJson } from './safe-json.ts';
import { fitCell } from './text-table.ts';
import { type RowsFormat, writeRows } from './write-rows.ts';
import { writeText } from './write-text.ts';

/** A value of a field: lists are arrays in JSON, and joined by commas elsewhere. */
export type FieldValue = null | string | number | boolean | readonly string[];

/** What programs can get of each item, by name. */
export type Fields<Item> = Readonly<Record<string, (item: Item) => FieldValue>>;

/** A column that people see. */
export interface ListColumn<Item> {
  readonly heading: string;
  readonly text: (item: Item) => string;
  readonly style?: (item: Item) => Style;
  /** Which columns give way where a line is longer than the terminal; the others stay whole. */
  readonly shrink?: 'first' | 'last';
}

export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly fields: Fields<Item>;
  /** The fields that programs get unless they choose. */
  readonly usual: readonly string[];
  /** The fields that were chosen. */
  readonly chosen: readonly string[] | undefined;
  readonly columns: readonly ListColumn<Item>[];
}

/** Fails with `usage` where a name is no field, and says which there are. */
export function requireFields(names: readonly string[], fields: readonly string[]): void {
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, fields);
    const guess = nearest === undefined ? '' : `Did you mean ${nearest}? `;
    throw new Failure('usage', `Cannot write the field ${quoteText(unknown)}: there is none of this name`, {
      hint: `${guess}There are ${fields.join(', ')}`,
    });
  }
}

/** Writes a list: aligned columns on a terminal, tab-separated values in a pipe, or the format that was asked for. */
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
    await writeText(stdout, items.length === 0 ? '' : formatColumns(listing, context));
  } else {
    const rows = items.map((item) => values(item).map(toCell));
    const chosenFormat = format === 'table' && stdout.isTTY !== true ? 'tsv' : format;
    await writeRows(stdout, { columns: names, rows }, chosenFormat);
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

/** Rows often end in a terminal, by way of head or grep; the exact texts are in JSON. */
function toCell(value: FieldValue): CellValue {
  if (typeof value === 'boolean') {
    return Number(value);
  }
  if (value === null || typeof value === 'number') {
    return value;
  }
  return terminalText(typeof value === 'string' ? value : value.join(', '));
}

function formatColumns<Item>(
  { items, columns }: Listing<Item>,
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

/** Takes the excess from the columns that give way first, then from the others that do. */
function shrinkWidths(
  natural: readonly number[],
  columns: readonly { readonly shrink?: 'first' | 'last' }[],
  room: number,
): readonly number[] {
  const widths = [...natural];
  let excess = natural.reduce((sum, width) => sum + width, GAP.length * (natural.length - 1)) - room;
  for (const turn of ['first', 'last'] as const) {
    for (const [column, width] of widths.entries()) {
      if (columns[column]?.shrink === turn) {
        const taken = Math.min(Math.max(0, excess), Math.max(0, width - KEPT_COLUMNS[turn]));
        widths[column] = width - taken;
        excess -= taken;
      }
    }
  }
  return widths;
}
