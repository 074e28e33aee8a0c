import type { JsonObject } from '../../../base/json.ts';
import { capitalized } from '../../../base/text-ends.ts';
import { jsonFields } from '../../json-fields.ts';
import type { Notification, SubjectType } from '../../world/notifications/create-notifications.ts';
import { fullNameOf } from '../../world/world.ts';
import type { JsonContext } from '../json/account-json.ts';
import { gitAddresses, repositorySummaryJson } from '../json/repository-json.ts';
import type { ThreadSubscription } from './inbox.ts';

/** A notification thread (specification 2.6). */
export function notificationJson(notification: Notification, context: JsonContext): JsonObject {
  const { repository } = notification;
  const url = threadUrl(notification, context);
  return {
    id: String(notification.id),
    repository: { ...repositorySummaryJson(repository, context), ...gitAddresses(repository, context) },
    subject: subjectJson(notification, context),
    ...jsonFields(notification, 'reason', 'updatedAt', 'lastReadAt'),
    unread: notification.isUnread,
    url,
    subscription_url: `${url}/subscription`,
  };
}

/** A thread subscription (specification 2.7). */
export function subscriptionJson(
  notification: Notification,
  { isIgnored, createdAt }: ThreadSubscription,
  context: JsonContext,
): JsonObject {
  const url = threadUrl(notification, context);
  return {
    // A person who ignores a thread is still subscribed to it (specification 2.7, 4.4).
    subscribed: true,
    ignored: isIgnored,
    reason: null,
    created_at: createdAt,
    url: `${url}/subscription`,
    thread_url: url,
  };
}

function threadUrl({ id }: Notification, { baseUrl }: JsonContext): string {
  return `${baseUrl}/notifications/threads/${id}`;
}

function subjectJson(notification: Notification, context: JsonContext): JsonObject {
  const { repository, subjectType, subjectPath, latestCommentPath, title } = notification;
  const root = `${context.baseUrl}/repos/${fullNameOf(repository)}`;
  const addressOf = (path: string) => `${root}${path.replace('dependabot', alertTool)}`;
  const { alertTool } = context.dialect;
  const toolName = capitalized(alertTool);
  // The specification has strings here; the real service sends null for subjects without a record in the API.
  const isWithoutRecord = context.dialect.name === 'github' && WITHOUT_RECORD.has(subjectType);
  return {
    title,
    url: isWithoutRecord ? null : addressOf(subjectPath),
    latest_comment_url: isWithoutRecord ? null : addressOf(latestCommentPath),
    type: subjectType.replace('Dependabot', toolName),
  };
}

const WITHOUT_RECORD: ReadonlySet<SubjectType> = new Set([
  'CheckSuite',
  'Discussion',
  'RepositoryInvitation',
]);
