import { ALERT_FILTERS } from '../../endpoints/alert-filters.table.ts';
import type { Alerts } from '../../endpoints/alerts.ts';
import type { Budgets } from '../../endpoints/budgets.ts';
import type { Events } from '../../endpoints/events.ts';
import { FEEDS } from '../../endpoints/feeds.table.ts';
import type { Migrations } from '../../endpoints/migrations.ts';
import type { Notifications } from '../../endpoints/notifications.ts';
import type { Endpoints } from '../../endpoints/open-endpoints.ts';
import { SWITCH_NAMES } from '../../endpoints/read-migration.ts';
import type { Repositories } from '../../endpoints/repositories.ts';
import type { MethodRows } from './check-arguments.ts';
import type { Requests } from './client-requests.ts';
import {
  AMOUNT,
  COUNT,
  FLAG,
  FUNCTION,
  ID,
  JSON_OBJECT,
  LIST_ROUTE,
  listOf,
  objectOf,
  oneOf,
  optional,
  QUERY_VALUE,
  RECORD,
  ROUTE,
  recordOf,
  type Shape,
  SIGNAL,
  TEXT,
  TEXT_OR_NUMBER,
  typed,
} from './shapes.ts';

const CALL = { signal: SIGNAL };
const OPTIONS = optional(objectOf(CALL));
const POLLING: Shape = (value, name) =>
  typeof value === 'object'
    ? objectOf({ onKnown: FUNCTION }, ['onKnown'])(value, name)
    : oneOf(['wait'])(value, name);
const OWNER = typed({ user: {}, organization: { name: TEXT } });
const VIEW = { exclude: listOf(oneOf(['repositories'])) };
const REQUEST = objectOf(
  {
    ...VIEW,
    ...Object.fromEntries(SWITCH_NAMES.map((name) => [name, FLAG])),
    repositories: listOf(TEXT),
    listed: RECORD,
  },
  ['repositories'],
);
const IDS = optional(listOf((value, name) => (value === null ? undefined : ID(value, name))));
const PLACE = objectOf({ type: oneOf(['enterprise', 'organization', 'repository']), name: TEXT }, [
  'type',
  'name',
]);
const FILTERS = objectOf(
  Object.fromEntries(
    [...Object.keys(ALERT_FILTERS), 'before', 'after', 'per_page'].map((name) => [name, listOf(TEXT)]),
  ),
);
const DRAFT = objectOf({
  amount: AMOUNT,
  preventsFurtherUsage: FLAG,
  willAlert: FLAG,
  alertRecipients: listOf(TEXT),
  scope: TEXT,
  entityName: TEXT,
  type: TEXT,
  productSku: TEXT,
  user: TEXT,
});

const ROUTE_PARAMETERS = {
  route: LIST_ROUTE,
  parameters: optional(recordOf(QUERY_VALUE)),
  options: optional(objectOf({ ...CALL, accept: TEXT, isFresh: FLAG, maxPages: COUNT })),
};

export const REQUESTS: MethodRows<Omit<Requests, 'listOf'>> = {
  list: ['list the route', ROUTE_PARAMETERS, 'list'],
  pages: ['list the route', ROUTE_PARAMETERS, 'list'],
  request: [
    'make the call',
    {
      call: objectOf(
        {
          action: TEXT,
          method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
          route: ROUTE,
          body: JSON_OBJECT,
          expects: listOf(COUNT),
          missing: TEXT,
          isFresh: FLAG,
          polling: POLLING,
          topic: TEXT,
          signal: SIGNAL,
          parameters: recordOf(TEXT_OR_NUMBER),
          query: recordOf(QUERY_VALUE),
          url: (value, name) => (value instanceof URL ? undefined : `"${name}" must be a URL`),
          accept: TEXT,
        },
        ['method', 'route'],
      ),
    },
  ],
};

export const ENDPOINTS: MethodRows<Endpoints> = {
  budgetsOf: ['find the budgets', { org: TEXT }, 'at once'],
  migrationsOf: ['find the migrations', { owner: OWNER }, 'at once'],
  getAccount: ['read the account', { options: OPTIONS }],
  checkToken: ['check the token', { options: OPTIONS }],
  getRateLimit: ['read the rate limit', { options: OPTIONS }],
  listVersions: ['list the versions', { options: OPTIONS }],
};

