import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { nearestName } from '../../../base/nearest-name.ts';
import { quoteText } from '../../../base/terminal-text.ts';
import type { Dialect } from '../../../model/dialects.table.ts';
import { Failure } from '../../../model/failure.ts';
import { type Fault, numberOf, STORAGE_ROUTE, textOf } from '../../fault.ts';
import { ACCOUNT_ROUTES } from '../account-handlers.ts';
import { EVENT_ROUTES } from '../activity/event-handlers.ts';
import { ALERT_ROUTES } from '../alerts/alert-handlers.ts';
import { BUDGET_ROUTES } from '../budgets/budget-handlers.ts';
import { USAGE_ROUTES } from '../budgets/usage-handlers.ts';
import { controlFaults, FAULT_CONTROL_PATH } from '../faults/fault-queue.ts';
import { connectionOf, withFaults } from '../faults/with-faults.ts';
import { GIST_ROUTES } from '../gist-handlers.ts';
import { LFS_ROUTES } from '../lfs-handlers.ts';
import { LOGIN_ROUTES } from '../login/login-handlers.ts';
import { MIGRATION_ROUTES } from '../migrations/migration-handlers.ts';
import { NOTIFICATION_ROUTES } from '../notifications/notification-handlers.ts';
import type { Service } from '../service.ts';
import { SERVICE_ROUTES } from '../service-handlers.ts';
import { THREAD_ROUTES } from '../thread-handlers.ts';
import { type Answer, apiError, notFound } from './answer.ts';
import { answerRequest, reportExchange } from './answer-request.ts';
import { type Arrival, type Exchange, openExchange } from './exchange.ts';
import { bucketOf } from './rate-limit.ts';
import { secondaryLimitError, supportText } from './refusals.ts';
import { everybody, type Route } from './route.ts';
import { toResponse } from './to-response.ts';
import { authenticate } from './tokens.ts';
import { personOf } from './visibility.ts';

const ROUTES: readonly Route[] = [
  ...BUDGET_ROUTES,
  ...USAGE_ROUTES,
  ...ALERT_ROUTES,
  ...EVENT_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...MIGRATION_ROUTES,
  ...SERVICE_ROUTES,
  ...LOGIN_ROUTES,
  ...ACCOUNT_ROUTES,
  ...THREAD_ROUTES,
  ...GIST_ROUTES,
  ...LFS_ROUTES,
];

/** Handles requests that match no endpoint; they count against the limits like any other. */
const UNKNOWN_ROUTE: Route = {
  method: 'GET',
  path: '',
  documentation: '',
  access: everybody(),
  handle: notFound,
};

/** They answer OPTIONS at every path: browsers send preflight requests. */
const OPTIONS_ROUTES: readonly Route[] = [...new Set(ROUTES.map((route) => route.path))].map((path) => ({
  ...UNKNOWN_ROUTE,
  path,
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
}));

/** Hosted deployments have no prefix, self-managed ones do (specification 1); the sandbox accepts both. */
const PREFIXES = ['', '/api/v3'] as const;

const UNKNOWN_ADDRESS = 'unknown';

/** Builds the router of the API from the table of routes. */
export function createApiApp(service: Service): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  if (service.hasFaultControl) {
    app.all(FAULT_CONTROL_PATH, ({ req, env }) => controlFaults(req.raw, addressOf(env), service.faults));
  }
  for (const prefix of PREFIXES) {
    for (const route of [...ROUTES, ...OPTIONS_ROUTES]) {
      app.on(route.method, routerPaths(prefix, route.path, service.dialect), (context) =>
        serve(context, service, { route, prefix }),
      );
    }
  }
  app.notFound((context) => serve(context, service, { route: UNKNOWN_ROUTE, prefix: '' }));
  return app;
}

