import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { addStep } from '../../steps.ts';
import { defineConfigCheck } from './check.ts';

/** `satchel config …`: commands for the configuration file. */
export function defineConfig(command: Command, context: CommandContext): void {
  defineConfigCheck(
    addStep(command, 'check', 'check the configuration, and show each error with its line'),
    context,
  );
  addHelpEnd(command, ['config check', 'config check --config team.yaml --json']);
}
