import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import { type ChangeFlags, changeThreads } from './change-threads.ts';
import { addThreadIds } from './thread-ids.ts';

/** `satchel notifications unsubscribe THREAD…`: watchers of the repository still hear of the threads. */
export function defineUnsubscribe(command: Command, context: CommandContext): void {
  addThreadIds(command, '<thread...>');
  addFlag(command, '-n, --dry-run', 'say what would end, and end nothing');
  addHelpEnd(command, ['notifications unsubscribe 41 --dry-run', 'notifications unsubscribe 41']);
  command.action(async (ids: readonly number[], flags: ChangeFlags) => {
    const change = { verb: 'end the subscription', done: 'subscription ended' };
    await changeThreads(
      ids,
      { ...change, run: (notifications, id) => notifications.deleteSubscription(id) },
      { flags, context },
    );
  });
}
