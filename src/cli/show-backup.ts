import { type BackupSettings, type PerformedBackup, performBackup } from '../app/index.ts';
import type { CommandContext } from './context.ts';
import { describeBackup, takenText } from './render/describe-backup.ts';
import { wrapText } from './render/wrap-text.ts';
import { createReporter } from './reporter.ts';

interface OutputFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs a backup, and shows its progress and result; sets the exit status. */
export async function showBackup(
  settings: BackupSettings,
  { json = false, quiet = false }: OutputFlags,
  context: CommandContext,
): Promise<PerformedBackup> {
  const reporter = createReporter(context, { json, quiet });
  try {
    const performed = await performBackup(settings, { ...context, onReport: reporter.report });
    context.endWith(performed.exit);
    if ('storePath' in performed && !json && (!quiet || performed.exit !== 'done')) {
      // With --quiet, success prints nothing, because cron mails all output.
      context.stdout.write(wrapText(describeBackup(performed), context.stdout));
    } else if ('storePath' in performed && !json && performed.isFromEarlier) {
      // Older data than a person may expect.
      context.stdout.write(`Backup of ${performed.account}: taken ${takenText(performed)}\n`);
    }
    return performed;
  } finally {
    reporter.end();
  }
}
