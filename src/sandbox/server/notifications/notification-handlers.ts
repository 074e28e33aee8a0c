import type { JsonValue } from '../../../base/json.ts';
import { isParticipating, type Notification } from '../../world/notifications/create-notifications.ts';
import type { Repository } from '../../world/world.ts';
import { pollHeaders } from '../activity/event-handlers.ts';
import { type Answer, type ErrorAnswer, json, notFound, validationFailed } from '../api/answer.ts';
import { pageAnswer } from '../api/pagination.ts';
import { type ApiRequest, type Handler, type HandlerFor, routeGroup, signedIn } from '../api/route.ts';
import { visibleRepository } from '../api/visibility.ts';
import type { Service } from '../service.ts';
import type { Inbox } from './inbox.ts';
import { notificationJson, subscriptionJson } from './notification-json.ts';

/** Specification 8.3; a repository's list has the usual sizes. */
const PAGE_SIZES = { defaultPerPage: 50, maxPerPage: 50 } as const;

/** Lists the notifications of the caller, the latest update first. */
const listNotifications = forInbox((inbox, request, service) => notificationPage(inbox, request, service));
const markNotificationsRead = forInbox((inbox, request, service) => markRead(inbox, request, service));
const listRepositoryNotifications = forRepository(notificationPage);
const markRepositoryNotificationsRead = forRepository(markRead);

const getThread = forThread((notification, _inbox, request) =>
  json(notificationJson(notification, request.context), modifiedHeaders(notification)),
);

const markThreadRead = forThread((notification, inbox, request) => {
  const known = notificationJson(notification, request.context);
  if (!notification.isUnread && request.isKnown(known, modifiedHeaders(notification))) {
    return { type: 'empty', status: 304 };
  }
  inbox.markRead(notification.id);
  return { type: 'empty', status: 205 };
});

/** Marks a thread as done, which removes it from all lists; repetitions have no effect. */
const markThreadDone = forInbox((inbox, request) => {
  const id = threadIdOf(request);
  if (id === undefined || !inbox.hasKnown(id)) {
    return notFound();
  }
  if (inbox.find(id) !== undefined) {
    inbox.markDone(id);
  }
  return { type: 'empty', status: 204 };
});

/** Not found unless the caller participates in the thread or has subscribed to it. */
const getThreadSubscription = forThread((notification, inbox, { context }) => {
  const subscription = inbox.subscription(notification.id);
  return subscription === undefined
    ? notFound()
    : json(subscriptionJson(notification, subscription, context));
});

const setThreadSubscription = forThread((notification, inbox, request) => {
  const { body, context } = request;
  const ignored = body['ignored'] ?? false;
  if (typeof ignored !== 'boolean') {
    return validationFailed('ThreadSubscription', ['ignored']);
  }
  const before = inbox.subscription(notification.id);
  const isSame = before !== undefined && before.isIgnored === ignored;
  if (isSame && request.isKnown(subscriptionJson(notification, before, context))) {
    return { type: 'empty', status: 304 };
  }
  return json(subscriptionJson(notification, inbox.subscribe(notification.id, ignored), context));
});

const deleteThreadSubscription = forThread(({ id }, inbox, request) => {
  if (inbox.subscription(id) === undefined && request.isConditional) {
    return { type: 'empty', status: 304 };
  }
  inbox.unsubscribe(id);
  return { type: 'empty', status: 204 };
});

function notificationPage(
  inbox: Inbox,
  request: ApiRequest,
  service: Service,
  repository?: Repository,
): Answer {
  const matches = readNotificationQuery(request.url.searchParams);
  if (typeof matches !== 'function') {
    return matches;
  }
  const all = inbox.list();
  const { listed, matching } = service.keptLists.take(request.url, request.caller, {
    paging: ['page', 'per_page'], // `before` is a time.
    of: [all],
    make() {
      const isListed = ({ repository: { id } }: Notification) =>
        repository === undefined || id === repository.id;
      const shown = all.filter(isListed);
      return { listed: shown, matching: shown.filter(matches) };
    },
  });
  return pageAnswer(matching, request, {
    ...(repository === undefined ? PAGE_SIZES : {}),
    write: notificationJson,
    headers: {
      ...pollHeaders(lastModifiedMs(listed, inbox, service)),
      ...(service.dialect.name === 'github' ? { etag: 'W/""' } : {}), // As recorded of the real service.
    },
  });
}

/** In the real service only new notifications change the date, so that a 304 may hide what was read meanwhile. */
function lastModifiedMs(
  [newest]: readonly Notification[],
  inbox: Inbox,
  { dialect }: Service,
): number | undefined {
  const newestMs = newest === undefined ? undefined : Date.parse(newest.updatedAt);
  const changedMs = inbox.changedAtMs();
  return dialect.name === 'github' || changedMs === undefined ? newestMs : Math.max(changedMs, newestMs ?? 0);
}

function modifiedHeaders({ updatedAt }: Notification): Readonly<Record<string, string>> {
  return { 'last-modified': new Date(updatedAt).toUTCString() };
}

