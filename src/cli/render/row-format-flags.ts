import type { Command } from 'commander';
import { Failure } from '../../base/index.ts';
import { addFlag } from '../flags.ts';
import { ROW_FORMATS, type RowFormatName } from './row-formats.table.ts';
import type { RowsFormat } from './write-rows.ts';

/** The values of the format flags; `json` is a flag of every command. */
export type RowFormatOptions = Readonly<Partial<Record<RowFormatName | 'raw', boolean>>>;

/** Adds a flag for each format of rows. */
export function addRowFormatFlags(command: Command): void {
  for (const [name, { summary }] of Object.entries(ROW_FORMATS)) {
    if (name !== 'json') {
      addFlag(command, `--${name}`, `write ${summary}`);
    }
  }
  addFlag(command, '--raw', 'write only the first value, unformatted');
}

/** The one format that was asked for, else a table. */
export function chooseRowFormat(options: RowFormatOptions): RowsFormat {
  const names = [...Object.keys(ROW_FORMATS), 'raw'] as (RowFormatName | 'raw')[]; // Keys of the table itself.
  const [chosen, ...others] = names.filter((name) => options[name] === true);
  if (others.length > 0) {
    throw new Failure('usage', `Cannot write rows as --${chosen} and --${others.join(' and --')} at once`, {
      hint: 'Choose one format',
    });
  }
  return chosen ?? 'table';
}
