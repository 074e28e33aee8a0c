import { createSeededRandom, type Random } from '../../../base/random.ts';
import type { Alert } from '../alerts/create-alerts.ts';
import { createIdSource } from '../random-picks.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { type ThreadEvent, type ThreadOf, threadsOf } from '../threads.ts';
import { DAY_MS, formatSeconds, HOUR_MS, SECOND_MS } from '../timestamps.ts';
import { findContent, fullNameOf, type Repository, type World } from '../world.ts';

/** The reasons for notifications (specification 2.6): true for participation and mentions, false for watching. */
const REASONS = {
  approval_requested: true,
  assign: true,
  author: true,
  ci_activity: false,
  comment: true,
  invitation: false,
  manual: true,
  member_feature_requested: false,
  mention: true,
  review_requested: true,
  security_advisory_credit: false,
  security_alert: false,
  state_change: true,
  subscribed: false,
  team_mention: true,
} as const;

export type NotificationReason = keyof typeof REASONS;

export function isParticipating(reason: NotificationReason): boolean {
  return REASONS[reason];
}

/** The specification only shows `Issue`. */
export type SubjectType =
  | 'CheckSuite'
  | 'Commit'
  | 'Discussion'
  | 'Issue'
  | 'PullRequest'
  | 'Release'
  | 'RepositoryAdvisory'
  | 'RepositoryDependabotAlertsThread'
  | 'RepositoryInvitation';

export interface Notification {
  readonly id: number;
  readonly repository: Repository;
  readonly title: string;
  readonly subjectType: SubjectType;
  /** Like the next, relative to the API URL of the repository. */
  readonly subjectPath: string;
  readonly latestCommentPath: string;
  readonly reason: NotificationReason;
  readonly updatedAt: string;
  readonly isUnread: boolean;
  readonly lastReadAt: string | null;
}

export type NotificationDraft = Omit<Notification, 'id' | 'isUnread' | 'lastReadAt'>;

/**
 * The reason for notifying a person of a thread, if any. Mentions take precedence, since the reason remains `mention`
 * afterwards (specification 2.6).
 */
export function threadReason({ thread }: ThreadOf, login: string): NotificationReason | undefined {
  const { events, assignees, author, comments } = thread;
  const reasons = [
    ['mention', events.some(({ event, actor }) => event === 'mentioned' && actor === login)],
    ['review_requested', events.some((event) => isRequestTo(event, login))],
    ['assign', assignees.includes(login)],
    ['author', author === login],
    ['comment', comments.some((comment) => comment.author === login)],
    ['state_change', events.some(({ event, actor }) => STATE_CHANGES.has(event) && actor === login)],
  ] as const;
  return reasons.find(([, applies]) => applies)?.[0];
}

const STATE_CHANGES: ReadonlySet<string> = new Set(['closed', 'reopened']);

function isRequestTo(event: ThreadEvent, login: string): boolean {
  return event.event === 'review_requested' && event.subjectLogin === login;
}

export function threadSubject({ kind, thread }: ThreadOf): Omit<NotificationDraft, 'reason' | 'repository'> {
  const path = `/${kind === 'issue' ? 'issues' : 'pulls'}/${thread.number}`;
  const comment = thread.comments.at(-1);
  return {
    title: thread.title,
    subjectType: kind === 'issue' ? 'Issue' : 'PullRequest',
    subjectPath: path,
    latestCommentPath: comment === undefined ? path : `/issues/comments/${comment.id}`,
    updatedAt: thread.updatedAt,
  };
}

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
  const open = openAlerts(options.alerts);
  return world.repositories
    .flatMap((repository) =>
      // Most drafts are too old, so those of a repository are not kept until all are there.
      [
        ...draftsOf(repository, random, { ...options, alerts: open.get(fullNameOf(repository)) ?? [] }),
      ].filter(({ updatedAt }) => Date.parse(updatedAt) > world.nowMs - SPAN_MS),
    )
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
    .map((invented) => {
      const updatedMs = Date.parse(invented.updatedAt);
      // Older notifications are more likely to be read.
      const isUnread = random.chance(world.nowMs - updatedMs < 14 * DAY_MS ? 0.8 : 0.15);
      const readMs = Math.min(updatedMs + random.integer(0, 48) * HOUR_MS, world.nowMs);
      const lastReadAt = isUnread ? null : formatSeconds(readMs);
      return { ...invented, id: ids('event', updatedMs), isUnread, lastReadAt };
    })
    .reverse();
}

