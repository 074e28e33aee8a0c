import type { Service } from '../service.ts';
import { apiError, type ErrorAnswer } from './answer.ts';
import type { Exchange } from './answer-request.ts';
import { acceptsPermissions, hasScope, type IssuedTokenKind, scopesOf } from './caller.ts';
import type { SecondaryExcess } from './secondary-limiter.ts';
import { personOf } from './visibility.ts';

/** The response to a request that may not reach its handler; undefined if it may. */
export function findRefusal(exchange: Exchange, service: Service): ErrorAnswer | undefined {
  for (const check of CHECKS) {
    const refusal = check(exchange, service);
    if (refusal !== undefined) {
      return refusal;
    }
  }
  return undefined;
}

type Check = (exchange: Exchange, service: Service) => ErrorAnswer | undefined;

/** In this order; the first refusal is the response. */
const CHECKS: readonly Check[] = [
  requireUserAgent,
  requireKnownVersion,
  requireGoodCredentials,
  requireQuota,
  requireNoExcess,
  requireSignIn,
  requireTokenKind,
  requireScope,
  requirePermission,
];

function requireUserAgent({ request }: Exchange): ErrorAnswer | undefined {
  const hasUserAgent = (request.headers.get('user-agent') ?? '') !== '';
  return hasUserAgent
    ? undefined
    : apiError(
        403,
        'Request forbidden by administrative rules. Please make sure your request has a User-Agent header',
      );
}

function requireKnownVersion({ request, version }: Exchange, { dialect }: Service): ErrorAnswer | undefined {
  if (version !== undefined) {
    return undefined;
  }
  const wanted = request.headers.get(dialect.versionHeader);
  const supported = dialect.apiVersions.toReversed().map((known) => `"${known}"`);
  return apiError(
    400,
    `The version you specified in the "${dialect.versionHeader}" request header, "${wanted}", is not a supported ` +
      `version. The following versions are currently supported: ${supported.join(', ')} (most recent).`,
  );
}

function requireGoodCredentials({ hasBadCredentials }: Exchange): ErrorAnswer | undefined {
  return hasBadCredentials ? apiError(401, 'Bad credentials') : undefined;
}

function requireQuota({ quota, caller, requestId }: Exchange, service: Service): ErrorAnswer | undefined {
  if (!quota.isExceeded) {
    return undefined;
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
  return apiError(403, `API rate limit exceeded for ${who}. ${supportText(requestId, service)}`);
}

/** Clients recognize secondary limits by these texts and by the URL of the documentation. */
function requireNoExcess({ excess, requestId }: Exchange, service: Service): ErrorAnswer | undefined {
  return excess && secondaryLimitError(excess, supportText(requestId, service));
}

/** The response for an exceeded secondary limit; like the real service's, it omits the primary limit. */
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

/** The id and secret of an app only give access to public data (specification 5, rule 1). */
function requireSignIn({ caller, route }: Exchange): ErrorAnswer | undefined {
  return caller.type !== 'token' && !route.access.isPublic
    ? apiError(401, 'Requires authentication')
    : undefined;
}

function requireTokenKind({ caller, route }: Exchange): ErrorAnswer | undefined {
  return caller.type === 'token' && route.access.refusedKinds.includes(caller.kind)
    ? notAccessible(caller.kind)
    : undefined;
}

function requireScope({ caller, route }: Exchange): ErrorAnswer | undefined {
  const { isPublic, scopes } = route.access;
  if (isPublic || scopes.length === 0 || caller.type !== 'token' || scopesOf(caller) === undefined) {
    return undefined;
  }
  return hasScope(caller, scopes)
    ? undefined
    : apiError(403, `The token lacks a scope for this: it takes one of ${scopes.join(', ')}`);
}

function requirePermission({ caller, route }: Exchange): ErrorAnswer | undefined {
  const { isPublic, permissions } = route.access;
  if (isPublic || caller.type !== 'token' || scopesOf(caller) !== undefined) {
    return undefined;
  }
  return acceptsPermissions(permissions, caller.permissions) ? undefined : notAccessible(caller.kind);
}

function notAccessible(kind: IssuedTokenKind): ErrorAnswer {
  const isPersonal = kind === 'classic' || kind === 'fine_grained';
  return apiError(403, `Resource not accessible by ${isPersonal ? 'personal access token' : 'integration'}`);
}
