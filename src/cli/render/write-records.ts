import type { Output } from '../context.ts';
import { safeJson } from '../output/json-names.ts';
import { writeText } from '../output/terminal.ts';
import { type CellValue, cellText } from './cell-text.ts';
import { eachAs, type Sequence, type Streams, writeObjects } from './write-list.ts';
import { type Rows, type RowsFormat, writeRows } from './write-rows.ts';

/** The columns of a kind of record for people and spreadsheets, in order. */
export type RecordColumns<Item> = Readonly<Record<string, (item: Item) => CellValue | undefined>>;

interface ListedRecords<Item> extends Pick<Rows, 'omitFirst' | 'none'> {
  readonly items: Sequence<Item>;
  readonly columns: RecordColumns<Item>;
  /** The JSON of a record, if it is not as the service wrote it. */
  readonly textOf?: (item: Item) => string;
}

/** Writes records of the service: complete in JSON, only their columns in all other formats. */
export async function writeRecords<Item extends object>(
  streams: Streams,
  { items, columns, textOf, ...layout }: ListedRecords<Item>,
  format: RowsFormat,
): Promise<number> {
  if (format === 'json' || format === 'ndjson') {
    return await writeObjects(streams, items, format, textOf);
  }
  const rows = eachAs(items, (item) => Object.values(columns).map((cell) => cell(item) ?? null));
  return await writeRows(streams, { columns: Object.keys(columns), rows, ...layout }, format);
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
