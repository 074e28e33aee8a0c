import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags/flags.ts';
import { type LazyStep, loadSteps } from '../../steps.ts';

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
    load: async () => (await import('./prune.ts')).definePrune,
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
    load: async () => (await import('./repair.ts')).defineRepair,
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
  {
    name: 'fetch-lfs',
    summary: 'fetch the files that repositories of a vault have in Git LFS',
    load: async () => (await import('./fetch-lfs.ts')).defineFetchLfs,
  },
  {
    name: 'copy',
    summary: 'copy a vault to another directory, to object storage (s3://), or back',
    load: async () => (await import('./copy.ts')).defineCopy,
  },
];

/** `satchel vault …`: commands for a directory of archives. */
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
