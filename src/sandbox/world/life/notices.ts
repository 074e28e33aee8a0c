import type { NotificationDraft, NotificationReason } from '../notifications/notification.ts';
import { threadReason, threadSubject } from '../notifications/notification.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { type ThreadOf, threadsOf } from '../threads.ts';
import type { Repository } from '../world.ts';

/** What inboxes are notified of. `news` makes a thread unread; a `correction` only changes what is there. */
export interface Notice {
  readonly type: 'correction' | 'gone' | 'news';
  /** Login of the person who did it, who is not notified. */
  readonly actor: string;
  readonly subject: Omit<NotificationDraft, 'reason'>;
  /** Logins that were called by name just now. */
  readonly mentioned: readonly string[];
  /** True where the actor said something: that ends the muting of a thread, closing or labelling it does not. */
  readonly isSpoken?: boolean;
  /** Why it concerns somebody who takes part; undefined for those who at most watch. */
  readonly reasonFor: (login: string) => NotificationReason | undefined;
}

const NEWS: ReadonlySet<string> = new Set(['assigned', 'closed', 'merged', 'reopened']);

/** The notices of a deed in a repository, found by comparing its content before and after. */
export function noticesOf(
  before: RepositoryContent,
  after: RepositoryContent,
  repository: Repository,
): readonly Notice[] {
  const old = new Map(threadsOf(before).map((item) => [item.thread.number, item]));
  const current = threadsOf(after);
  const numbers = new Set(current.map(({ thread }) => thread.number));
  return [
    ...current
      .filter(({ thread }) => old.get(thread.number)?.thread !== thread)
      .map((item) => threadNotice(item, old.get(item.thread.number), repository)),
    ...[...old.values()]
      .filter(({ thread }) => !numbers.has(thread.number))
      .map((item): Notice => ({ ...threadNotice(item, item, repository), type: 'gone' })),
    ...after.releases
      .filter(({ state, tagName }) => {
        const known = before.releases.find((release) => release.tagName === tagName);
        return state === 'published' && known?.state !== 'published';
      })
      .map(({ name: title, tagName, author, publishedAt }): Notice => {
        const path = `/releases/tags/${tagName}`;
        const updatedAt = publishedAt ?? repository.updatedAt;
        const place = { subjectPath: path, latestCommentPath: path };
        const subject = { repository, title, subjectType: 'Release', updatedAt, ...place } as const;
        return { type: 'news', actor: author, mentioned: [], reasonFor: () => undefined, subject };
      }),
  ];
}

function threadNotice(item: ThreadOf, old: ThreadOf | undefined, repository: Repository): Notice {
  const { thread } = item;
  const events = thread.events.slice(old?.thread.events.length ?? 0);
  const said = [
    ...newerThan(thread.comments, old?.thread.comments),
    ...newerThan(reviewsOf(item), old === undefined ? [] : reviewsOf(old)),
  ];
  const deed = events.find(({ event }) => NEWS.has(event));
  const actor = said[0]?.author ?? deed?.actor ?? thread.author ?? repository.owner;
  const isNews = old === undefined || said.length > 0 || deed !== undefined;
  return {
    type: isNews ? 'news' : 'correction',
    actor,
    isSpoken: said.length > 0,
    mentioned: events.flatMap(({ event, actor: login }) =>
      event === 'mentioned' && login !== null ? [login] : [],
    ),
    subject: { repository, ...threadSubject(item) },
    reasonFor: (login) => threadReason(item, login),
  };
}

interface Said {
  readonly id: number;
  readonly author: string;
}

function newerThan(said: readonly Said[], before: readonly Said[] = []): readonly Said[] {
  const known = new Set(before.map(({ id }) => id));
  return said.filter(({ id }) => !known.has(id));
}

function reviewsOf({ kind, thread }: ThreadOf): readonly Said[] {
  return kind === 'issue' ? [] : thread.reviews;
}
