import { createSeededRandom, type Random } from '../../../base/index.ts';
import type { Alert } from '../alerts/alert.ts';
import { createIdSource } from '../chance.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { threadsOf } from '../threads.ts';
import { DAY_MS, formatSeconds, HOUR_MS, SECOND_MS } from '../timestamps.ts';
import { findContent, fullNameOf, type Repository, type World } from '../world.ts';
import {
  type Notification,
  type NotificationDraft,
  type NotificationReason,
  type SubjectType,
  threadReason,
  threadSubject,
} from './notification.ts';

/** The maximum age of notifications; the real service keeps them for about five months. */
const SPAN_MS = 150 * DAY_MS;

/** One of this many watched threads has a manual subscription. */
const MANUAL_SHARE = 9;

type NoticeRow = readonly [reason: NotificationReason, type: SubjectType, title: string, path: string];

/** Notifications about the last commits of a watched repository, the newest commit first. */
const COMMIT_NOTICES: readonly NoticeRow[] = [
  ['ci_activity', 'CheckSuite', 'CI workflow run failed for "{name}"', '/commits/{sha}/check-suites'],
  ['approval_requested', 'CheckSuite', 'Deployment of "{name}" waits', '/commits/{sha}/check-suites'],
  ['mention', 'Commit', '{name}', '/commits/{sha}'],
  ['team_mention', 'Commit', '{name}', '/commits/{sha}'],
];

/**
 * Notifications about repositories of other owners. Two of the reasons, which the specification abbreviates (2.6), are
 * spelled as in the real service.
 */
const REPOSITORY_NOTICES: readonly NoticeRow[] = [
  ['invitation', 'RepositoryInvitation', 'Invitation to join {name}', '/invitations'],
  ['member_feature_requested', 'Discussion', 'Members ask for required reviews in {name}', '/settings'],
  [
    'security_advisory_credit',
    'RepositoryAdvisory',
    'You were credited for an advisory of {name}',
    '/security-advisories',
  ],
];

interface NotificationsOptions {
  readonly world: World;
  readonly login: string;
  readonly alerts: readonly Alert[];
  /** True for repositories that the person works on. */
  readonly watches: (repository: Repository) => boolean;
}

/** The initial notifications of a person, newest first, derived from the world's records. */
export function createNotifications(options: NotificationsOptions): readonly Notification[] {
  const { world, login } = options;
  const random = createSeededRandom(`${world.seed}/notifications/${login}`);
  const ids = createIdSource();
  return world.repositories
    .flatMap((repository) => draftsOf(repository, random, options))
    .filter(({ updatedAt }) => Date.parse(updatedAt) > world.nowMs - SPAN_MS)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
    .map((draft) => ({
      ...draft,
      id: ids('event', Date.parse(draft.updatedAt)),
      ...readState(draft, world.nowMs, random),
    }))
    .reverse();
}

/** Older notifications are more likely to be read. */
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

function draftsOf(
  repository: Repository,
  random: Random,
  { world, login, alerts, watches }: NotificationsOptions,
): readonly NotificationDraft[] {
  const content = findContent(world, repository);
  const isWatched = watches(repository);
  const threads = content === undefined ? [] : threadDrafts(content, repository, { login, isWatched });
  if (!isWatched) {
    return threads;
  }
  return [
    ...threads,
    ...(content === undefined ? [] : publicationDrafts(content, repository)),
    ...(content === undefined ? [] : commitDrafts(content, repository, world.nowMs)),
    ...alerts
      .filter((alert) => alert.repository === fullNameOf(repository) && alert.state === 'open')
      .map(({ number, advisory: { summary }, createdAt }) => {
        const path = `/dependabot/alerts/${number}`;
        const row = ['security_alert', 'RepositoryDependabotAlertsThread', summary, path] as const;
        return draft(repository, row, createdAt);
      }),
    // Records do not contain their times.
    ...(repository.owner === login ? [] : REPOSITORY_NOTICES).map(([reason, type, title, path]) => {
      const updatedAt = formatSeconds(world.nowMs - random.integer(2, 20) * DAY_MS);
      const name = title.replace('{name}', fullNameOf(repository));
      return draft(repository, [reason, type, name, path], updatedAt);
    }),
  ];
}

function draft(
  repository: Repository,
  [reason, subjectType, title, path]: NoticeRow,
  updatedAt: string,
): NotificationDraft {
  return { repository, reason, subjectType, title, subjectPath: path, latestCommentPath: path, updatedAt };
}

function threadDrafts(
  content: RepositoryContent,
  repository: Repository,
  { login, isWatched }: { readonly login: string; readonly isWatched: boolean },
): readonly NotificationDraft[] {
  return threadsOf(content).flatMap((item, index): readonly NotificationDraft[] => {
    // Records do not contain manual subscriptions.
    const watching = index % MANUAL_SHARE === 0 ? 'manual' : 'subscribed';
    const reason = threadReason(item, login) ?? (isWatched ? watching : undefined);
    return reason === undefined ? [] : [{ repository, reason, ...threadSubject(item) }];
  });
}

function publicationDrafts(
  { releases, discussions, commitComments }: RepositoryContent,
  repository: Repository,
): readonly NotificationDraft[] {
  const watched = (type: SubjectType, title: string, path: string, updatedAt: string) =>
    draft(repository, ['subscribed', type, title, path], updatedAt);
  return [
    ...releases.flatMap(({ name, tagName, publishedAt }) =>
      publishedAt === null ? [] : [watched('Release', name, `/releases/tags/${tagName}`, publishedAt)],
    ),
    ...discussions.map(({ title, number, updatedAt }) =>
      watched('Discussion', title, `/discussions/${number}`, updatedAt),
    ),
    ...commitComments.map(({ body, commitId, createdAt }) =>
      watched('Commit', firstLine(body), `/commits/${commitId}`, createdAt),
    ),
  ];
}

/** Only organizations have teams. */
function commitDrafts(
  { git }: RepositoryContent,
  repository: Repository,
  nowMs: number,
): readonly NotificationDraft[] {
  return COMMIT_NOTICES.flatMap(([reason, type, title, path], age): readonly NotificationDraft[] => {
    const commit = git.commits.at(-1 - age);
    if (commit === undefined || (reason === 'team_mention' && repository.ownerType === 'User')) {
      return [];
    }
    const { sha, message, committer } = commit;
    const updatedAt = formatSeconds(Math.min(committer.timeSeconds * SECOND_MS + HOUR_MS, nowMs));
    const name = title.replace('{name}', () => firstLine(message));
    return [draft(repository, [reason, type, name, path.replace('{sha}', sha)], updatedAt)];
  });
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('');
}
