import type { Command } from 'commander';
import { openingOf } from '../../../app/archive-argument.ts';
import { encryptionOf } from '../../../app/backup-settings.ts';
import { rememberLast } from '../../../app/last-used.ts';
import { reportImporting } from '../../../app/report-vault-work.ts';
import { openNamedVault, type VaultSettings, withLockedVault } from '../../../app/vault-location.ts';
import { satchelVersion } from '../../../base/own-package.ts';
import { countText } from '../../../base/sizes.ts';
import type { ImportEvent, ImportReport } from '../../../keeping/import-archives.ts';
import { ENCRYPTION_SETTINGS } from '../../../model/backup-settings.table.ts';
import { messageOf } from '../../../model/failure.ts';
import { FAILURES } from '../../../model/failures.table.ts';
import { exitOfFindings } from '../../../model/findings.ts';
import type { SettingsOf } from '../../../model/settings.ts';
import { requireDriver } from '../../../store/driver.ts';
import { archiveIdOf } from '../../../vault/manifest.ts';
import type { CommandContext } from '../../context.ts';
import { type ArchiveFlags, addArchiveFlags, readingOf } from '../../flags/archive-flags.ts';
import { addFlag, addHelpEnd, type CommonFlags, parsePastTime } from '../../flags/flags.ts';
import { noteNewVault } from '../../flags/identity-flags.ts';
import { addSettingFlags } from '../../flags/setting-flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { createReporter, type Reporter } from '../../output/reporter.ts';

interface ImportFlags
  extends VaultSettings,
    SettingsOf<typeof ENCRYPTION_SETTINGS>,
    ArchiveFlags,
    CommonFlags {
  readonly move?: boolean;
  readonly account?: string;
  readonly takenAt?: number;
  readonly load?: boolean;
  readonly git?: boolean;
}

/** `satchel vault import ARCHIVE…`: verifies archives, creates their manifests and loads them, the oldest first. */
export function defineImport(command: Command, context: CommandContext): void {
  command.argument('<archives...>', '.tar.gz or .tar files, which may be encrypted with age');
  addVaultFlag(command);
  addFlag(command, '--move', 'remove each file after importing it');
  addFlag(
    command,
    '--account <name>',
    'the account that it belongs to (default: the owner of most of its repositories)',
  );
  addFlag(command, '--taken-at <time>', 'when it was taken (default: the date of its newest file)', {
    parse: (text) => parsePastTime(text, context.clock.now()),
  });
  addFlag(command, '--no-load', 'do not load the archives into the store');
  addFlag(command, '--no-git', 'do not keep git repositories next to the store');
  addSettingFlags(command, ENCRYPTION_SETTINGS);
  addArchiveFlags(command);
  addHelpEnd(command, [
    'vault import --vault ~/work 2019.tar.gz 2023.tar.gz',
    'vault import --move ~/Downloads/export.tar.gz --account mira',
  ]);
  command.action(async (paths: readonly string[], flags: ImportFlags) => {
    const { importArchives } = await import('../../../keeping/import-archives.ts');
    requireDriver();
    const encryption = await encryptionOf(flags); // Rejects an invalid key before anything is read.
    const vault = await openNamedVault(flags, context, { create: true, encryption });
    const reporter = createReporter(context, flags);
    noteNewVault(vault, reporter);
    const opening = await openingOf(flags);
    const report = reportImporting({ clock: context.clock, onReport: reporter.report });
    const done = await withLockedVault(vault, 'satchel vault import', () =>
      importArchives({
        ...readingOf(flags),
        vault,
        paths,
        opening,
        isMove: flags.move === true,
        account: flags.account,
        takenAtMs: flags.takenAt,
        isLoaded: flags.load !== false,
        keepsGit: flags.git !== false,
        searchPath: context.env['PATH'],
        satchelVersion: satchelVersion(),
        clock: context.clock,
        random: context.random,
        signal: context.signal,
        onEvent: (event) => report(withAdvice(event)),
      }),
    );
    await rememberLast({ store: vault.storePath, vault: vault.name }, context, reporter.note);
    finish(done, reporter, context);
  });
}

/** With the advice for people at the command line. */
function withAdvice(event: ImportEvent): ImportEvent {
  if (event.type !== 'trouble') {
    return event;
  }
  const { type, path, message, failure } = event;
  return { type, path, message: failure === undefined ? message : `${message}. ${failure.commandHint}` };
}

function finish(
  { imported, known, troubles }: ImportReport,
  reporter: Reporter,
  context: CommandContext,
): void {
  const archives = imported.map((manifest) => ({
    id: archiveIdOf(manifest),
    archive: manifest.archive,
    account: manifest.account,
    takenAt: manifest.takenAt,
    isVerified: manifest.isVerified,
  }));
  const failed = troubles.map(({ path, failure }) => ({
    path,
    code: failure.code,
    message: messageOf(failure),
  }));
  const words = `${countText(imported.length, 'archive')} imported, ${known.length} already in the vault, ${troubles.length} refused`;
  reporter.event('summary', { archives, known, failed }, words);
  const [trouble] = troubles;
  context.endWith(
    trouble === undefined
      ? exitOfFindings(imported.flatMap(({ findings }) => findings))
      : FAILURES[trouble.failure.code].exit,
  );
}