/** Specification 4.4, rule 2. */
function markRead(inbox: Inbox, request: ApiRequest, { clock }: Service, repository?: Repository): Answer {
  const { body, context, isConditional } = request;
  const until = body['last_read_at'] ?? null;
  const untilMs = until === null ? clock.now() : readMoment(until);
  if (untilMs === undefined || typeof (body['read'] ?? true) !== 'boolean') {
    return validationFailed('Notification', [untilMs === undefined ? 'last_read_at' : 'read']);
  }
  const hasUnread = inbox.list().some((notification) => notification.isUnread);
  if (isConditional && !hasUnread) {
    return { type: 'empty', status: 304 };
  }
  if (inbox.markAllRead(untilMs, repository) === 'now') {
    return { type: 'empty', status: 205 };
  }
  const answer: Readonly<Record<string, JsonValue>> = {
    message:
      "Unread notifications couldn't be marked in a single request. Notifications are being marked as read in the background.",
    ...(repository === undefined ? {} : { url: `${context.baseUrl}${request.url.pathname}` }),
  };
  return { type: 'json', status: 202, body: answer };
}

function forInbox(handle: HandlerFor<Inbox>): Handler {
  return (request, service) => {
    const { caller } = request;
    return caller.type === 'token' ? handle(service.inboxOf(caller.login), request, service) : notFound();
  };
}

function forRepository(handle: typeof notificationPage): Handler {
  return forInbox((inbox, request, service) => {
    const repository = visibleRepository(request, service.world);
    return repository === undefined ? notFound() : handle(inbox, request, service, repository);
  });
}

function forThread(
  handle: (notification: Notification, inbox: Inbox, request: ApiRequest) => Answer,
): Handler {
  return forInbox((inbox, request) => {
    const id = threadIdOf(request);
    const notification = id === undefined ? undefined : inbox.find(id);
    return notification === undefined ? notFound() : handle(notification, inbox, request);
  });
}

function threadIdOf({ parameters }: ApiRequest): number | undefined {
  const text = parameters['thread_id'] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Reads the query of a list of notifications (specification 4.4) as a filter; the switches are off by default. */
function readNotificationQuery(
  query: URLSearchParams,
): ErrorAnswer | ((notification: Notification) => boolean) {
  const faults = [
    ...['all', 'participating'].filter((name) => !/^(true|false)?$/i.test(query.get(name) ?? '')),
    ...['since', 'before'].filter((name) => query.has(name) && readMoment(query.get(name)) === undefined),
  ];
  if (faults.length > 0) {
    return validationFailed('Notification', faults);
  }
  const isAll = isOn(query, 'all');
  const isParticipatingOnly = isOn(query, 'participating');
  const sinceMs = readMoment(query.get('since')) ?? Number.NEGATIVE_INFINITY;
  const beforeMs = readMoment(query.get('before')) ?? Number.POSITIVE_INFINITY;
  return ({ isUnread, reason, updatedAt }) => {
    const updatedMs = Date.parse(updatedAt);
    return (
      (isAll || isUnread) &&
      (!isParticipatingOnly || isParticipating(reason)) &&
      updatedMs >= sinceMs &&
      updatedMs < beforeMs
    );
  };
}

/** Python clients send `True`. */
function isOn(query: URLSearchParams, name: string): boolean {
  return query.get(name)?.toLowerCase() === 'true';
}

/** Milliseconds since the Unix epoch for an ISO 8601 time, otherwise undefined. */
function readMoment(text: JsonValue | undefined): number | undefined {
  const isMoment =
    typeof text === 'string' &&
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.test(text);
  const timeMs = isMoment ? Date.parse(text) : Number.NaN;
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

const ACCESS = signedIn(
  ['fine_grained', 'app_user', 'app_installation', 'workflow', 'oauth'],
  ['notifications', 'repo'],
);
const PAGE = '/activity/notifications';

/** Specification 4.4; marking those of one repository is an addition, as in the real service. */
export const NOTIFICATION_ROUTES = [
  ...routeGroup({ root: '/notifications', page: PAGE, access: ACCESS }, [
    ['GET', '', 'list-notifications-for-the-authenticated-user', listNotifications],
    ['PUT', '', 'mark-notifications-as-read', markNotificationsRead],
  ]),
  ...routeGroup({ root: '/notifications/threads/{thread_id}', page: PAGE, access: ACCESS }, [
    ['GET', '', 'get-a-thread', getThread],
    ['PATCH', '', 'mark-a-thread-as-read', markThreadRead],
    ['DELETE', '', 'mark-a-thread-as-done', markThreadDone],
    ['GET', '/subscription', 'get-a-thread-subscription-for-the-authenticated-user', getThreadSubscription],
    ['PUT', '/subscription', 'set-a-thread-subscription', setThreadSubscription],
    ['DELETE', '/subscription', 'delete-a-thread-subscription', deleteThreadSubscription],
  ]),
  ...routeGroup({ root: '/repos/{owner}/{repo}/notifications', page: PAGE, access: ACCESS }, [
    ['GET', '', 'list-repository-notifications-for-the-authenticated-user', listRepositoryNotifications],
    ['PUT', '', 'mark-repository-notifications-as-read', markRepositoryNotificationsRead],
  ]),
];
