import {
  type NotificationDraft,
  type NotificationReason,
  threadReason,
  threadSubject,
} from '../notifications/create-notifications.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { type ThreadOf, threadsOf } from '../threads.ts';
import type { Repository } from '../world.ts';

/** A change that inboxes receive. `news` makes a thread unread; a `correction` only changes existing notifications. */
export interface Notice {
  readonly type: 'correction' | 'news';
  /** Login of the person who is not notified. */
  readonly actor: string;
  readonly subject: Omit<NotificationDraft, 'reason'>;
  /** Logins of new mentions. */
  readonly mentioned: readonly string[];
  /** True for a new comment, which unmutes a thread for its author. */
  readonly isComment?: boolean;
  /** The reason for participants; undefined for others. */
  readonly reasonFor: (login: string) => NotificationReason | undefined;
}

const NEWS: ReadonlySet<string> = new Set(['closed', 'merged']);

/** The notices of an action in a repository, derived from its threads before and after. */
export function noticesOf(
  before: RepositoryContent,
  after: RepositoryContent,
  repository: Repository,
): readonly Notice[] {
  const old = new Map(threadsOf(before).map(({ thread }) => [thread.number, thread]));
  return threadsOf(after)
    .filter(({ thread }) => old.get(thread.number) !== thread)
    .map((item) => threadNotice(item, old.get(item.thread.number), repository));
}

function threadNotice(item: ThreadOf, old: ThreadOf['thread'] | undefined, repository: Repository): Notice {
  const { thread } = item;
  const events = thread.events.slice(old?.events.length ?? 0);
  const known = new Set(old?.comments.map(({ id }) => id));
  const comment = thread.comments.find(({ id }) => !known.has(id));
  const newsEvent = events.find(({ event }) => NEWS.has(event));
  return {
    type: old === undefined || comment !== undefined || newsEvent !== undefined ? 'news' : 'correction',
    actor: comment?.author ?? newsEvent?.actor ?? thread.author ?? repository.owner,
    isComment: comment !== undefined,
    mentioned: events.flatMap(({ event, actor: login }) =>
      event === 'mentioned' && login !== null ? [login] : [],
    ),
    subject: { repository, ...threadSubject(item) },
    reasonFor: (login) => threadReason(item, login),
  };
}
