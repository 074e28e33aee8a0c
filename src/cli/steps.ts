import type { Command } from 'commander';
import { capitalized } from '../base/text-ends.ts';
import type { CommandContext } from './context.ts';
import { addMigrationFlags } from './flags/run-with-service.ts';

/**
 * Adds a command's arguments, flags and action to its empty commander command. Given the words of the command line, it
 * may skip subcommands that are not among them.
 */
export type DefineCommand = (
  command: Command,
  context: CommandContext,
  words?: readonly string[],
) => void | Promise<void>;

interface Step {
  readonly name: string;
  readonly summary: string;
}

export function addStep(command: Command, name: string, summary: string): Command {
  return command
    .command(name)
    .summary(summary)
    .description(`${capitalized(summary)}.`);
}

/** Adds subcommands for the migrations of the service. */
export function defineSteps(
  command: Command,
  steps: readonly (Step & { readonly define: DefineCommand })[],
  context: CommandContext,
): void {
  for (const { name, summary, define } of steps) {
    const step = addStep(command, name, summary);
    addMigrationFlags(step);
    define(step, context);
  }
}

/** A subcommand whose module is loaded on demand. */
export interface LazyStep extends Step {
  readonly load: () => Promise<DefineCommand>;
}

/** Adds all steps with their summaries, and the flags of those among `words`, or of all if it is undefined. */
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
