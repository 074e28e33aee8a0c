import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import { type ChangeFlags, changeThreads } from './change-threads.ts';
import { addThreadIds } from './thread-ids.ts';

/** `satchel notifications done THREAD…`: the service takes the threads out of the inbox. */
export function defineDone(command: Command, context: CommandContext): void {
  addThreadIds(command, '<thread...>');
  addFlag(command, '-n, --dry-run', 'say what would be marked, and mark nothing');
  addHelpEnd(command, ['notifications done 41 42 --dry-run', 'notifications done 41 42']);
  command.action(async (ids: readonly number[], flags: ChangeFlags) => {
    const change = { verb: 'mark as done', done: 'marked as done' };
    await changeThreads(
      ids,
      { ...change, run: (notifications, id) => notifications.markDone(id) },
      { flags, context },
    );
  });
}
