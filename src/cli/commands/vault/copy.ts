import type { Command } from 'commander';
import { type IdentitySettings, openingOf } from '../../../app/archive-argument.ts';
import { encryptionOf } from '../../../app/backup-settings.ts';
import { environmentOfVault } from '../../../app/configuration.ts';
import type { Report } from '../../../app/context.ts';
import { reportCopying } from '../../../app/report-vault-work.ts';
import { countText, formatSize } from '../../../base/sizes.ts';
import { openCopySource, openCopyTarget } from '../../../keeping/copy-ends.ts';
import { type CopyReport, copyVault } from '../../../keeping/copy-vault.ts';
import { ENCRYPTION_SETTINGS } from '../../../model/backup-settings.table.ts';
import { FAILURES } from '../../../model/failures.table.ts';
import type { SettingsOf } from '../../../model/settings.ts';
import { requireDriver } from '../../../store/driver.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../../flags/flags.ts';
import { addIdentityFlag, noteNewVault } from '../../flags/identity-flags.ts';
import { addSettingFlags } from '../../flags/setting-flags.ts';
import { createReporter, type Reporter } from '../../output/reporter.ts';

interface CopyFlags extends IdentitySettings, SettingsOf<typeof ENCRYPTION_SETTINGS>, CommonFlags {
  readonly dryRun?: boolean;
}

/** `satchel vault copy FROM TO`: copies what TO does not have, between directories and object storage. */
export function defineCopy(command: Command, context: CommandContext): void {
  command.argument('<from>', 'the vault to copy: a directory or s3://BUCKET/PREFIX');
  command.argument('<to>', 'the vault to copy to, which is created if it does not exist');
  addFlag(command, '-n, --dry-run', 'show what would be copied, and copy nothing');
  addSettingFlags(command, ENCRYPTION_SETTINGS);
  addIdentityFlag(command);
  addHelpEnd(command, [
    'vault copy ~/work s3://backups/work',
    'vault copy ~/work s3://backups/work --recipients-file keys.txt',
    'vault copy s3://backups/work ~/restored --identity-file key.txt',
  ]);
  command.action(async (from: string, to: string, flags: CopyFlags) => {
    requireDriver();
    const encryption = await encryptionOf(flags);
    const reporter = createReporter(context, flags);
    const { clock, random, signal } = context;
    const { decrypt } = await openingOf(flags);
    const onWait = (message: string) => reporter.note(message);
    const options = { clock, random, signal, encryption, decrypt, onWait };
    const source = await openCopySource(from, {
      ...options,
      env: await environmentOfVault(from, context),
    });
    try {
      const isDryRun = flags.dryRun === true;
      const env = await environmentOfVault(to, context);
      const target = await openCopyTarget(to, { ...options, env, source, create: !isDryRun });
      try {
        const onEvent = reportCopying({ onReport: reportTo(reporter) }, isDryRun);
        noteNewVault(target, reporter);
        const report = await copyVault({ from: source, to: target, decrypt, isDryRun, signal, onEvent });
        reporter.end();
        finish(report, isDryRun, reporter, context);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  });
}

/** Small files are only reported to programs. */
function reportTo(reporter: Reporter): (report: Report) => void {
  return (report) =>
    report.type === 'copied' && report.level === 'debug'
      ? reporter.event(report.type, report.fields)
      : reporter.report(report);
}

function finish(
  { copied, copiedBytes, known, troubles }: CopyReport,
  isDryRun: boolean,
  reporter: Reporter,
  context: CommandContext,
): void {
  const failed = troubles.map(({ code, message }) => ({ code, message }));
  const text = describeCopy(copied, copiedBytes, isDryRun);
  const rest = known === 0 ? '' : `; ${countText(known, 'archive')} there already`;
  reporter.event('summary', { isDryRun, copied, copiedBytes, known, failed }, `${text}${rest}`);
  for (const hint of new Set(troubles.map(({ commandHint }) => commandHint))) {
    reporter.note(hint);
  }
  const [trouble] = troubles;
  context.endWith(trouble === undefined ? 'done' : FAILURES[trouble.code].exit);
}

/** `Copied 2 archives, 43 files and the store (2.9 MiB)` */
function describeCopy(copied: CopyReport['copied'], copiedBytes: number, isDryRun: boolean): string {
  const parts = [
    ...(copied.archive > 0 ? [countText(copied.archive, 'archive')] : []),
    ...(copied.file > 0 ? [countText(copied.file, 'file')] : []),
    ...(copied.repository > 0 ? [countText(copied.repository, 'repository', 'repositories')] : []),
    ...(copied.store > 0 ? ['the store'] : []),
  ];
  const last = parts.pop();
  if (last === undefined) {
    return 'Nothing to copy';
  }
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `${isDryRun ? 'Would copy' : 'Copied'} ${list} (${formatSize(copiedBytes)})`;
}