/** Fails with `usage` if a fault names a route that the API does not have: it would never happen. */
export function requireRoutes(faults: readonly Fault[]): void {
  const known = new Set(ROUTES.flatMap(({ method, path }) => [path, `${method} ${path}`]));
  const fault = faults.find(({ route }) => route !== '' && route !== STORAGE_ROUTE && !known.has(route));
  if (fault !== undefined) {
    const nearest = nearestName(fault.route, [...known]);
    throw new Failure(
      'usage',
      `Cannot make the fault "${fault.kind}" at ${quoteText(fault.route)}: the sandbox has no such route`,
      {
        hint:
          nearest === undefined
            ? 'Write the method and the path with its parameters, such as "GET /repos/{owner}/{repo}"'
            : `Did you mean "${nearest}"?`,
      },
    );
  }
}

type ApiEnvironment = { Bindings: HttpBindings };

/** Answers a request, with the faults that apply to it. */
function serve(
  { req, env }: Context<ApiEnvironment>,
  service: Service,
  place: Pick<Arrival, 'prefix' | 'route'>,
): Promise<Response> {
  const { live, clock, ending, faults, migrations, secondary } = service;
  const address = addressOf(env);
  const known = authenticate({ authorization: req.header('authorization') ?? null, address }, service);
  // A request counts as concurrent from here on, so that a delayed one counts as well.
  const { isCrowded, leave } = secondary.enter(bucketOf(known ?? { type: 'anonymous', address }));
  env.outgoing.once('close', leave);
  const arrival = { ...place, request: req.raw, parameters: req.param(), address, known, isCrowded };
  // The world changes only before a request is handled, not during it.
  live.advance(clock.now(), migrations.lockedIds());
  const { method, path } = place.route;
  const taken = faults.take({ at: 'api', method, path });
  const respond = withFaults((request) => answerRequest({ ...arrival, request }, service), taken, {
    clock,
    ending,
    connection: connectionOf(env),
    refuse: (fault) => refuseApi(fault, arrival, service),
  });
  return respond(arrival.request);
}

function addressOf({ incoming }: HttpBindings): string {
  return incoming.socket.remoteAddress ?? UNKNOWN_ADDRESS;
}

/** Converts `/orgs/{org}` to the router's `/orgs/:org`. The root after a prefix also matches without its slash. */
function routerPaths(prefix: string, path: string, { alertTool }: Dialect): string[] {
  const pattern = `${prefix}${path.replace('depmonitor', alertTool).replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return prefix !== '' && path === '/' ? [prefix, pattern] : [pattern];
}

/** Messages of injected errors without a body. */
const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Bad credentials',
  404: 'Not Found',
  500: 'Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Writes the refusal that a fault causes, with the headers and error body of the API. */
function refuseApi(fault: Fault, arrival: Arrival, service: Service): Response {
  const exchange = exhaustQuota(fault, openExchange(arrival, service), service);
  const written = toResponse(answerOf(fault, exchange, service), exchange, service);
  const body = textOf(fault, 'body');
  const { status, headers } = written;
  const response = body === '' ? written : new Response(body, { status, headers });
  reportExchange(exchange, response, service);
  return response;
}

/** The headers of an exceeded primary limit show that nothing is left. */
function exhaustQuota(fault: Fault, exchange: Exchange, { clock }: Service): Exchange {
  if (fault.kind !== 'primary_limit') {
    return exchange;
  }
  const { quota } = exchange;
  const resetAtSeconds = Math.ceil(clock.now() / 1_000) + numberOf(fault, 'reset_seconds');
  return { ...exchange, quota: { ...quota, used: quota.limit, remaining: 0, resetAtSeconds } };
}

function answerOf(fault: Fault, { request, requestId, caller }: Exchange, service: Service): Answer {
  const status = numberOf(fault, 'status');
  const support = supportText(requestId, service);
  switch (fault.kind) {
    case 'moved':
      return { type: 'moved', status, location: textOf(fault, 'location') || request.url };
    case 'primary_limit': {
      const id = personOf(caller, service.world)?.id ?? 0;
      return apiError(status, `API rate limit exceeded for user ID ${id}. ${support}`);
    }
    case 'secondary_limit': {
      const retryAfterSeconds = numberOf(fault, 'retry_after') || undefined;
      return { ...secondaryLimitError({ limit: 'points', retryAfterSeconds }, support), status };
    }
    default:
      return apiError(status, MESSAGES[status] ?? 'Failed on request');
  }
}
