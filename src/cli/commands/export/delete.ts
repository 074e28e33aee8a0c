import type { Command } from 'commander';
import type { MigrationId } from '../../../model/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseMigrationId } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';

/** `satchel export delete ID`: the service's copy goes; the migration stays readable there. */
export function defineDelete(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addFlag(command, '-n, --dry-run', 'show what would be deleted, and delete nothing');
  addHelpEnd(command, ['export delete 7 --dry-run', 'export delete 7']);
  command.action(async (id: MigrationId, flags: ServiceCommandFlags & { readonly dryRun?: boolean }) => {
    await runAsJob(flags, context, async ({ migrations }) => {
      const { state, createdAt } = await migrations.get(id, { exclude: ['repositories'] });
      const outcome = flags.dryRun === true ? 'would-delete' : await migrations.deleteArchive(id);
      const words = {
        'would-delete': `Would delete the archive of migration ${id} (${state}, created ${createdAt})`,
        deleted: `Deleted the archive of migration ${id}`,
        absent: `Migration ${id} has no archive (any more): nothing to delete`,
      }[outcome];
      context.stdout.write(flags.json === true ? jsonLine({ id, outcome }) : `${words}\n`);
    });
  });
}
