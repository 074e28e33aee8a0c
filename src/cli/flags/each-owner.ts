import type { BackupSettings } from '../../app/backup-settings.ts';
import { planOwners } from '../../app/plan-owners.ts';
import { EXIT_CODES, type ExitName } from '../../model/exit-codes.table.ts';
import { detailOf, exitOf, Failure, messageOf } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { createReporter } from '../output/reporter.ts';
import { wrapText } from '../render/wrap-text.ts';
import type { CommonFlags } from './flags.ts';

export interface OwnerFlags {
  readonly allOrgs?: boolean;
  readonly skipOrg?: readonly string[];
}

type Flags = Partial<BackupSettings> & OwnerFlags & CommonFlags;

/**
 * Calls `backUp` for the account and for every organization that it owns, one after another. A failure of one is
 * reported and does not stop the others; it throws only if all fail. Returns the last result, and ends with the worst
 * exit status.
 */
export async function eachOwner<Choices extends Flags, Result>(
  flags: Choices,
  context: CommandContext,
  backUp: (choices: Choices, context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const reporter = createReporter(context, flags);
  const { backups, notOwned } = await planOwners(flags, { ...context, onReport: reporter.report });
  if (notOwned.length > 0) {
    reporter.note(`Left out, because only owners can export an organization: ${notOwned.join(', ')}`);
  }
  const exits: ExitName[] = ['done'];
  const results: Result[] = [];
  const failures: Failure[] = [];
  const ownContext = { ...context, endWith: (exit: ExitName) => void exits.push(exit) };
  for (const [index, choices] of backups.entries()) {
    const owner = choices.org === undefined ? 'the account' : `the organization "${choices.org}"`;
    reporter.note(`Backing up ${owner} (${index + 1} of ${backups.length})`);
    try {
      results.push(await backUp(choices, ownContext));
    } catch (error) {
      if (context.signal.aborted || !(error instanceof Failure)) {
        throw error;
      }
      failures.push(error);
      if (detailOf(error, 'hasNothingToExport') === true) {
        reporter.note(error.message);
        continue;
      }
      exits.push('warnings');
      const { code, commandHint: hint } = error;
      const message = messageOf(error);
      const exitStatus = statusOf(exitOf(error));
      reporter.event('failed', { organization: choices.org ?? null, code, exitStatus, message, hint });
      context.stderr.write(wrapText(`satchel: ${message}. ${hint}.\n`, context.stderr));
    }
  }
  const [failure] = failures;
  if (failure !== undefined && results.length === 0) {
    throw failure;
  }
  context.endWith(exits.reduce((worst, exit) => (statusOf(exit) > statusOf(worst) ? exit : worst)));
  return results.at(-1) as Result; // There is one, because the account is always planned and not all have failed.
}

function statusOf(exit: ExitName): number {
  return EXIT_CODES[exit].status;
}
