import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { addServiceFlags } from './run-with-service.ts';

/**
 * Adds a command's arguments, flags and action to its empty commander command. With the words of the command line, it may
 * leave out what none of them names.
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

/** Adds a subcommand with its summary. */
export function addStep(command: Command, name: string, summary: string): Command {
  return command
    .command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
}

/** Adds subcommands that call the service. */
export function defineSteps(
  command: Command,
  steps: readonly (Step & { readonly define: DefineCommand })[],
  context: CommandContext,
): void {
  for (const { name, summary, define } of steps) {
    const step = addStep(command, name, summary);
    addServiceFlags(step);
    define(step, context);
  }
}

/** A subcommand whose module is loaded only when it is named. */
export interface LazyStep extends Step {
  readonly load: () => Promise<DefineCommand>;
}

/** Adds each step with its summary, and the flags of those that the words of the command line name; of all without words. */
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