export const ALERTS: MethodRows<Alerts> = {
  list: ['list alerts', { place: PLACE, filters: optional(FILTERS), options: OPTIONS }, 'list'],
  get: ['read the alert', { repository: TEXT, number: COUNT, options: OPTIONS }],
  update: [
    'change the alert',
    {
      repository: TEXT,
      number: COUNT,
      change: objectOf({
        state: oneOf(['dismissed', 'open']),
        dismissedReason: TEXT,
        dismissedComment: TEXT,
        assignees: listOf(TEXT),
        customInstructions: TEXT,
        customAgent: TEXT,
        model: TEXT,
      }),
      options: OPTIONS,
    },
  ],
};

export const BUDGETS: MethodRows<Budgets> = {
  list: [
    'list budgets',
    { filter: optional(objectOf({ scope: TEXT, user: TEXT })), options: OPTIONS },
    'list',
  ],
  get: ['read the budget', { id: ID, options: OPTIONS }],
  create: ['create the budget', { draft: DRAFT, options: OPTIONS }],
  update: ['change the budget', { id: ID, draft: DRAFT, options: OPTIONS }],
  delete: ['delete the budget', { id: ID, options: OPTIONS }],
};

export const EVENTS: MethodRows<Events> = {
  list: [
    'list events',
    {
      address: objectOf({ feed: oneOf(Object.keys(FEEDS)), org: TEXT, repository: TEXT, username: TEXT }, [
        'feed',
      ]),
      options: optional(objectOf({ ...CALL, maxEvents: COUNT, polling: POLLING })),
    },
    'list',
  ],
};

export const NOTIFICATIONS: MethodRows<Notifications> = {
  list: [
    'list notifications',
    {
      filter: optional(
        objectOf({ all: FLAG, participating: FLAG, since: TEXT, before: TEXT, repository: TEXT }),
      ),
      options: optional(objectOf({ ...CALL, polling: POLLING })),
    },
    'list',
  ],
  markAllRead: [
    'mark notifications as read',
    {
      options: optional(
        objectOf({ ...CALL, lastReadAt: TEXT, read: FLAG, repository: TEXT, onProgress: FUNCTION }),
      ),
    },
  ],
  get: ['read the notification', { id: ID, options: OPTIONS }],
  markRead: ['mark the notification as read', { id: ID, options: OPTIONS }],
  markDone: ['mark the notification as done', { id: ID, options: OPTIONS }],
  getSubscription: ['read the subscription', { id: ID, options: OPTIONS }],
  setSubscription: ['subscribe', { id: ID, ignored: FLAG, options: OPTIONS }],
  deleteSubscription: ['end the subscription', { id: ID, options: OPTIONS }],
};

export const REPOSITORIES: MethodRows<Repositories> = {
  listFor: [
    'list repositories',
    { owner: OWNER, affiliation: optional(oneOf(['all', 'owned'])), options: OPTIONS },
    'list',
  ],
  leftOut: ['list what was left out', {}, 'at once'],
  isPartial: ['examine the list', {}, 'at once'],
  idsOf: ['find the ids', { names: listOf(TEXT) }, 'at once'],
  countThreads: ['count threads', { repository: TEXT, beforeMs: AMOUNT, options: OPTIONS }],
};

export const MIGRATIONS: MethodRows<Migrations> = {
  list: ['list migrations', { view: optional(objectOf({ ...CALL, ...VIEW })) }, 'list'],
  listYoung: ['list migrations', { maxAgeMs: AMOUNT, options: OPTIONS }, 'list'],
  start: ['start a migration', { request: REQUEST, repositoryIds: IDS, options: OPTIONS }],
  lookFor: [
    'look for the migration',
    {
      request: REQUEST,
      start: objectOf({ sentAtMs: AMOUNT, exceptIds: RECORD, repositoryIds: IDS }, ['sentAtMs']),
      options: OPTIONS,
    },
  ],
  get: ['read the migration', { id: ID, view: optional(objectOf({ ...CALL, ...VIEW })) }],
  archiveLocation: ['find the archive', { id: ID, options: OPTIONS }],
  openArchive: [
    'open the archive',
    { id: ID, range: optional(objectOf({ ...CALL, rangeStart: COUNT, validator: TEXT })) },
  ],
  deleteArchive: ['delete the archive', { id: ID, options: OPTIONS }],
  unlock: ['unlock the repository', { id: ID, repositoryName: TEXT, options: OPTIONS }],
  repositories: ['list repositories', { id: ID, options: OPTIONS }, 'list'],
};
