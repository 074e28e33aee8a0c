import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import type { DefineCommand } from './define-command.ts';
import { addServiceFlags } from './service-flags.ts';

/** A subcommand that calls the service. */
export interface ServiceStep {
  readonly name: string;
  readonly summary: string;
  readonly define: DefineCommand;
}

/** Adds each step with its summary and the flags that say which service is meant. */
export function defineSteps(command: Command, steps: readonly ServiceStep[], context: CommandContext): void {
  for (const { name, summary, define } of steps) {
    const step = command
      .command(name)
      .summary(summary)
      .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
    addServiceFlags(step);
    define(step, context);
  }
}
