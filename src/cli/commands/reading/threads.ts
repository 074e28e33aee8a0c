import type { Command } from 'commander';
import { terminalText } from '../../../base/terminal-text.ts';
import { findAnchored, withDeleted } from '../../../reading/find-thread.ts';
import type { Thread } from '../../../reading/thread.ts';
import { parseThreadAddress } from '../../../reading/thread-address.ts';
import { threadText } from '../../../reading/thread-text.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { addStep } from '../../steps.ts';
import {
  addViewFlags,
  layoutFor,
  showView,
  sourceText,
  type ViewFlags,
  withReading,
} from './reading-flags.ts';
import { defineThreadList } from './thread-list.ts';

/** `satchel issue list` and `satchel issue view`. */
export function defineIssue(command: Command, context: CommandContext): void {
  defineThreadList(addStep(command, 'list', 'list issues, the newest first'), 'issue', context);
  defineThreadView(addStep(command, 'view', 'read one issue with its events and comments'), 'issue', context);
  addHelpEnd(command, ['issue list --state all', 'issue view acme/rocket#7']);
}

/** `satchel pr list` and `satchel pr view`. */
export function definePr(command: Command, context: CommandContext): void {
  defineThreadList(addStep(command, 'list', 'list pull requests, the newest first'), 'pull_request', context);
  defineThreadView(
    addStep(command, 'view', 'read one pull request with its events, reviews and comments'),
    'pull_request',
    context,
  );
  addHelpEnd(command, ['pr list --state all', 'pr view acme/rocket#7']);
}

interface ThreadViewFlags extends ViewFlags {
  readonly repo?: string;
  readonly comments?: boolean;
  readonly markdown?: boolean;
  readonly quiet?: boolean;
}

/** `satchel issue view` and `satchel pr view`. Each also shows the other kind: at the service, they share one sequence. */
function defineThreadView(command: Command, kind: Thread['kind'], context: CommandContext): void {
  command.argument('<thread...>', 'acme/rocket#7, acme/rocket 7, 7, or its address at the service');
  addFlag(command, '-R, --repo <owner/name>', 'the repository of a bare number');
  addFlag(command, '-c, --comments', 'show all comments, not only the last ten');
  addFlag(command, '--markdown', 'print the original Markdown');
  addViewFlags(command);
  const [word, section] = kind === 'issue' ? ['issue', 'issues'] : ['pr', 'pull'];
  addHelpEnd(command, [
    `${word} view acme/rocket#7`,
    `${word} view 7 --repo acme/rocket --comments`,
    `${word} view https://github.com/acme/rocket/${section}/7#issuecomment-42`,
  ]);
  command.action(async (words: readonly string[], flags: ThreadViewFlags) => {
    const address = parseThreadAddress(flags.repo === undefined ? words : [flags.repo, ...words]);
    await withReading(flags, context, async (reading) => {
      const found = reading.thread({ kind, ...address });
      const edits = reading.edits(found.url);
      const deleted = reading.vanishedBelow(found.url);
      const thread = withDeleted(found, deleted);
      const anchorUrl = address.anchor === undefined ? undefined : findAnchored(thread, address.anchor);
      const isText = flags.json === undefined && flags.web !== true;
      if (isText && address.anchor !== undefined && anchorUrl === undefined && flags.quiet !== true) {
        context.stderr.write(
          `${terminalText(address.anchor)} is not in the store; this is the whole thread.\n`,
        );
      }
      const format = async () => {
        const { formatThread } = await import('./format-thread.ts');
        const layout = { ...layoutFor(context), anchorUrl, hasAll: flags.comments === true };
        return flags.markdown === true
          ? sourceText(threadText(found), context)
          : formatThread(thread, layout, { edits, deleted });
      };
      const whole = { ...found, edits, deleted };
      await showView(whole, format, flags, context);
    });
  });
}
