import type { Command } from 'commander';
import { planForgetting } from '../../../app/plan-forgetting.ts';
import { openNamedVault, type VaultSettings, withVaultJournal } from '../../../app/vault-location.ts';
import { utcSeconds } from '../../../base/run-id.ts';
import { countText, formatSize } from '../../../base/sizes.ts';
import { type ForgetReport, forgetSnapshots } from '../../../keeping/forget-snapshots.ts';
import { KEEP_SETTINGS } from '../../../model/backup-settings.table.ts';
import type { SettingsOf } from '../../../model/settings.ts';
import type { GroupRetention } from '../../../vault/plan-retention.ts';
import type { CommandContext } from '../../context.ts';
import { type AccountFlags, addAccountFlag } from '../../flags/account-flag.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../../flags/flags.ts';
import { addSettingFlags } from '../../flags/setting-flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { createReporter } from '../../output/reporter.ts';
import { terminalColumns } from '../../output/terminal.ts';
import { cellText } from '../../render/cell-text.ts';
import { nameCommands } from '../../render/name-commands.ts';

interface ForgetFlags extends VaultSettings, AccountFlags, SettingsOf<typeof KEEP_SETTINGS>, CommonFlags {
  readonly dryRun?: boolean;
}

/** `satchel vault forget`: removes archives that no rule keeps, or that are named, with the reasons for each. */
export function defineForget(command: Command, context: CommandContext): void {
  command.argument('[archives...]', 'ids or file names (default: the --keep rules decide)');
  addVaultFlag(command);
  addAccountFlag(command, 'archives');
  addSettingFlags(command, KEEP_SETTINGS);
  addFlag(command, '-n, --dry-run', 'show what would be kept and removed and why, and remove nothing');
  addHelpEnd(command, [
    'vault forget --keep-last 3 --keep-monthly 12 --dry-run',
    'vault forget --vault ~/work 3f9a1c20',
  ]);
  command.action(async (names: readonly string[], flags: ForgetFlags) => {
    const reporter = createReporter(context, flags);
    const vault = await openNamedVault(flags, { ...context, onReport: reporter.report });
    await withVaultJournal(vault, 'satchel vault forget', context, async (journal) => {
      const groups = await planForgetting({ vault, names, settings: flags, nowMs: context.clock.now() });
      const isDryRun = flags.dryRun === true;
      if (flags.json !== true) {
        context.stdout.write(await formatRetention(groups, terminalColumns(context.stdout)));
      }
      const report = await forgetSnapshots({
        vault,
        journal,
        groups,
        isDryRun,
        command: 'satchel vault forget',
        signal: context.signal,
        onForgotten: (archive) => reporter.note(`Removed ${archive}`),
      });
      if (flags.json === true) {
        context.stdout.write(jsonLine({ isDryRun, groups, ...report }));
      } else {
        const removed = isDryRun ? '' : `${countText(report.archives.length, 'archive')} removed, `;
        context.stdout.write(`${removed}${freedText(report, isDryRun)}\n`);
      }
      context.endWith(groups.some(({ hold }) => hold !== undefined) ? 'warnings' : 'done');
    });
  });
}

/** The store is named too: people expect it to shrink. */
function freedText({ freedBytes, freedBytesByKind }: ForgetReport, isDryRun: boolean): string {
  const { archives, attachments, git } = freedBytesByKind;
  const kinds = [
    `archives ${formatSize(archives)}`,
    `attachments ${formatSize(attachments)}`,
    `git ${formatSize(git)}`,
  ].join(', ');
  const sentence = isDryRun ? `Would free ${formatSize(freedBytes)}` : `${formatSize(freedBytes)} freed`;
  return `${sentence}: ${kinds}\nThe store keeps the history of all records`;
}

const COLUMNS = ['action', 'taken', 'repositories', 'records', 'size', 'reasons', 'archive'] as const;
const RIGHT_ALIGNED: ReadonlySet<number> = new Set([2, 3, 4]);
/** Columns omitted on narrow terminals. The archive's name contains the time at which it was taken. */
const OMIT_FIRST = [COLUMNS.indexOf('archive'), COLUMNS.indexOf('repositories')];

/** Formats what happens to each archive and why: a table for each group, with a note if removal is on hold. */
async function formatRetention(
  groups: readonly GroupRetention[],
  widthColumns: number | undefined,
): Promise<string> {
  const { formatRows } = await import('../../render/text-table.ts');
  const parts = groups.map(({ account, scope, rows, hold }) => {
    const cells = rows.map(({ action, reasons, snapshot }) => [
      action,
      utcSeconds(snapshot.takenAtMs),
      String(snapshot.sizes.repositories),
      String(snapshot.sizes.records),
      formatSize(snapshot.sizes.bytes),
      cellText(reasons.join(', ')),
      snapshot.archives.join(', '),
    ]);
    const held = hold === undefined ? '' : `NOT removed: ${cellText(nameCommands(hold))}.\n`;
    const table = formatRows(cells, {
      columns: COLUMNS,
      rightAligned: RIGHT_ALIGNED,
      omitFirst: OMIT_FIRST,
      widthColumns,
    });
    return `${cellText(scope === undefined ? account : `${account}: ${scope}`)}\n${table}${held}`;
  });
  return groups.length === 0 ? 'There are no archives\n' : `${parts.join('\n')}\n`;
}
