import type { Output } from '../context.ts';
import { terminalColumns } from '../output/terminal.ts';
import type { TableOptions, TablePart } from './text-table.ts';
import { createPieceWriter, noteCut, type Sequence } from './write-list.ts';

/** Rows that are laid out together. Further rows take the widths of the first, and another heading where they need more. */
const TABLE_WINDOW_ROWS = 2_000;

interface Table<Item> extends Omit<TableOptions, 'widthColumns'> {
  readonly items: Sequence<Item>;
  /** The cells of some items, and how they are shown. */
  readonly part: (items: readonly Item[]) => TablePart;
}

/** Writes a table for people while its rows are read. Returns the number of rows; without any it writes nothing. */
export async function writeWindows<Item>(
  { stdout, stderr }: { readonly stdout: Output; readonly stderr?: Output },
  { items, part, ...options }: Table<Item>,
): Promise<number> {
  const { createTable } = await import('./text-table.ts');
  const format = createTable({ ...options, widthColumns: terminalColumns(stdout) });
  const write = createPieceWriter(stdout);
  let count = 0;
  let window: Item[] = [];
  const flush = async () => {
    const shown = window;
    window = [];
    if (shown.length > 0) {
      await write(format(part(shown)), TABLE_WINDOW_ROWS * 2); // Widths leave much to collect.
    }
  };
  try {
    for await (const item of items) {
      window.push(item);
      count += 1;
      if (window.length === TABLE_WINDOW_ROWS) {
        await flush();
      }
    }
  } catch (error) {
    stdout.write(window.length === 0 ? '' : format(part(window))); // Without waiting: perhaps no one reads any more.
    if (count > 0 && stderr !== undefined) {
      noteCut(stderr, count);
    }
    throw error;
  }
  await flush();
  return count;
}
