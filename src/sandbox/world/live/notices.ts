import {
  type NotificationDraft,
  type NotificationReason,
  threadReason,
  threadSubject,
} from '../notifications/create-notifications.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { type Comment, type ThreadOf, threadsOf } from '../threads.ts';
import type { Repository } from '../world.ts';

/** A change that inboxes receive. `news` makes a thread unread; a `correction` only changes existing notifications. */
export interface Notice {
  readonly type: 'correction' | 'gone' | 'news';
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

const NEWS: ReadonlySet<string> = new Set(['assigned', 'closed', 'merged', 'reopened']);

/** The notices of an action in a repository, derived from its content before and after. */
export function* noticesOf(
  before: RepositoryContent,
  after: RepositoryContent,
  repository: Repository,
): Generator<Notice> {
  const old = new Map(threadsOf(before).map((item) => [item.thread.number, item]));
  for (const item of threadsOf(after)) {
    const known = old.get(item.thread.number);
    old.delete(item.thread.number);
    if (known?.thread !== item.thread) {
      yield threadNotice(item, known, repository);
    }
  }
  for (const item of old.values()) {
    yield { ...threadNotice(item, item, repository), type: 'gone' };
  }
  for (const { name: title, tagName, author: actor, state, publishedAt } of after.releases) {
    const known = before.releases.find((release) => release.tagName === tagName);
    if (state === 'published' && known?.state !== 'published') {
      const path = `/releases/tags/${tagName}`;
      const updatedAt = publishedAt ?? repository.updatedAt;
      const place = { subjectPath: path, latestCommentPath: path };
      const subject = { repository, title, subjectType: 'Release', updatedAt, ...place } as const;
      yield { type: 'news', actor, mentioned: [], reasonFor: () => undefined, subject };
    }
  }
}

function threadNotice(item: ThreadOf, old: ThreadOf | undefined, repository: Repository): Notice {
  const { thread } = item;
  const events = thread.events.slice(old?.thread.events.length ?? 0);
  const comments = [
    ...newerThan(thread.comments, old?.thread.comments),
    ...newerThan(reviewsOf(item), old === undefined ? [] : reviewsOf(old)),
  ];
  const newsEvent = events.find(({ event }) => NEWS.has(event));
  const actor = comments[0]?.author ?? newsEvent?.actor ?? thread.author ?? repository.owner;
  const isNews = old === undefined || comments.length > 0 || newsEvent !== undefined;
  return {
    type: isNews ? 'news' : 'correction',
    actor,
    isComment: comments.length > 0,
    mentioned: events.flatMap(({ event, actor: login }) =>
      event === 'mentioned' && login !== null ? [login] : [],
    ),
    subject: { repository, ...threadSubject(item) },
    reasonFor: (login) => threadReason(item, login),
  };
}

type Remark = Pick<Comment, 'author' | 'id'>;

function newerThan(remarks: readonly Remark[], before: readonly Remark[] = []): readonly Remark[] {
  const known = new Set(before.map(({ id }) => id));
  return remarks.filter(({ id }) => !known.has(id));
}

function reviewsOf({ kind, thread }: ThreadOf): readonly Remark[] {
  return kind === 'issue' ? [] : thread.reviews;
}
