import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Service } from '../service.ts';
import { answerRequest } from './answer-request.ts';
import { ROUTES, UNKNOWN_ROUTE } from './routes.table.ts';

/** Hosted deployments answer at the root, self-managed ones below a prefix (specification 1); this one does both. */
const PREFIXES = ['', '/api/v3'] as const;

const UNKNOWN_ADDRESS = 'unknown';

/** Builds the router of the API from the table of routes. */
export function createApiApp(service: Service): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  for (const prefix of PREFIXES) {
    for (const route of ROUTES) {
      app.on(route.method, routerPaths(prefix, route.path), (context) =>
        answerRequest(
          {
            request: context.req.raw,
            route,
            parameters: context.req.param(),
            prefix,
            address: context.env.incoming.socket.remoteAddress ?? UNKNOWN_ADDRESS,
          },
          service,
        ),
      );
    }
  }
  app.notFound((context) =>
    answerRequest(
      {
        request: context.req.raw,
        route: UNKNOWN_ROUTE,
        parameters: {},
        prefix: '',
        address: context.env.incoming.socket.remoteAddress ?? UNKNOWN_ADDRESS,
      },
      service,
    ),
  );
  return app;
}

/** `/orgs/{org}` as the router writes it: `/orgs/:org`. The root below a prefix answers with and without its slash. */
function routerPaths(prefix: string, path: string): string[] {
  const pattern = `${prefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return prefix !== '' && path === '/' ? [prefix, pattern] : [pattern];
}
