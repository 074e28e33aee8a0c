import type { Command } from 'commander';
import { type KeepSettings, requirePolicy } from '../../../app/index.ts';
import { readSnapshotsWithStore } from '../../../backup/index.ts';
import { countText, formatSize, utcSeconds } from '../../../base/index.ts';
import { Failure } from '../../../model/index.ts';
import {
  DEFAULT_MAX_DROP,
  findArchives,
  forgetArchives,
  type GroupRetention,
  planRemoval,
  planRetention,
  type Vault,
} from '../../../vault/index.ts';
import type { CommandContext } from '../../context.ts';
import { type AccountFlags, addAccountFlag, archivesOf } from '../../flags/account-flag.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { addKeepFlags } from '../../flags/keep-flags.ts';
import { addVaultFlag, openNamedVault, type VaultFlags, withVaultJournal } from '../../flags/vault-flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { createReporter } from '../../output/reporter.ts';
import { terminalColumns } from '../../output/terminal.ts';
import { cellText } from '../../render/cell-text.ts';

interface ForgetFlags extends VaultFlags, AccountFlags, KeepSettings {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel vault forget`: removes archives that no rule keeps, or that are named, with the reasons for each. */
export function defineForget(command: Command, context: CommandContext): void {
  command.argument('[archives...]', 'ids or file names (default: the --keep rules decide)');
  addVaultFlag(command);
  addAccountFlag(command, 'archives');
  addKeepFlags(command);
  addFlag(command, '-n, --dry-run', 'show what would be kept and removed and why, and remove nothing');
  addHelpEnd(command, [
    'vault forget --keep-last 3 --keep-monthly 12 --dry-run',
    'vault forget --vault ~/work 3f9a1c20',
  ]);
  command.action(async (names: readonly string[], flags: ForgetFlags) => {
    const vault = await openNamedVault(flags, context);
    await withVaultJournal(vault, 'satchel vault forget', context, async (journal) => {
      const reporter = createReporter(context, { json: flags.json === true, quiet: flags.quiet === true });
      const groups = await planFor(vault, { names, flags, nowMs: context.clock.now() });
      const isDry = flags.dryRun === true;
      if (flags.json !== true) {
        context.stdout.write(await formatRetention(groups, terminalColumns(context.stdout)));
      }
      const report = isDry
        ? { archives: [], freedBytes: 0 }
        : await forgetArchives({
            vault,
            journal,
            groups,
            signal: context.signal,
            onForgotten: (archive) => reporter.note(`Removed ${archive}`),
          });
      if (flags.json === true) {
        context.stdout.write(jsonLine({ isDryRun: isDry, groups, ...report }));
      } else if (!isDry) {
        const freed = formatSize(report.freedBytes);
        context.stdout.write(`${countText(report.archives.length, 'archive')} removed, ${freed} freed\n`);
      }
      context.endWith(groups.some(({ hold }) => hold !== undefined) ? 'warnings' : 'done');
    });
  });
}

async function planFor(
  vault: Vault,
  {
    names,
    flags,
    nowMs,
  }: { readonly names: readonly string[]; readonly flags: ForgetFlags; readonly nowMs: number },
): Promise<readonly GroupRetention[]> {
  const policy = requirePolicy(flags);
  if (names.length > 0 === (policy !== undefined)) {
    const found =
      policy === undefined ? 'neither archives nor rules were named' : 'both archives and rules were named';
    throw new Failure('usage', `Cannot choose what to forget: ${found}`, {
      hint: 'Name archives, or give rules such as --keep-daily 7',
    });
  }
  const snapshots = archivesOf(flags, await readSnapshotsWithStore(vault));
  if (policy === undefined) {
    const archives = findArchives(archivesOf(flags, await vault.manifests()), names).map(
      ({ archive }) => archive,
    );
    const { maxDrop = DEFAULT_MAX_DROP, groupBy } = flags;
    return planRemoval(snapshots, { named: new Set(archives), maxDrop, groupBy });
  }
  return planRetention(snapshots, policy, nowMs);
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
    const held = hold === undefined ? '' : `NOT removed: ${cellText(hold)}.\n`;
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
