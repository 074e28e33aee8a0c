import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** Adds a command's arguments, flags and action to its empty commander command. */
export type DefineCommand = (command: Command, context: CommandContext) => void;
