import type { Command } from 'commander';
import { openNamedVault, type VaultSettings } from '../../app/vault-location.ts';
import { formatDuration } from '../../base/durations.ts';
import { formatSize } from '../../base/sizes.ts';
import { ofAccounts } from '../../model/accounts.ts';
import { changesText } from '../../model/store-changes.ts';
import { type RunSummary, summarizeRuns } from '../../vault/summarize-runs.ts';
import type { CommandContext } from '../context.ts';
import { type AccountFlags, addAccountFlag } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd, parseCount } from '../flags/flags.ts';
import { addVaultFlag } from '../flags/store-flags.ts';
import { jsonText } from '../output/json-names.ts';
import { cellText } from '../render/cell-text.ts';
import { type RecordColumns, writeRecords } from '../render/write-records.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../render/write-rows.ts';

interface LogFlags extends VaultSettings, AccountFlags, RowFormatOptions {
  readonly limit?: number;
}

const DEFAULT_LIMIT = 20;

const COLUMNS: RecordColumns<RunSummary> = {
  run: ({ run }) => run,
  began: ({ beganAt }) => `${beganAt.slice(0, 19)}Z`,
  command: ({ command }) => command,
  account: ({ account }) => account ?? '',
  took: (run) => tookOf(run),
  waited: ({ waits }) => (waits.count === 0 ? '' : `${formatDuration(waits.totalMs)} in ${waits.count}`),
  downloaded: ({ downloadedBytes }) => (downloadedBytes === 0 ? '' : formatSize(downloadedBytes)),
  changes: ({ changes }) => (changes === undefined ? '' : changesText(changes)),
  migrations: ({ migrationIds }) => migrationIds.join(', '),
  result: ({ exit, reason }) =>
    [exit ?? 'not ended', ...(reason === undefined ? [] : [cellText(reason)])].join(': '),
};

/** Columns omitted on narrow terminals: run ids are for `--json` and other commands, migration ids for the service. */
const OMIT_FIRST = ['migrations', 'run', 'waited', 'downloaded', 'changes'];

/** `satchel log`: lists the last runs from the journal of a vault, the newest first. */
export function defineLog(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addAccountFlag(command, 'runs');
  addFlag(command, '--limit <number>', 'maximum number of runs to show', {
    parse: parseCount,
    default: DEFAULT_LIMIT,
  });
  addRowFormatFlags(command);
  addHelpEnd(command, ['log --vault ~/work', 'log --vault ~/work --limit 1 --json']);
  command.action(async (flags: LogFlags) => {
    const format = chooseRowFormat(flags);
    const vault = await openNamedVault(flags, context, { needsStore: false });
    const { lines, damage } = await vault.journal.read();
    const all = summarizeRuns(lines);
    const runs = (flags.account === undefined ? all : ofAccounts(all, flags.account, 'the vault has runs'))
      .toReversed()
      .slice(0, flags.limit ?? DEFAULT_LIMIT);
    const table = {
      items: runs,
      textOf: jsonText,
      columns: COLUMNS,
      omitFirst: OMIT_FIRST,
      none: 'No runs of this vault are recorded',
    };
    await writeRecords(context, table, format);
    if (damage !== undefined) {
      context.stderr.write(`satchel: The journal ${damage}.\n`);
    }
    context.endWith(damage === undefined ? 'done' : 'warnings');
  });
}

function tookOf({ beganAt, endedAt }: RunSummary): string {
  return endedAt === undefined ? '' : formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(beganAt)));
}
