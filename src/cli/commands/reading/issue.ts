import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { addStep } from './add-step.ts';
import { defineThreadList } from './thread-list.ts';
import { defineThreadView } from './thread-view.ts';

/** `satchel issue list` and `satchel issue view`. */
export function defineIssue(command: Command, context: CommandContext): void {
  defineThreadList(addStep(command, 'list', 'list issues, the newest first'), 'issue', context);
  defineThreadView(addStep(command, 'view', 'read one issue with its whole discussion'), 'issue', context);
  addHelpEnd(command, ['issue list --state all', 'issue view acme/rocket#7']);
}
