import type { Output } from '../context.ts';
import { cellText } from './cell-text.ts';
import { safeJson } from './safe-json.ts';
import type { RecordColumns } from './write-records.ts';
import { writeText } from './write-text.ts';

/** Writes one record of the service: whole as a line of JSON, or a fact a line for people. */
export async function writeFacts<Item extends object>(
  output: Output,
  { item, columns }: { readonly item: Item; readonly columns: RecordColumns<Item> },
  isJson: boolean,
): Promise<void> {
  if (isJson) {
    await writeText(output, `${safeJson(item)}\n`);
    return;
  }
  const { formatFacts } = await import('./text-table.ts');
  const cells = Object.values(columns).map((cell) => cellText(cell(item) ?? null));
  await writeText(output, formatFacts(Object.keys(columns), cells));
}
