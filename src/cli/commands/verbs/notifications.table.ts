import type { Command } from 'commander';
import { definedMembers } from '../../../base/json.ts';
import { countText } from '../../../base/sizes.ts';
import type { NotificationJson, SubscriptionJson } from '../../../endpoints/answer-types.ts';
import type { MarkOutcome } from '../../../endpoints/mark-all-read.ts';
import { createNotifications, type Notifications } from '../../../endpoints/notifications.ts';
import { Failure } from '../../../model/failure.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, gatherNames, parseTime, parseWholeNumber } from '../../flags/flags.ts';
import { type RecordColumns, yesNo } from '../../render/write-records.ts';
import { defineVerbs, type Verb, type VerbArgument, type VerbCall, type VerbInput } from './define-verbs.ts';

/** `satchel notifications …`: the inbox of the account. It requires a classic token (specification 4.4). */
export function defineNotifications(command: Command, context: CommandContext): void {
  defineVerbs(command, NOTIFICATION_VERBS, context);
  addHelpEnd(command, [
    'notifications list',
    'notifications read --all',
    'notifications done 41 42 --dry-run',
  ]);
}

const COLUMNS: RecordColumns<NotificationJson> = {
  id: (thread) => thread.id,
  unread: (thread) => yesNo(thread.unread),
  reason: (thread) => thread.reason,
  updated_at: (thread) => thread.updated_at,
  repo: (thread) => thread.repository?.full_name,
  type: (thread) => thread.subject?.type,
  title: (thread) => thread.subject?.title,
};

const SUBSCRIPTION_FACTS: RecordColumns<SubscriptionJson> = {
  subscribed: ({ subscribed }) => yesNo(subscribed),
  ignored: ({ ignored }) => yesNo(ignored),
  reason: ({ reason }) => reason,
  created_at: ({ created_at: createdAt }) => createdAt,
};

const THREAD: VerbArgument = ['<thread>', 'id of the thread', parseWholeNumber];

function parseThreadIds(text: string, previous: unknown): readonly unknown[] {
  return [...(Array.isArray(previous) ? previous : []), ...gatherNames(text, []).map(parseWholeNumber)];
}

const DRY_RUN = '-n, --dry-run';

interface ListFlags {
  readonly all?: boolean;
  readonly participating?: boolean;
  readonly since?: number;
  readonly before?: number;
  readonly repository?: string;
}

interface ReadFlags {
  readonly all?: boolean;
  readonly repository?: string;
  readonly lastReadAt?: number;
  readonly dryRun?: boolean;
}

type ThreadCall = VerbCall<[id: number], { readonly ignore?: boolean }>;
type ThreadsCall = VerbCall<[ids: readonly number[]], { readonly dryRun?: boolean }>;

