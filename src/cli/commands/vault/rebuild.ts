import type { Command } from 'commander';
import { type IdentitySettings, openingOf } from '../../../app/archive-argument.ts';
import { reportRebuilding } from '../../../app/report-vault-work.ts';
import { openNamedVault, type VaultSettings, withVaultJournal } from '../../../app/vault-location.ts';
import { countText } from '../../../base/sizes.ts';
import type { RebuildReport } from '../../../keeping/rebuild-store.ts';
import { messageOf } from '../../../model/failure.ts';
import { FAILURES } from '../../../model/failures.table.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../../flags/flags.ts';
import { addIdentityFlag } from '../../flags/identity-flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { createReporter, type Reporter } from '../../output/reporter.ts';
import { cellText } from '../../render/cell-text.ts';

interface RebuildFlags extends VaultSettings, IdentitySettings, CommonFlags {
  readonly fresh?: boolean;
  readonly git?: boolean;
  readonly dryRun?: boolean;
}

/** `satchel vault rebuild`: creates the store again from the archives. */
export function defineRebuild(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addFlag(command, '-n, --dry-run', 'show what would be loaded, and load nothing');
  addFlag(
    command,
    '--fresh',
    'rebuild the store from scratch even if it is undamaged; the old one is kept in damaged/, and it alone has the snapshots of archives that were removed',
  );
  addFlag(command, '--no-git', 'do not keep git repositories next to the store');
  addIdentityFlag(command);
  addHelpEnd(command, ['vault rebuild --vault ~/work --dry-run', 'vault rebuild --vault ~/work']);
  command.action(async (flags: RebuildFlags) => {
    const { rebuildStore } = await import('../../../keeping/rebuild-store.ts');
    const vault = await openNamedVault(flags, context, { onDamagedStore: 'taken' });
    const reporter = createReporter(context, flags);
    const isDryRun = flags.dryRun === true;
    const opening = await openingOf(flags);
    const report = await withVaultJournal(vault, 'satchel vault rebuild', context, (journal) =>
      rebuildStore({
        vault,
        journal,
        isFresh: flags.fresh === true,
        isDryRun,
        opening,
        keepsGit: flags.git !== false,
        searchPath: context.env['PATH'],
        clock: context.clock,
        signal: context.signal,
        onEvent: reportRebuilding({ clock: context.clock, onReport: reporter.report }),
      }),
    );
    finish(report, { reporter, isDryRun });
    const [trouble] = report.troubles;
    context.endWith(
      trouble === undefined
        ? report.lost.length > 0
          ? 'warnings'
          : 'done'
        : FAILURES[trouble.failure.code].exit,
    );
  });
}

interface Reporting {
  readonly reporter: Reporter;
  readonly isDryRun: boolean;
}

function finish(report: RebuildReport, { reporter, isDryRun }: Reporting): void {
  const { archives, records, troubles, setAside, lost } = report;
  const failed = troubles.map(({ archive, failure }) => ({
    archive,
    code: failure.code,
    message: messageOf(failure),
  }));
  for (const { archive, failure } of troubles) {
    reporter.note(`${cellText(archive)}: ${failure.commandHint}`);
  }
  const refused = troubles.length === 0 ? '' : `, ${troubles.length} could not be`;
  if (lost.length > 0) {
    reporter.note(describeLost(lost, { setAside, isDryRun }));
  }
  const words =
    archives.length === 0 && troubles.length === 0
      ? lost.length === 0
        ? 'The store is complete'
        : 'The vault has no archive to load'
      : isDryRun
        ? `Would load ${countText(archives.length, 'archive')}:${archives.map((name) => `\n  ${cellText(name)}`).join('')}`
        : `${countText(archives.length, 'archive')} loaded, ${countText(records, 'record')}${refused}`;
  reporter.event('summary', { isDryRun, archives, records, setAside, lost, failed }, words);
}

/** Snapshots of archives that have been removed, which existed only in the former store. */
function describeLost(
  lost: readonly string[],
  { setAside, isDryRun }: Pick<RebuildReport, 'setAside'> & { readonly isDryRun: boolean },
): string {
  const names = lost.map((archive) => `\n  ${cellText(archive)}`).join('');
  const place =
    setAside !== undefined
      ? `The former store, "${setAside}" in the vault, still has them as far as it can be read; it is never removed.`
      : isDryRun
        ? 'The current store may have them; it would be kept in damaged/.'
        : 'There is no former store that could have them.';
  return `NOT in the new store: snapshots whose archives are no longer in the vault:${names}\n${place}`;
}
