import type { Command } from 'commander';

/** Adds a subcommand with its summary. */
export function addStep(command: Command, name: string, summary: string): Command {
  return command
    .command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
}
