import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/**
 * Adds a command's arguments, flags and action to its empty commander command. Where it is told the words of the command
 * line, it may leave out what none of them names.
 */
export type DefineCommand = (
  command: Command,
  context: CommandContext,
  words?: readonly string[],
) => void | Promise<void>;
