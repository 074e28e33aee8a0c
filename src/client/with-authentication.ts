import type { Decorator } from './send.ts';

interface AuthenticationOptions {
  /** Value of the Authorization header (specification 5, rule 1); undefined for anonymous callers. */
  readonly authorization: string | undefined;
  /** The only origin that ever sees it. */
  readonly origin: string;
}

/** Says who calls, to one origin and to no other. */
export function withAuthentication({ authorization, origin }: AuthenticationOptions): Decorator {
  return (next) => (request) =>
    authorization === undefined || request.url.origin !== origin
      ? next(request)
      : next({ ...request, headers: { ...request.headers, authorization } });
}
