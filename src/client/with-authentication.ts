import type { Caller } from './credentials.ts';
import type { Decorator } from './send.ts';

/** Adds the caller's current Authorization header (specification 5, rule 1) to requests to one origin. */
export function withAuthentication({ authorize }: Pick<Caller, 'authorize'>, origin: string): Decorator {
  return (next) => (request) => {
    const authorization = request.url.origin === origin ? authorize(request) : undefined;
    return next(
      authorization === undefined ? request : { ...request, headers: { ...request.headers, authorization } },
    );
  };
}
