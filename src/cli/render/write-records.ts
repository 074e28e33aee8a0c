import type { Output } from '../context.ts';
import { safeJson } from '../output/json-names.ts';
import { writeText } from '../output/terminal.ts';
import { type CellValue, cellText } from './cell-text.ts';
import { type Rows, type RowsFormat, writeObjects, writeRows } from './write-rows.ts';

/** The columns of a kind of record for people and spreadsheets, in order. */
export type RecordColumns<Item> = Readonly<Record<string, (item: Item) => CellValue | undefined>>;

interface ListedRecords<Item> extends Pick<Rows, 'omitFirst' | 'none'> {
  readonly items: readonly Item[];
  readonly columns: RecordColumns<Item>;
}

/** Writes records of the service: complete in JSON, only their columns in all other formats. */
export async function writeRecords<Item extends object>(
  output: Output,
  { items, columns, ...layout }: ListedRecords<Item>,
  format: RowsFormat,
): Promise<void> {
  if (format === 'json' || format === 'ndjson') {
    await writeObjects(output, items, format);
  } else {
    const rows = items.map((item) => Object.values(columns).map((cell) => cell(item) ?? null));
    await writeRows(output, { columns: Object.keys(columns), rows, ...layout }, format);
  }
}

/** Writes one record of the service: complete as a line of JSON, or one field per line for people. */
export async function writeFacts<Item extends object>(
  output: Output,
  { item, columns }: { readonly item: Item; readonly columns: RecordColumns<Item> },
  isJson: boolean,
): Promise<void> {
  const width = Math.max(...Object.keys(columns).map((name) => name.length));
  const facts = Object.entries(columns)
    .map(([name, cell]): readonly [string, CellValue] => [name, cell(item) ?? null])
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}\n`);
  await writeText(output, isJson ? `${safeJson(item)}\n` : facts.join(''));
}

/** A boolean as a table cell; null if the service omits it. */
export function yesNo(claim: boolean | null | undefined): string | null {
  return claim === null || claim === undefined ? null : claim ? 'yes' : 'no';
}
