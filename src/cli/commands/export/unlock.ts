import type { Command } from 'commander';
import type { MigrationId } from '../../../model/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, parseMigrationId } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';

/** `satchel export unlock ID [NAME…]`: gives locked repositories back to their people. */
export function defineUnlock(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration that locked them', parseMigrationId);
  command.argument('[repositories...]', 'OWNER/NAME of each (default: all of the migration)');
  addHelpEnd(command, ['export unlock 7', 'export unlock 7 acme/rocket']);
  command.action(async (id: MigrationId, named: readonly string[], flags: ServiceCommandFlags) => {
    await runAsJob(flags, context, async ({ migrations }) => {
      const names = named.length > 0 ? named : (await migrations.get(id)).repositories;
      for (const repository of names) {
        const outcome = await migrations.unlock(id, repository);
        const words = outcome === 'unlocked' ? 'unlocked' : 'was not locked';
        context.stdout.write(
          flags.json === true ? jsonLine({ repository, outcome }) : `${repository}: ${words}\n`,
        );
      }
    });
  });
}
