import type { Decorator } from './send.ts';

interface AuthenticationOptions {
  readonly token: string | undefined;
  /** The only origin that ever sees the token. */
  readonly origin: string;
}

/** Sends the token as `Authorization: Bearer` (specification 5, rule 1), to one origin and to no other. */
export function withAuthentication({ token, origin }: AuthenticationOptions): Decorator {
  return (next) => (request) =>
    token === undefined || request.url.origin !== origin
      ? next(request)
      : next({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
}
