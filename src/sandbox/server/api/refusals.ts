import { jwtIn, jwtProblem } from '../login/app-jwt.ts';
import type { Service } from '../service.ts';
import { apiError, type ErrorAnswer } from './answer.ts';
import { acceptsPermissions, hasScope, type IssuedTokenKind, scopesOf } from './caller.ts';
import type { Exchange } from './exchange.ts';
import type { SecondaryExcess } from './secondary-limiter.ts';
import { personOf } from './visibility.ts';

/** The response to a request that may not reach its handler; undefined if it may. */
export function findRefusal(exchange: Exchange, service: Service): ErrorAnswer | undefined {
  return refuseRequest(exchange, service) ?? refuseExcess(exchange, service) ?? refuseAccess(exchange);
}

function refuseRequest(
  { request, version, hasBadCredentials }: Exchange,
  service: Service,
): ErrorAnswer | undefined {
  const { dialect } = service;
  if ((request.headers.get('user-agent') ?? '') === '') {
    return apiError(
      403,
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header',
    );
  }
  if (version === undefined) {
    const wanted = request.headers.get(dialect.versionHeader);
    const supported = dialect.apiVersions.toReversed().map((known) => `"${known}"`);
    return apiError(
      400,
      `The version you specified in the "${dialect.versionHeader}" request header, "${wanted}", is not a supported ` +
        `version. The following versions are currently supported: ${supported.join(', ')} (most recent).`,
    );
  }
  if (!hasBadCredentials) {
    return undefined;
  }
  const jwt = jwtIn(request.headers.get('authorization'));
  return apiError(401, (jwt && jwtProblem(jwt, service)) ?? 'Bad credentials');
}

function refuseExcess(
  { quota, excess, caller, requestId }: Exchange,
  service: Service,
): ErrorAnswer | undefined {
  const support = supportText(requestId, service);
  if (!quota.isExceeded) {
    return excess && secondaryLimitError(excess, support);
  }
  if (caller.type === 'anonymous') {
    return apiError(
      403,
      `API rate limit exceeded for ${caller.address}. (But here's the good news: Authenticated requests get a ` +
        'higher rate limit. Check out the documentation for more details.)',
    );
  }
  const who =
    caller.type === 'token' ? `user ID ${personOf(caller, service.world)?.id}` : `app ${caller.clientId}`;
  return apiError(403, `API rate limit exceeded for ${who}. ${support}`);
}

/**
 * The response for an exceeded secondary limit; like the real service's, it omits the primary limit. Clients recognize
 * it by these texts and by the URL of the documentation.
 */
export function secondaryLimitError(
  { limit, retryAfterSeconds }: SecondaryExcess,
  support: string,
): ErrorAnswer {
  const message =
    limit === 'content'
      ? 'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. ' +
        'Please retry your request again later.'
      : `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. ${support}`;
  return {
    ...apiError(403, message),
    documentation: '/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits',
    hidesQuota: true,
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  };
}

/** What to quote in a support request. */
export function supportText(requestId: string, { clock }: Pick<Service, 'clock'>): string {
  const timestamp = new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ');
  return `If you reach out to Support for help, please include the request ID ${requestId} and timestamp ${timestamp} UTC.`;
}

function refuseAccess({ caller, route }: Exchange): ErrorAnswer | undefined {
  const { isPublic, refusedKinds, scopes, permissions } = route.access;
  if (caller.type !== 'token') {
    // The id and secret of an app only give access to public data (specification 5, rule 1).
    return isPublic ? undefined : apiError(401, 'Requires authentication');
  }
  if (refusedKinds.includes(caller.kind)) {
    return notAccessible(caller.kind);
  }
  const isScoped = scopesOf(caller) !== undefined;
  const isAllowed = isScoped
    ? scopes.length === 0 || hasScope(caller, scopes)
    : acceptsPermissions(permissions, caller.permissions);
  if (isPublic || isAllowed) {
    return undefined;
  }
  return isScoped
    ? apiError(403, `The token lacks a scope for this: it takes one of ${scopes.join(', ')}`)
    : notAccessible(caller.kind);
}

function notAccessible(kind: IssuedTokenKind): ErrorAnswer {
  const isPersonal = kind === 'classic' || kind === 'fine_grained';
  return apiError(403, `Resource not accessible by ${isPersonal ? 'personal access token' : 'integration'}`);
}
