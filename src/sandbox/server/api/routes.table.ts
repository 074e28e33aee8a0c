import { ACCOUNT_ROUTES } from '../account-handlers.ts';
import { EVENT_ROUTES } from '../activity/event-handlers.ts';
import { ALERT_ROUTES } from '../alerts/alert-handlers.ts';
import { BUDGET_ROUTES } from '../budgets/budget-handlers.ts';
import { MIGRATION_ROUTES } from '../migrations/migration-handlers.ts';
import { NOTIFICATION_ROUTES } from '../notifications/notification-handlers.ts';
import { SERVICE_ROUTES } from '../service-handlers.ts';
import { THREAD_ROUTES } from '../thread-handlers.ts';
import { notFound } from './answer.ts';
import { everybody, type Route } from './route.ts';

/** All endpoints of the API. */
export const ROUTES: readonly Route[] = [
  ...BUDGET_ROUTES,
  ...ALERT_ROUTES,
  ...EVENT_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...MIGRATION_ROUTES,
  ...SERVICE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...THREAD_ROUTES,
];

/** Handles requests that match no endpoint; they count against the limits like any other. */
export const UNKNOWN_ROUTE: Route = {
  method: 'GET',
  path: '',
  documentation: '',
  access: everybody(),
  handle: notFound,
};

/** Handles OPTIONS at every path: browsers send preflight requests. */
export const OPTIONS_ROUTE: Route = {
  ...UNKNOWN_ROUTE,
  method: 'OPTIONS',
  handle: () => ({
    type: 'empty',
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match',
    },
  }),
};
