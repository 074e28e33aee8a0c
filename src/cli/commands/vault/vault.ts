import type { Command } from 'commander';
import { pruneVault, type Repair } from '../../../backup/index.ts';
import { countText, createRunId, formatSize, satchelVersion } from '../../../base/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import { addIdentityFlag, type IdentityFlags, openingOf } from '../../identity-flags.ts';
import { jsonLine } from '../../json-names.ts';
import { cellText } from '../../render/cell-text.ts';
import { type LazyStep, loadSteps } from '../../steps.ts';
import { addVaultFlag, openNamedVault, type VaultFlags, withLockedVault } from '../../vault-flags.ts';

const WORDS = { done: 'repaired', planned: 'would repair', impossible: 'NOT repaired' } as const;

const STEPS: readonly LazyStep[] = [
  {
    name: 'list',
    summary: 'list the archives of a vault',
    load: async () => (await import('./list.ts')).defineList,
  },
  {
    name: 'check',
    summary: 'check a vault for damage',
    load: async () => (await import('./check.ts')).defineCheck,
  },
  {
    name: 'forget',
    summary: 'remove archives by rules or by name, never the last good one',
    load: async () => (await import('./forget.ts')).defineForget,
  },
  {
    name: 'prune',
    summary: 'remove files that are no longer needed',
    load: async () => (await import('./vault.ts')).definePrune,
  },
  {
    name: 'pin',
    summary: 'always keep an archive, whatever the rules say',
    load: async () => (await import('./pins.ts')).definePin,
  },
  {
    name: 'unpin',
    summary: 'undo "vault pin"',
    load: async () => (await import('./pins.ts')).defineUnpin,
  },
  {
    name: 'repair',
    summary: 'repair the marker, journal, manifests, attachments and repositories from what is left',
    load: async () => (await import('./vault.ts')).defineRepair,
  },
  {
    name: 'rebuild',
    summary: 'load missing archives into the store, or rebuild a damaged store',
    load: async () => (await import('./rebuild.ts')).defineRebuild,
  },
  {
    name: 'import',
    summary: 'add existing archives to a vault',
    load: async () => (await import('./import.ts')).defineImport,
  },
];

/** `satchel vault …`: many archives in one directory. */
export async function defineVault(
  command: Command,
  context: CommandContext,
  words?: readonly string[],
): Promise<void> {
  await loadSteps(command, STEPS, context, words);
  addHelpEnd(command, [
    'vault list --vault ~/work',
    'vault check --vault ~/work --read-data-subset 5%',
    'vault forget --vault ~/work --keep-daily 7 --keep-monthly 12 --dry-run',
  ]);
}

interface PruneFlags extends VaultFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `satchel vault prune`: frees the space of what nothing needs. */
export function definePrune(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addFlag(command, '-n, --dry-run', 'show what would be removed, and remove nothing');
  addHelpEnd(command, ['vault prune --vault ~/work --dry-run']);
  command.action(async (flags: PruneFlags) => {
    const vault = await openNamedVault(flags, context);
    const isDryRun = flags.dryRun === true;
    const files = await withLockedVault(vault, 'satchel vault prune', () =>
      pruneVault({ vault, isDryRun, clock: context.clock, signal: context.signal }),
    );
    const freedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (flags.json === true) {
      context.stdout.write(jsonLine({ isDryRun, files, freedBytes }));
      return;
    }
    const lines = files.map(
      ({ path, sizeBytes, reason }) => `  ${cellText(path)} (${formatSize(sizeBytes)}): ${reason}`,
    );
    const total = `${countText(files.length, 'file')}, ${formatSize(freedBytes)}`;
    context.stdout.write([isDryRun ? `Would remove ${total}` : `Removed ${total}`, ...lines, ''].join('\n'));
  });
}

interface RepairFlags extends VaultFlags, IdentityFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `satchel vault repair`: what can be mended from what is there. */
export function defineRepair(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addFlag(command, '-n, --dry-run', 'show what would be done, and do nothing');
  addIdentityFlag(command);
  addHelpEnd(command, ['vault repair --vault ~/work --dry-run', 'vault repair --vault ~/work']);
  command.action(async (flags: RepairFlags) => {
    const { repairVault } = await import('../../../backup/index.ts');
    const vault = await openNamedVault(flags, context, { isRepair: true });
    const isDryRun = flags.dryRun === true;
    const opening = await openingOf(flags);
    const isJson = flags.json === true;
    const repairs = await withLockedVault(vault, 'satchel vault repair', () =>
      repairVault({
        vault,
        run: createRunId(context.clock, context.random),
        isDryRun,
        opening,
        satchelVersion: satchelVersion(),
        clock: context.clock,
        random: context.random,
        signal: context.signal,
        onRepair: (repair) => void (isJson || context.stdout.write(`${describe(repair)}\n`)),
      }),
    );
    if (isJson) {
      context.stdout.write(jsonLine({ isDryRun, repairs }));
    } else if (repairs.length === 0) {
      context.stdout.write('There is nothing to repair\n');
    }
    context.endWith(repairs.some(({ result }) => result === 'impossible') ? 'verification' : 'done');
  });
}

function describe({ path, found, remedy, result }: Repair): string {
  const what = remedy === undefined ? '' : `\n              ${remedy}`;
  return `${WORDS[result].padEnd(12)}  ${cellText(path)}\n              ${cellText(found)}${what}`;
}
