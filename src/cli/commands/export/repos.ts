import type { Command } from 'commander';
import type { MigrationId } from '../../../model/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, parseMigrationId } from '../../flags.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/row-format-flags.ts';
import { yesNo } from '../../render/write-records.ts';
import { writeRows } from '../../render/write-rows.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';

type ReposFlags = ServiceCommandFlags & Omit<RowFormatOptions, 'json'>;

/** `satchel export repos [ID]`: what a migration holds, or what could be exported. */
export function defineRepos(command: Command, context: CommandContext): void {
  command.argument(
    '[id]',
    'id of a migration (default: all repositories that can be exported)',
    parseMigrationId,
  );
  addRowFormatFlags(command);
  addHelpEnd(command, ['export repos', 'export repos 7 --csv']);
  command.action(async (id: MigrationId | undefined, flags: ReposFlags) => {
    const format = chooseRowFormat(flags);
    await runAsJob(flags, context, async ({ migrations, repositories, owner }) => {
      const rows: (readonly (string | null)[])[] = [];
      for await (const found of id === undefined
        ? repositories.listFor(owner)
        : migrations.repositories(id)) {
        rows.push([
          found.fullName,
          yesNo(found.isPrivate),
          yesNo(found.isFork),
          yesNo(found.isArchived),
          found.language ?? null,
        ]);
      }
      const columns = ['repository', 'private', 'fork', 'archived', 'language'];
      await writeRows(context.stdout, { columns, rows }, format);
    });
  });
}
