import type { Command } from 'commander';
import type { Migration } from '../../../model/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseWholeNumber } from '../../flags.ts';
import { toJsonNames } from '../../json-names.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/row-format-flags.ts';
import { safeJson } from '../../render/safe-json.ts';
import { writeRows } from '../../render/write-rows.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { addViewFlags, type ViewFlags, viewOf } from './view-flags.ts';

interface ListFlags extends ServiceCommandFlags, ViewFlags, Omit<RowFormatOptions, 'json'> {
  readonly limit?: number;
}

const COLUMNS = ['id', 'state', 'created_at', 'updated_at', 'repositories', 'guid'] as const;

/** `satchel export list`: every migration that the service remembers, in its order. */
export function defineList(command: Command, context: CommandContext): void {
  addFlag(command, '--limit <number>', 'maximum number of results', { parse: parseWholeNumber });
  addViewFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, ['export list', 'export list --limit 5 --csv']);
  command.action(async (flags: ListFlags) => {
    const format = chooseRowFormat(flags);
    await runAsJob(flags, context, async ({ migrations }) => {
      const found = await takeMigrations(migrations.list(viewOf(flags)), flags.limit);
      if (format === 'json') {
        context.stdout.write(`${safeJson(toJsonNames(found), 2)}\n`);
        return;
      }
      const rows = found.map(({ id, state, createdAt, updatedAt, repositories, guid }) => [
        id,
        state,
        createdAt,
        updatedAt,
        flags.exclude === undefined ? repositories.length : null,
        guid,
      ]);
      await writeRows(context.stdout, { columns: COLUMNS, rows }, format);
    });
  });
}

async function takeMigrations(
  migrations: AsyncIterable<Migration>,
  limit: number | undefined,
): Promise<readonly Migration[]> {
  const found: Migration[] = [];
  for await (const migration of migrations) {
    if (limit !== undefined && found.length >= limit) {
      break;
    }
    found.push(migration);
  }
  return found;
}
