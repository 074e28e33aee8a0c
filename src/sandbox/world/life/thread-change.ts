import type { ActivityDetail, ThreadAction, ThreadOf } from '../activity/activity-event.ts';
import { threadReason } from '../notifications/thread-reason.ts';
import { createEventLog } from '../repository/thread-context.ts';
import type { RepositoryContent } from '../repository-content.ts';
import type { Comment, EventDetail, Issue, PullRequest, ThreadEvent } from '../threads.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { Moment, Notice, Outcome } from './moment.ts';

/** What somebody does to a thread. */
export interface ThreadChange {
  readonly actor: string;
  readonly events?: readonly EventDetail[];
  /** A text that may call people by name. */
  readonly said?: string | null;
  readonly comment?: Comment;
  readonly fields?: Partial<Pick<Issue, 'assignees' | 'closedAt' | 'comments' | 'labels'>>;
}

/** A thread after a change, with the logins that were called by name in it. */
export interface ChangedThread {
  readonly item: ThreadOf;
  readonly mentioned: readonly string[];
}

/** Changes a thread: what was done goes to its log, and it counts as updated. */
export function changeThread(item: ThreadOf, change: ThreadChange, moment: Moment): ChangedThread {
  const events = logEvents(change, moment);
  const { thread } = item;
  const comments = change.fields?.comments ?? thread.comments;
  const edit = {
    ...change.fields,
    comments: change.comment === undefined ? comments : [...comments, change.comment],
    events: [...thread.events, ...events],
    updatedAt: formatSeconds(moment.atMs),
  };
  return {
    item:
      item.kind === 'issue'
        ? { kind: 'issue', thread: { ...item.thread, ...edit } }
        : { kind: 'pull_request', thread: { ...item.thread, ...edit } },
    mentioned: mentionedIn(events),
  };
}

/** The events of one deed, mentions included. */
export function logEvents(
  { actor, events = [], said = null }: ThreadChange,
  { world, ids, atMs }: Moment,
): readonly ThreadEvent[] {
  const others = [world.account, ...world.people].filter(({ login }) => login !== actor);
  const log = createEventLog(ids, new Set(others.map(({ login }) => login)));
  log.addMentions(atMs, said);
  for (const event of events) {
    log.add(atMs, actor, event);
  }
  return log.finish(atMs + SECOND_MS);
}

/** Logins that events call by name. */
export function mentionedIn(events: readonly ThreadEvent[]): readonly string[] {
  return events.flatMap(({ event, actor }) => (event === 'mentioned' && actor !== null ? [actor] : []));
}

/** Puts a thread in the place of the one with its number. */
export function replaceThread(content: RepositoryContent, item: ThreadOf): RepositoryContent {
  return item.kind === 'issue'
    ? { ...content, issues: replaceByNumber(content.issues, item.thread) }
    : { ...content, pullRequests: replaceByNumber(content.pullRequests, item.thread) };
}

/** What a change of a thread comes to, with what feeds and inboxes hear of it. */
export function threadOutcome(
  { item, mentioned }: ChangedThread,
  moment: Moment,
  told: { readonly actor: string; readonly details: readonly ActivityDetail[] },
): Outcome {
  const { actor, details } = told;
  return {
    content: replaceThread(moment.content, item),
    activity: details.map((detail) => ({ actor, timeMs: moment.atMs, detail })),
    notices: [
      threadNotice(item, moment, { type: 'news', actor, mentioned, isSpoken: details.some(isSpoken) }),
    ],
  };
}

function isSpoken({ type }: ActivityDetail): boolean {
  return /Comment|Review/.test(type);
}

/** What inboxes hear of a thread. */
export function threadNotice(
  item: ThreadOf,
  { repository, atMs }: Moment,
  told: Pick<Notice, 'actor' | 'isSpoken' | 'mentioned' | 'type'>,
): Notice {
  const { kind, thread } = item;
  const path = `/${kind === 'issue' ? 'issues' : 'pulls'}/${thread.number}`;
  const comment = thread.comments.at(-1);
  return {
    ...told,
    subject: {
      repository,
      title: thread.title,
      subjectType: kind === 'issue' ? 'Issue' : 'PullRequest',
      subjectPath: path,
      latestCommentPath: comment === undefined ? path : `/issues/comments/${comment.id}`,
      updatedAt: formatSeconds(atMs),
    },
    reasonFor: (login) => threadReason(item, login),
  };
}

/** What feeds tell of a thread. */
export function actionDetail({ kind, thread }: ThreadOf, action: ThreadAction): ActivityDetail {
  return kind === 'issue'
    ? { type: 'IssuesEvent', action, issue: thread }
    : { type: 'PullRequestEvent', action, pullRequest: thread };
}

/** All threads of a repository, issues first. */
export function threadsOf({ issues, pullRequests }: RepositoryContent): readonly ThreadOf[] {
  return [
    ...issues.map((thread) => ({ kind: 'issue', thread }) as const),
    ...pullRequests.map((thread) => ({ kind: 'pull_request', thread }) as const),
  ];
}

/** The number that the next thread takes. */
export function nextNumber({ issues, pullRequests, discussions }: RepositoryContent): number {
  return (
    [...issues, ...pullRequests, ...discussions].reduce((most, { number }) => Math.max(most, number), 0) + 1
  );
}

function replaceByNumber<Item extends Issue | PullRequest>(
  items: readonly Item[],
  changed: Item,
): readonly Item[] {
  return items.map((item) => (item.number === changed.number ? changed : item));
}
