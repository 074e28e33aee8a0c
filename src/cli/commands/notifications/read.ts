import type { Command } from 'commander';
import { countText, definedMembers, Failure } from '../../../base/index.ts';
import { createNotifications, type MarkOutcome } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseTime } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { runWithService } from '../../run-with-service.ts';
import { type ChangeFlags, changeThreads } from './change-threads.ts';
import { addThreadIds } from './thread-ids.ts';

interface ReadFlags extends ChangeFlags {
  readonly all?: boolean;
  readonly repository?: string;
  readonly lastReadAt?: number;
}

/** `satchel notifications read`: some threads by id, or all up to a time, or all of a repository. */
export function defineRead(command: Command, context: CommandContext): void {
  addThreadIds(command, '[thread...]');
  addFlag(command, '--all', 'every notification that is there now');
  addFlag(command, '--repository <owner/name>', 'with --all: of this repository only');
  addFlag(command, '--last-read-at <time>', 'with --all: leave what was updated after this time unread', {
    parse: parseTime,
  });
  addFlag(command, '-n, --dry-run', 'say what would be marked, and mark nothing');
  addHelpEnd(command, [
    'notifications read 41',
    'notifications read --all --last-read-at 2026-06-01',
    'notifications read --all --repository acme/rocket',
  ]);
  command.action(async (ids: readonly number[], flags: ReadFlags) => {
    requireOneWay(ids, flags);
    if (flags.all === true) {
      await readAll(flags, context);
    } else {
      const change = { verb: 'mark as read', done: 'marked as read' };
      await changeThreads(
        ids,
        { ...change, run: (notifications, id) => notifications.markRead(id) },
        { flags, context },
      );
    }
  });
}

/** Marking all cannot be taken back, so that nobody should get there by leaving something out. */
function requireOneWay(ids: readonly number[], { all }: ReadFlags): void {
  if (ids.length > 0 === (all === true)) {
    throw new Failure('usage', 'Cannot tell what to mark as read: name threads, or give --all');
  }
}

async function readAll(flags: ReadFlags, context: CommandContext): Promise<void> {
  await runWithService(flags, context, async ({ client }, reporter) => {
    const notifications = createNotifications(client);
    const lastReadAt = flags.lastReadAt === undefined ? undefined : new Date(flags.lastReadAt).toISOString();
    if (flags.dryRun === true) {
      let count = 0;
      for await (const { updated_at: at } of notifications.list(
        definedMembers({ repository: flags.repository }),
      )) {
        count += lastReadAt === undefined || !(Date.parse(at ?? '') > Date.parse(lastReadAt)) ? 1 : 0;
      }
      write('would-mark', `Would mark ${countText(count, 'notification')} as read`);
      return;
    }
    const outcome = await notifications.markAllRead({
      ...definedMembers({ lastReadAt, repository: flags.repository }),
      onRemaining: (count) =>
        reporter.progress(
          'marking',
          { remaining: count },
          `${countText(count, 'notification')} still unread`,
        ),
    });
    write(outcome, WORDS[outcome]);
  });

  function write(outcome: string, words: string): void {
    context.stdout.write(flags.json === true ? jsonLine({ outcome }) : `${words}\n`);
  }
}

const WORDS: Readonly<Record<MarkOutcome, string>> = {
  'at-once': 'Marked as read',
  'in-background': 'Marked as read, by the service in the background; none of them is unread any more',
};
