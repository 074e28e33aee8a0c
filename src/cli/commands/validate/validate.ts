import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { addStep } from '../../steps.ts';
import { defineDocsConfig } from './docs-config.ts';

/** `satchel validate …`: judges files by the schemas that ship with Satchel. */
export function defineValidate(command: Command, context: CommandContext): void {
  defineDocsConfig(
    addStep(command, 'docs-config', 'check the configuration of a documentation site'),
    context,
  );
  addHelpEnd(command, ['validate docs-config docs/config.json']);
}
