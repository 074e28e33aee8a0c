import type { Command } from 'commander';
import { Failure } from '../../../model/failure.ts';
import type { MigrationId } from '../../../model/migrations.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, parseMigrationId } from '../../flags/flags.ts';
import { runAsJob, type ServiceCommandFlags } from '../../flags/run-with-service.ts';
import { jsonLine } from '../../output/json-names.ts';

/** `satchel export unlock ID [NAME…]`: unlocks repositories that a migration locked. */
export function defineUnlock(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration that locked them', parseMigrationId);
  command.argument('[repositories...]', 'OWNER/NAME of each (default: all of the migration)');
  addHelpEnd(command, ['export unlock 7', 'export unlock 7 acme/rocket']);
  command.action(async (id: MigrationId, named: readonly string[], flags: ServiceCommandFlags) => {
    await runAsJob(flags, context, async ({ migrations }) => {
      const { repositories } = await migrations.get(id);
      const names = named.length > 0 ? named : repositories;
      const unknown = names.find((name) => !repositories.some((known) => isSameRepository(known, name)));
      if (unknown !== undefined) {
        throw new Failure('absent', `Cannot unlock "${unknown}": migration ${id} does not contain it`, {
          hint: `"satchel export repos ${id}" lists its repositories`,
        });
      }
      for (const repository of names) {
        const outcome = await migrations.unlock(id, repository);
        const words = outcome === 'unlocked' ? 'unlocked' : 'was not locked, or this token cannot see it';
        context.stdout.write(
          flags.json === true ? jsonLine({ repository, outcome }) : `${repository}: ${words}\n`,
        );
      }
    });
  });
}

/** Whether `name`, with or without its owner, names a repository. */
function isSameRepository(repository: string, name: string): boolean {
  const known = repository.toLowerCase();
  const wanted = name.toLowerCase();
  return wanted.includes('/') ? wanted === known : known.endsWith(`/${wanted}`);
}
