import type { Command } from 'commander';
import { addStep } from './commands/reading/add-step.ts';
import type { CommandContext } from './context.ts';
import type { DefineCommand } from './define-command.ts';

/** A subcommand whose module is loaded only when it is named. */
export interface LazyStep {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** Adds each step with its summary, and with its flags those that the words of the command line name; all without words. */
export async function loadSteps(
  command: Command,
  steps: readonly LazyStep[],
  context: CommandContext,
  words: readonly string[] | undefined,
): Promise<void> {
  for (const { name, summary, load } of steps) {
    const step = addStep(command, name, summary);
    if (words === undefined || words.includes(name)) {
      await (await load())(step, context);
    }
  }
}
