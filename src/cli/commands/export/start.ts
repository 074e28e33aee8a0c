import type { Command } from 'commander';
import { type RequestSettings, readRequest } from '../../../app/index.ts';
import { chooseRepositories } from '../../../backup/index.ts';
import { countText } from '../../../base/index.ts';
import { startMigration } from '../../../export/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { addRequestFlags } from '../../request-flags.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { showChoice } from '../../selection-flags.ts';

type StartFlags = ServiceCommandFlags & RequestSettings & { readonly dryRun?: boolean };

/** `satchel export start`: prints the id of the migration, and nothing else, on stdout. */
export function defineStart(command: Command, context: CommandContext): void {
  addRequestFlags(command);
  addHelpEnd(command, [
    'export start --repository acme/rocket',
    'export start --repositories-from list.txt --exclude-releases',
    'export start --match "acme/web-*" --archived no --dry-run',
  ]);
  command.action(async (flags: StartFlags) => {
    await runAsJob(flags, context, async (service, reporter) => {
      const wish = await readRequest(flags, context);
      if (flags.dryRun === true) {
        return await showChoice(wish, service, { flags, reporter, context });
      }
      const request = await chooseRepositories(wish, {
        owner: service.owner,
        repositories: service.repositories,
        nowMs: context.clock.now(),
        onOdd: (message) => reporter.note(message),
      });
      const { migration, isAdopted } = await startMigration({
        migrations: service.migrations,
        request,
        repositoryIds: service.repositories.idsOf(request.repositories),
      });
      const verb = isAdopted ? 'Found a running' : 'Started';
      reporter.note(
        `${verb} migration ${migration.id} of ${countText(request.repositories.length, 'repository', 'repositories')} (${migration.state})`,
      );
      if (request.lockRepositories === true) {
        reporter.note(`The repositories are locked until "satchel export unlock ${migration.id}"`);
      }
      context.stdout.write(flags.json === true ? jsonLine({ ...migration, isAdopted }) : `${migration.id}\n`);
    });
  });
}
