import type { Command } from 'commander';
import { terminalLine } from '../../../base/index.ts';
import { ARCHIVE_KEPT_DAYS, type Migration, type MigrationId } from '../../../model/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, parseMigrationId } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { addViewFlags, type ViewFlags, viewOf } from './view-flags.ts';

const DAY_MS = 86_400_000;

/** `satchel export status ID`: one migration as the service shows it now. */
export function defineStatus(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addViewFlags(command);
  addHelpEnd(command, ['export status 7', 'export status 7 --json']);
  command.action(async (id: MigrationId, flags: ServiceCommandFlags & ViewFlags) => {
    await runAsJob(flags, context, async ({ migrations }) => {
      const migration = await migrations.get(id, viewOf(flags));
      context.stdout.write(flags.json === true ? jsonLine(migration) : describe(migration));
    });
  });
}

function describe(migration: Migration): string {
  const switches = Object.entries(migration.switches).filter(([, isOn]) => isOn);
  const keptUntil = new Date(Date.parse(migration.updatedAt) + ARCHIVE_KEPT_DAYS * DAY_MS).toISOString();
  const lines = [
    `Migration ${migration.id}: ${migration.state}`,
    `  created  ${migration.createdAt}`,
    `  updated  ${migration.updatedAt}`,
    ...(migration.state === 'exported'
      ? [`  archive  kept until about ${keptUntil}, unless it was deleted`]
      : []),
    ...(switches.length > 0 ? [`  switches ${switches.map(([name]) => name).join(', ')}`] : []),
    ...migration.repositories.map((name) => `  ${name}`),
  ];
  return `${lines.map(terminalLine).join('\n')}\n`;
}
