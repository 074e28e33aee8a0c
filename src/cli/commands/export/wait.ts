import type { Command } from 'commander';
import { definedMembers, formatDuration, terminalLine } from '../../../base/index.ts';
import { waitForMigration } from '../../../export/index.ts';
import type { MigrationId } from '../../../model/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, parseMigrationId } from '../../flags.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { addWaitFlags, type WaitFlags } from '../../wait-flags.ts';

/** `satchel export wait ID`: prints the state on stdout once it is `exported`. */
export function defineWait(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addWaitFlags(command);
  addHelpEnd(command, ['export wait 7', 'export wait 7 --timeout 2h && satchel export download 7']);
  command.action(async (id: MigrationId, flags: ServiceCommandFlags & WaitFlags) => {
    await runAsJob(flags, context, async ({ migrations }, reporter) => {
      const migration = await waitForMigration({
        ...definedMembers({ pollIntervalMs: flags.pollInterval, deadlineMs: flags.timeout }),
        migrations,
        id,
        clock: context.clock,
        signal: context.signal,
        onState: ({ state }, elapsedMs, nextPollMs) => {
          const { clock } = context;
          const askedMs = clock.now();
          reporter.progress(
            'waiting',
            { id, state, elapsedMs, nextPollMs },
            () => `Migration ${id}: ${state} after ${formatDuration(elapsedMs + clock.now() - askedMs)}`,
          );
        },
        onTrouble: ({ message }, nextPollMs) =>
          reporter.note(`${message}; asking again in ${formatDuration(nextPollMs)}`),
      });
      reporter.event('summary', migration);
      if (flags.json !== true) {
        context.stdout.write(`${terminalLine(migration.state)}\n`);
      }
    });
  });
}
