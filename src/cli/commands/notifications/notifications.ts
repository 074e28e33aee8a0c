import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { defineSteps } from '../../define-steps.ts';
import { addHelpEnd } from '../../flags.ts';
import { defineDone } from './done.ts';
import { defineList } from './list.ts';
import { defineRead } from './read.ts';
import { defineSubscribe } from './subscribe.ts';
import { defineSubscription } from './subscription.ts';
import { defineUnsubscribe } from './unsubscribe.ts';
import { defineView } from './view.ts';

const STEPS = [
  { name: 'list', summary: 'list the notifications of the account', define: defineList },
  { name: 'view', summary: 'show one thread', define: defineView },
  { name: 'read', summary: 'mark threads as read, or all that there are', define: defineRead },
  { name: 'done', summary: 'mark threads as done: no list shows them any more', define: defineDone },
  {
    name: 'subscription',
    summary: 'show whether the account is subscribed to a thread',
    define: defineSubscription,
  },
  { name: 'subscribe', summary: 'subscribe to a thread; --ignore mutes it', define: defineSubscribe },
  { name: 'unsubscribe', summary: 'end the subscription to threads', define: defineUnsubscribe },
] as const;

/** `satchel notifications …`: the inbox of the account. It takes a classic token only (specification 4.4). */
export function defineNotifications(command: Command, context: CommandContext): void {
  defineSteps(command, STEPS, context);
  addHelpEnd(command, [
    'notifications list',
    'notifications read --all',
    'notifications done 41 42 --dry-run',
  ]);
}
