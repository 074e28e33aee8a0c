import { createSeededRandom, type Random } from '../../../base/index.ts';
import type { ThreadOf } from '../activity/activity-event.ts';
import type { Alert } from '../alerts/alert.ts';
import { createIdSource } from '../chance.ts';
import { fullNameOf } from '../repository/scene.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { DAY_MS, formatSeconds, HOUR_MS } from '../timestamps.ts';
import { findContent, type Repository, type World } from '../world.ts';
import { commitNotifications } from './commit-notifications.ts';
import type { Notification, NotificationDraft } from './notification.ts';
import { REPOSITORY_NOTICES } from './repository-notices.table.ts';
import { threadReason } from './thread-reason.ts';

/** How long the service keeps notifications, about five months at the real one. */
const SPAN_MS = 150 * DAY_MS;

/** One of so many watched threads was subscribed to by hand. */
const MANUAL_SHARE = 9;

/** Whose notifications, and what there is besides the records of the world. */
export interface NotificationsOptions {
  readonly world: World;
  readonly login: string;
  readonly alerts: readonly Alert[];
  /** True for repositories that the person works on. */
  readonly watches: (repository: Repository) => boolean;
}

/** Tells what somebody would find in their inbox, newest first: about things that the world's records hold. */
export function createNotifications(options: NotificationsOptions): readonly Notification[] {
  const { world, login } = options;
  const random = createSeededRandom(`${world.seed}/notifications/${login}`);
  const ids = createIdSource();
  return world.repositories
    .flatMap((repository) => repositoryNotifications(repository, random, options))
    .filter(({ updatedAt }) => Date.parse(updatedAt) > world.nowMs - SPAN_MS)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
    .map((draft) => ({
      ...draft,
      id: ids('event', Date.parse(draft.updatedAt)),
      ...readState(draft, world.nowMs, random),
    }))
    .reverse();
}

/** The older it is, the likelier it was read. */
function readState(
  { updatedAt }: NotificationDraft,
  nowMs: number,
  random: Random,
): Pick<Notification, 'isUnread' | 'lastReadAt'> {
  const ageMs = nowMs - Date.parse(updatedAt);
  const isUnread = random.chance(ageMs < 14 * DAY_MS ? 0.8 : 0.15);
  const readMs = Math.min(Date.parse(updatedAt) + random.integer(0, 48) * HOUR_MS, nowMs);
  return { isUnread, lastReadAt: isUnread ? null : formatSeconds(readMs) };
}

function repositoryNotifications(
  repository: Repository,
  random: Random,
  { world, login, alerts, watches }: NotificationsOptions,
): readonly NotificationDraft[] {
  const content = findContent(world, repository);
  const isWatched = watches(repository);
  return [
    ...(content === undefined ? [] : threadNotifications(content, repository, { login, isWatched })),
    ...(content === undefined || !isWatched
      ? []
      : [
          ...publicationNotifications(content, repository),
          ...commitNotifications(content, repository, world.nowMs),
        ]),
    ...(isWatched ? alertNotifications(repository, alerts) : []),
    ...(isWatched && repository.owner !== login ? repositoryNotices(repository, world, random) : []),
  ];
}

function threadNotifications(
  { issues, pullRequests }: RepositoryContent,
  repository: Repository,
  { login, isWatched }: { readonly login: string; readonly isWatched: boolean },
): readonly NotificationDraft[] {
  const threads: readonly ThreadOf[] = [
    ...issues.map((thread) => ({ kind: 'issue', thread }) as const),
    ...pullRequests.map((thread) => ({ kind: 'pull_request', thread }) as const),
  ];
  return threads.flatMap((item, index): readonly NotificationDraft[] => {
    // Who subscribes by hand is in no record: every ninth thread that is watched, here.
    const watching = index % MANUAL_SHARE === 0 ? 'manual' : 'subscribed';
    const reason = threadReason(item, login) ?? (isWatched ? watching : undefined);
    const { kind, thread } = item;
    if (reason === undefined) {
      return [];
    }
    const path = `/${kind === 'issue' ? 'issues' : 'pulls'}/${thread.number}`;
    const comment = thread.comments.at(-1);
    return [
      {
        repository,
        title: thread.title,
        subjectType: kind === 'issue' ? 'Issue' : 'PullRequest',
        subjectPath: path,
        latestCommentPath: comment === undefined ? path : `/issues/comments/${comment.id}`,
        reason,
        updatedAt: thread.updatedAt,
      },
    ];
  });
}

function publicationNotifications(
  content: RepositoryContent,
  repository: Repository,
): readonly NotificationDraft[] {
  return [
    ...content.releases.flatMap((release) =>
      release.publishedAt === null
        ? []
        : [
            watched(repository, {
              subjectType: 'Release',
              title: release.name,
              subjectPath: `/releases/tags/${release.tagName}`,
              updatedAt: release.publishedAt,
            }),
          ],
    ),
    ...content.discussions.map((discussion) =>
      watched(repository, {
        subjectType: 'Discussion',
        title: discussion.title,
        subjectPath: `/discussions/${discussion.number}`,
        updatedAt: discussion.updatedAt,
      }),
    ),
    ...content.commitComments.map((comment) =>
      watched(repository, {
        subjectType: 'Commit',
        title: comment.body.split('\n', 1).join(''),
        subjectPath: `/commits/${comment.commitId}`,
        updatedAt: comment.createdAt,
      }),
    ),
  ];
}

type Subject = Pick<NotificationDraft, 'subjectPath' | 'subjectType' | 'title' | 'updatedAt'>;

function watched(repository: Repository, subject: Subject): NotificationDraft {
  return { ...subject, repository, latestCommentPath: subject.subjectPath, reason: 'subscribed' };
}

function alertNotifications(repository: Repository, alerts: readonly Alert[]): readonly NotificationDraft[] {
  return alerts
    .filter((alert) => alert.repository === fullNameOf(repository) && alert.state === 'open')
    .map(({ number, advisory, createdAt }) => ({
      ...watched(repository, {
        subjectType: 'RepositoryDependabotAlertsThread',
        title: advisory.summary,
        subjectPath: `/dependabot/alerts/${number}`,
        updatedAt: createdAt,
      }),
      reason: 'security_alert',
    }));
}

/** Some time in the last weeks; who was told of what since when is in no record. */
function repositoryNotices(
  repository: Repository,
  { nowMs }: World,
  random: Random,
): readonly NotificationDraft[] {
  return REPOSITORY_NOTICES.map(({ reason, subjectType, title, path }) => ({
    ...watched(repository, {
      subjectType,
      title: title.replace('{repository}', fullNameOf(repository)),
      subjectPath: path,
      updatedAt: formatSeconds(nowMs - random.integer(2, 20) * DAY_MS),
    }),
    reason,
  }));
}
