import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { type LazyStep, loadSteps } from '../../steps.ts';

const STEPS: readonly LazyStep[] = [
  {
    name: 'list',
    summary: 'list the archives of a vault',
    load: async () => (await import('./list.ts')).defineList,
  },
  {
    name: 'check',
    summary: 'say what is wrong with a vault',
    load: async () => (await import('./check.ts')).defineCheck,
  },
  {
    name: 'forget',
    summary: 'remove archives by rules or by name, never the last good one',
    load: async () => (await import('./forget.ts')).defineForget,
  },
  {
    name: 'prune',
    summary: 'remove files that nothing needs any more',
    load: async () => (await import('./prune.ts')).definePrune,
  },
  {
    name: 'pin',
    summary: 'keep an archive whatever the rules say',
    load: async () => (await import('./pins.ts')).definePin,
  },
  {
    name: 'unpin',
    summary: 'let the rules decide about an archive again',
    load: async () => (await import('./pins.ts')).defineUnpin,
  },
  {
    name: 'repair',
    summary: 'mend what is damaged from what is there: marker, journal, manifests, attachments, repositories',
    load: async () => (await import('./repair.ts')).defineRepair,
  },
  {
    name: 'rebuild',
    summary: 'load into the store what it lacks, or make it anew where it is damaged',
    load: async () => (await import('./rebuild.ts')).defineRebuild,
  },
  {
    name: 'import',
    summary: 'take in archives that are there already',
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
