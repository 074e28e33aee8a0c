import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { openStore } from '../../store/store.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { writeText } from '../output/terminal.ts';

interface DatasetteFlags extends StoreSettings {
  readonly title: string;
}

/** `satchel datasette`: prints metadata with which Datasette describes a store and offers the saved queries. */
export function defineDatasette(command: Command, context: CommandContext): void {
  addStoreFlags(command);
  addFlag(command, '--title <text>', 'title of the site', { default: 'Satchel' });
  addHelpEnd(command, [
    'datasette > metadata.json',
    'datasette --vault ~/work --title "Work of acme" > metadata.json',
  ]);
  command.action(async ({ title, ...flags }: DatasetteFlags) => {
    const path = await findStore(flags, context);
    const store = openStore(path);
    try {
      const { describeForDatasette } = await import('../../dump/datasette-metadata.ts');
      const database = basename(path, extname(path));
      const metadata = describeForDatasette({ title, database, tables: store.tables() });
      await writeText(context.stdout, `${JSON.stringify(metadata, null, 2)}\n`);
    } finally {
      store.close();
    }
  });
}
