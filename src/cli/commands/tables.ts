import type { Command } from 'commander';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { documentSchema } from '../../store/schema-documentation.ts';
import { openStore } from '../../store/store.ts';
import type { CommandContext } from '../context.ts';
import { addHelpEnd } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import {
  addRowFormatFlags,
  chooseRowFormat,
  type RowFormatOptions,
  writeRows,
} from '../render/write-rows.ts';

/** `satchel tables`: lists what a query can select from. */
export function defineTables(command: Command, context: CommandContext): void {
  addStoreFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, ['tables', 'tables --db work.db --json']);
  command.action(async (options: StoreSettings & RowFormatOptions) => {
    const format = chooseRowFormat(options);
    const store = openStore(await findStore(options, context));
    try {
      const words = new Map(documentSchema().map((table) => [table.name, table.words]));
      const rows = store
        .tables()
        .map((table) => [
          table.name,
          table.kind,
          table.rows ?? null,
          words.get(table.name) ?? '',
          table.columns.join(', '),
        ]);
      const columns = ['name', 'kind', 'rows', 'words', 'columns'];
      await writeRows(context, { columns, rows, omitFirst: ['columns', 'kind'] }, format);
    } finally {
      store.close();
    }
  });
}
