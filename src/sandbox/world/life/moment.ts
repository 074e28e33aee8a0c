import type { Random } from '../../../base/index.ts';
import type { ActivityDraft, ActivityEvent } from '../activity/activity-event.ts';
import type { IdSource } from '../chance.ts';
import type { NotificationDraft, NotificationReason } from '../notifications/notification.ts';
import type { RepositoryContent } from '../repository-content.ts';
import type { Repository, World } from '../world.ts';

/** A moment in one repository, in which something may happen. */
export interface Moment {
  readonly world: World;
  readonly repository: Repository;
  readonly content: RepositoryContent;
  /** A whole second. */
  readonly atMs: number;
  readonly random: Random;
  readonly ids: IdSource;
}

/** Lets something happen; undefined where there is nothing to do it to. */
export type Deed = (moment: Moment) => Outcome | undefined;

/** What something came to. */
export interface Outcome {
  readonly content: RepositoryContent;
  /** What else it changed about the repository; dates and the count of open issues follow from the content. */
  readonly repository?: Partial<Repository>;
  /** What feeds tell of it. */
  readonly activity?: readonly ActivityDraft[];
  /** What feeds tell no longer. */
  readonly withdraws?: (event: ActivityEvent) => boolean;
  readonly notices?: readonly Notice[];
}

/** What inboxes hear. A notice of `news` makes unread; a `correction` only changes what is there. */
export interface Notice {
  readonly type: 'correction' | 'gone' | 'news';
  /** Login of whoever did it; nobody is told of their own doings. */
  readonly actor: string;
  readonly subject: Omit<NotificationDraft, 'reason'>;
  /** Logins that were called by name just now. */
  readonly mentioned: readonly string[];
  /** True where the actor said something: that ends the muting of a thread, closing or labelling it does not. */
  readonly isSpoken?: boolean;
  /** Why it concerns somebody who takes part; undefined for those who at most watch. */
  readonly reasonFor: (login: string) => NotificationReason | undefined;
}