function openAlerts(alerts: readonly Alert[]): ReadonlyMap<string, readonly Alert[]> {
  const open = new Map<string, Alert[]>();
  for (const alert of alerts.filter(({ state }) => state === 'open')) {
    const others = open.get(alert.repository) ?? [];
    others.push(alert);
    open.set(alert.repository, others);
  }
  return open;
}

/** `alerts` are the open ones of the repository. */
function* draftsOf(
  repository: Repository,
  random: Random,
  { world, login, alerts, watches }: NotificationsOptions,
): Generator<NotificationDraft> {
  const content: Partial<RepositoryContent> = findContent(world, repository) ?? {};
  const { issues = [], pullRequests = [], releases = [], discussions = [], commitComments = [] } = content;
  const isWatched = watches(repository);
  for (const [index, item] of threadsOf({ issues, pullRequests }).entries()) {
    // Records do not contain manual subscriptions.
    const watching = index % MANUAL_SHARE === 0 ? 'manual' : 'subscribed';
    const reason = threadReason(item, login) ?? (isWatched ? watching : undefined);
    if (reason !== undefined) {
      yield { repository, reason, ...threadSubject(item) };
    }
  }
  if (!isWatched) {
    return;
  }
  for (const { name, tagName, publishedAt } of releases.filter(({ state }) => state === 'published')) {
    const row = ['subscribed', 'Release', name, `/releases/tags/${tagName}`] as const;
    yield draft(repository, row, publishedAt ?? repository.updatedAt);
  }
  for (const { title, number, updatedAt } of discussions) {
    yield draft(repository, ['subscribed', 'Discussion', title, `/discussions/${number}`], updatedAt);
  }
  for (const { body, commitId, createdAt } of commitComments) {
    yield draft(repository, ['subscribed', 'Commit', firstLine(body), `/commits/${commitId}`], createdAt);
  }
  for (const [age, [reason, type, title, path]] of COMMIT_NOTICES.entries()) {
    const commit = content.git?.commits.at(-1 - age);
    // Only organizations have teams.
    if (commit !== undefined && (reason !== 'team_mention' || repository.ownerType === 'Organization')) {
      const { sha, message, committer } = commit;
      const updatedMs = Math.min(committer.timeSeconds * SECOND_MS + HOUR_MS, world.nowMs);
      const name = title.replace('{name}', () => firstLine(message));
      yield draft(repository, [reason, type, name, path.replace('{sha}', sha)], formatSeconds(updatedMs));
    }
  }
  for (const { number, advisory, createdAt } of alerts) {
    const path = `/dependabot/alerts/${number}`;
    const row = ['security_alert', 'RepositoryDependabotAlertsThread', advisory.summary, path] as const;
    yield draft(repository, row, createdAt);
  }
  for (const [reason, type, title, path] of repository.owner === login ? [] : REPOSITORY_NOTICES) {
    // Records do not contain their times.
    const updatedAt = formatSeconds(world.nowMs - random.integer(2, 20) * DAY_MS);
    yield draft(repository, [reason, type, title.replace('{name}', fullNameOf(repository)), path], updatedAt);
  }
}

function draft(
  repository: Repository,
  [reason, subjectType, title, path]: NoticeRow,
  updatedAt: string,
): NotificationDraft {
  return { repository, reason, subjectType, title, subjectPath: path, latestCommentPath: path, updatedAt };
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('');
}
