import type { Decorator } from './send.ts';

interface AuthenticationOptions {
  /** The value of the Authorization header (specification 5, rule 1); undefined for anonymous callers. */
  readonly authorization: string | undefined;
  /** The only origin that it is sent to. */
  readonly origin: string;
}

/** Adds the Authorization header to requests to one origin. */
export function withAuthentication({ authorization, origin }: AuthenticationOptions): Decorator {
  return (next) => (request) =>
    authorization === undefined || request.url.origin !== origin
      ? next(request)
      : next({ ...request, headers: { ...request.headers, authorization } });
}
