import type { Service } from '../service.ts';
import type { ErrorAnswer } from './answer.ts';
import { apiError } from './api-error.ts';
import type { Exchange } from './exchange.ts';

/** Says why a request may not reach its handler, or undefined when it may. */
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

/** In this order; the first that objects answers. */
const CHECKS: readonly Check[] = [
  requireUserAgent,
  requireKnownVersion,
  requireGoodCredentials,
  requireQuota,
  requireSignIn,
  requireTokenKind,
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
  const timestamp = new Date(service.clock.now()).toISOString().slice(0, 19).replace('T', ' ');
  return apiError(
    403,
    `API rate limit exceeded for user ID ${service.world.account.id}. If you reach out to Support for help, ` +
      `please include the request ID ${requestId} and timestamp ${timestamp} UTC.`,
  );
}

function requireSignIn({ caller, route }: Exchange): ErrorAnswer | undefined {
  return caller.type === 'anonymous' && !route.access.isPublic
    ? apiError(401, 'Requires authentication')
    : undefined;
}

function requireTokenKind({ caller, route }: Exchange): ErrorAnswer | undefined {
  if (caller.type === 'anonymous' || !route.access.refusedKinds.includes(caller.kind)) {
    return undefined;
  }
  return apiError(
    403,
    caller.kind === 'fine_grained'
      ? 'Resource not accessible by personal access token'
      : 'Resource not accessible by integration',
  );
}