const NOTIFICATION_VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'list the notifications of the account',
    isList: true,
    isPolled: true,
    flags: [
      ['--all', 'include read notifications'],
      ['--participating', 'only threads that the account takes part in'],
      ['--since <time>', 'only threads updated at or after this time', { parse: parseTime }],
      ['--before <time>', 'only threads updated before this time', { parse: parseTime }],
      ['--repository <owner/name>', 'only threads of a repository'],
    ],
    examples: ['notifications list', 'notifications list --all --since 2026-05-01 --capture'],
    async run({ flags, service, polling, showList }: VerbCall<[], ListFlags>) {
      const { all, participating, repository } = flags;
      const times = { since: timeOf(flags.since), before: timeOf(flags.before) };
      const items = createNotifications(service.client).list(
        definedMembers({ all, participating, ...times, repository }),
        { polling },
      );
      const omitFirst = ['type', 'unread', 'reason'];
      await showList({ items, columns: COLUMNS, omitFirst, capture: { name: 'notifications' } });
    },
  },
  {
    name: 'view',
    summary: 'show one thread',
    arguments: [THREAD],
    examples: ['notifications view 41', 'notifications view 41 --json'],
    async run({ args: [id], service, showRecord }: ThreadCall) {
      await showRecord(await createNotifications(service.client).get(id), COLUMNS);
    },
  },
  {
    name: 'read',
    summary: 'mark threads, or all notifications, as read',
    arguments: [['[thread...]', 'ids of threads', parseThreadIds]],
    flags: [
      ['--all', 'all current notifications'],
      ['--repository <owner/name>', 'with --all: only threads of this repository'],
      [
        '--last-read-at <time>',
        'with --all: leave threads updated after this time unread',
        { parse: parseTime },
      ],
      [DRY_RUN, 'show what would be marked, and mark nothing'],
    ],
    examples: [
      'notifications read 41',
      'notifications read --all --last-read-at 2026-06-01',
      'notifications read --all --repository acme/rocket',
    ],
    check({
      args: [ids],
      flags: { all, repository, lastReadAt },
    }: VerbInput<[ids: readonly number[]], ReadFlags>) {
      // Marking all cannot be undone, so it requires a flag: a forgotten id must not cause it.
      if (ids.length > 0 === (all === true)) {
        throw new Failure('usage', 'Cannot mark as read: name threads, or give --all');
      }
      if (ids.length > 0 && (repository !== undefined || lastReadAt !== undefined)) {
        throw new Failure(
          'usage',
          'Cannot mark as read: --repository and --last-read-at work only with --all',
        );
      }
    },
    async run(call: VerbCall<[ids: readonly number[]], ReadFlags>) {
      await (call.flags.all === true ? readAll(call) : changeThreads(call, MARK_READ));
    },
  },
  {
    name: 'done',
    summary: 'mark threads as done, so that lists no longer show them',
    arguments: [['<thread...>', 'ids of threads', parseThreadIds]],
    flags: [[DRY_RUN, 'show what would be marked, and mark nothing']],
    examples: ['notifications done 41 42 --dry-run', 'notifications done 41 42'],
    run: (call: ThreadsCall) => changeThreads(call, MARK_DONE),
  },
  {
    name: 'subscription',
    summary: 'show whether the account is subscribed to a thread',
    arguments: [THREAD],
    examples: ['notifications subscription 41'],
    async run({ args: [id], service, showRecord, showOutcome }: ThreadCall) {
      const subscription = await createNotifications(service.client).getSubscription(id);
      await (subscription === undefined
        ? showOutcome({ id, subscribed: false }, `The account is not subscribed to the thread ${id}`)
        : showRecord(subscription, SUBSCRIPTION_FACTS));
    },
  },
  {
    name: 'subscribe',
    summary: 'subscribe to a thread; --ignore mutes it',
    arguments: [THREAD],
    flags: [['--ignore', 'mute the thread until the account comments or is mentioned']],
    examples: ['notifications subscribe 41', 'notifications subscribe 41 --ignore'],
    async run({ args: [id], flags, service, showRecord }: ThreadCall) {
      const { setSubscription } = createNotifications(service.client);
      await showRecord(await setSubscription(id, flags.ignore === true), SUBSCRIPTION_FACTS);
    },
  },
  {
    name: 'unsubscribe',
    summary: 'end the subscription to threads',
    arguments: [['<thread...>', 'ids of threads', parseThreadIds]],
    flags: [[DRY_RUN, 'show which subscriptions would end, and end none']],
    examples: ['notifications unsubscribe 41 --dry-run', 'notifications unsubscribe 41'],
    run: (call: ThreadsCall) => changeThreads(call, END_SUBSCRIPTION),
  },
];

/** An operation on threads, with the words for before and after it. */
interface ThreadChange {
  readonly verb: string;
  readonly done: string;
  readonly run: (notifications: Notifications, id: number) => Promise<void>;
}

const MARK_READ: ThreadChange = {
  verb: 'mark as read',
  done: 'marked as read',
  run: (notifications, id) => notifications.markRead(id),
};

const MARK_DONE: ThreadChange = {
  verb: 'mark as done',
  done: 'marked as done',
  run: (notifications, id) => notifications.markDone(id),
};

const END_SUBSCRIPTION: ThreadChange = {
  verb: 'end the subscription',
  done: 'subscription ended',
  run: (notifications, id) => notifications.deleteSubscription(id),
};

/** Changes threads one at a time, with a line each. A dry run only reads each thread. */
async function changeThreads(
  { args: [ids], flags, service, showOutcome }: ThreadsCall,
  { verb, done, run }: ThreadChange,
): Promise<void> {
  const notifications = createNotifications(service.client);
  for (const id of ids) {
    if (flags.dryRun === true) {
      const title = (await notifications.get(id)).subject?.title ?? 'without a title';
      await showOutcome({ id, outcome: `would ${verb}` }, `Would ${verb}: thread ${id} (${title})`);
    } else {
      await run(notifications, id);
      await showOutcome({ id, outcome: done }, `Thread ${id}: ${done}`);
    }
  }
}

const MARK_SENTENCES: Readonly<Record<MarkOutcome, string>> = {
  'at-once': 'Marked as read',
  'in-background': 'The service marked them as read in the background; none is unread any more',
};

async function readAll({
  flags,
  service,
  reporter,
  showOutcome,
}: VerbCall<unknown, ReadFlags>): Promise<void> {
  const notifications = createNotifications(service.client);
  const { repository, dryRun, lastReadAt: lastReadAtMs = Number.POSITIVE_INFINITY } = flags;
  if (dryRun === true) {
    let count = 0;
    for await (const { updated_at: at } of notifications.list(definedMembers({ repository }))) {
      count += Date.parse(at ?? '') > lastReadAtMs ? 0 : 1;
    }
    await showOutcome({ outcome: 'would-mark' }, `Would mark ${countText(count, 'notification')} as read`);
    return;
  }
  const outcome = await notifications.markAllRead({
    ...definedMembers({ lastReadAt: timeOf(flags.lastReadAt), repository }),
    onProgress: ({ remaining }) =>
      reporter.progress('marking', { remaining }, `${countText(remaining, 'notification')} still unread`),
  });
  await showOutcome({ outcome }, MARK_SENTENCES[outcome]);
}

function timeOf(timeMs: number | undefined): string | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}
