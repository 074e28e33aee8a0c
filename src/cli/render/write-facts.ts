import type { Output } from '../context.ts';
import { type CellValue, cellText } from './cell-text.ts';
import { safeJson } from './safe-json.ts';
import type { RecordColumns } from './write-records.ts';
import { writeText } from './write-text.ts';

/** Writes one record of the service: whole as a line of JSON, or a fact a line for people. */
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
