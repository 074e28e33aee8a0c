import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { addStep } from '../../steps.ts';
import { defineThreadList } from './thread-list.ts';
import { defineThreadView } from './thread-view.ts';

/** `satchel issue list` and `satchel issue view`. */
export function defineIssue(command: Command, context: CommandContext): void {
  defineThreadList(addStep(command, 'list', 'list issues, the newest first'), 'issue', context);
  defineThreadView(addStep(command, 'view', 'read one issue with its whole discussion'), 'issue', context);
  addHelpEnd(command, ['issue list --state all', 'issue view acme/rocket#7']);
}

/** `satchel pr list` and `satchel pr view`. */
export function definePr(command: Command, context: CommandContext): void {
  defineThreadList(addStep(command, 'list', 'list pull requests, the newest first'), 'pull_request', context);
  defineThreadView(
    addStep(command, 'view', 'read one pull request with its whole discussion'),
    'pull_request',
    context,
  );
  addHelpEnd(command, ['pr list --state all', 'pr view acme/rocket#7']);
}
