import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { type LazyStep, loadSteps } from '../../steps.ts';

const STEPS: readonly LazyStep[] = [
  {
    name: 'sync',
    summary: 'write what is new in a store to a lake of Parquet files',
    load: async () => (await import('./sync.ts')).defineSync,
  },
];

/** `satchel lake …`: a store as Parquet files for other engines. */
export async function defineLake(
  command: Command,
  context: CommandContext,
  words?: readonly string[],
): Promise<void> {
  await loadSteps(command, STEPS, context, words);
  addHelpEnd(command, ['lake sync --vault ~/work --output lake']);
}
