import type { Output } from '../context.ts';
import type { CellValue } from './cell-text.ts';
import { safeJson } from './safe-json.ts';
import { type RowsFormat, writeRows } from './write-rows.ts';
import { writeText } from './write-text.ts';

/** The columns that a kind of record has for people and spreadsheets, in order. */
export type RecordColumns<Item> = Readonly<Record<string, (item: Item) => CellValue | undefined>>;

/** Writes records of the service: whole in JSON, by their columns in every other format. */
export async function writeRecords<Item extends object>(
  output: Output,
  { items, columns }: { readonly items: readonly Item[]; readonly columns: RecordColumns<Item> },
  format: RowsFormat,
): Promise<void> {
  if (format === 'json') {
    const lines = items.map((item) => `  ${safeJson(item)}`);
    await writeText(output, lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
  } else if (format === 'ndjson') {
    await writeText(output, items.map((item) => `${safeJson(item)}\n`).join(''));
  } else {
    const rows = items.map((item) => Object.values(columns).map((cell) => cell(item) ?? null));
    await writeRows(output, { columns: Object.keys(columns), rows }, format);
  }
}
