import type { Service } from '../../app/service.ts';
import { assessRepositories } from '../../backup/choose-repositories.ts';
import { countText } from '../../base/sizes.ts';
import type { BackupRequest } from '../../model/backup-request.ts';
import type { CommandContext } from '../context.ts';
import { writeRows } from '../render/write-rows.ts';
import { jsonLine } from './json-names.ts';
import type { Reporter } from './reporter.ts';

export const DRY_RUN_WORDS = 'only show which repositories would be exported';

/** Shows what would be exported, and why other repositories would not be; starts nothing. */
export async function showChoice(
  request: BackupRequest,
  service: Service,
  {
    flags,
    reporter,
    context,
  }: {
    readonly flags: { readonly json?: boolean };
    readonly reporter: Reporter;
    readonly context: CommandContext;
  },
): Promise<void> {
  const verdicts =
    request.repositories === undefined
      ? await assessRepositories(request.selection ?? {}, {
          owner: service.owner,
          repositories: service.repositories,
          nowMs: context.clock.now(),
        })
      : request.repositories.map((repository) => ({ repository, isTaken: true, reason: 'it was named' }));
  if (flags.json === true) {
    context.stdout.write(jsonLine({ repositories: verdicts }));
    return;
  }
  const rows = verdicts.map(({ repository, isTaken, reason }) => [
    repository,
    isTaken ? 'yes' : 'no',
    reason,
  ]);
  await writeRows(context, { columns: ['repository', 'exported', 'reason'], rows }, 'table');
  const taken = verdicts.filter(({ isTaken }) => isTaken).length;
  reporter.note(`Would export ${taken} of ${countText(verdicts.length, 'repository', 'repositories')}`);
}
