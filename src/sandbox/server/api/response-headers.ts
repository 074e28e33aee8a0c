import type { Service } from '../service.ts';
import { scopesOf } from './caller.ts';
import type { Exchange } from './exchange.ts';
import type { Quota } from './rate-limit.ts';

/** The headers that every answer of the API carries; without a quota, none tells of the primary limit. */
export function responseHeaders(
  exchange: Exchange,
  quota: Quota | undefined,
  service: Service,
): Readonly<Record<string, string>> {
  const { dialect, clock } = service;
  const { version, caller, requestId } = exchange;
  return {
    date: new Date(clock.now()).toUTCString(),
    'cache-control': `${caller.type === 'anonymous' ? 'public' : 'private'}, max-age=60, s-maxage=60`,
    vary: 'Accept, Authorization, Cookie',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    [dialect.mediaTypeHeader]: `${dialect.name}.v3; format=json`,
    [dialect.requestIdHeader]: requestId,
    ...(version === undefined ? {} : { [dialect.versionSelectedHeader]: version }),
    ...(quota === undefined ? {} : quotaHeaders(quota)),
    ...tokenHeaders(exchange, service),
  };
}

/** Specification 2.9. All endpoints so far draw on the one resource `core`. */
function quotaHeaders(quota: Quota): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(quota.remaining),
    'x-ratelimit-used': String(quota.used),
    'x-ratelimit-reset': String(quota.resetAtSeconds),
    'x-ratelimit-resource': 'core',
  };
}

/** What the service tells of a token: the scopes of classic kinds, the permissions for fine-grained ones. */
function tokenHeaders({ caller, route }: Exchange, service: Service): Readonly<Record<string, string>> {
  const { dialect } = service;
  const scopes = scopesOf(caller);
  if (scopes !== undefined) {
    return {
      'x-oauth-scopes': scopes.join(', '),
      'x-accepted-oauth-scopes': route.access.scopes.join(', '),
      [dialect.tokenExpirationHeader]: expirationText(service.tokensExpireAtMs),
    };
  }
  const isFineGrained = caller.type === 'token' && caller.kind === 'fine_grained';
  return isFineGrained
    ? {
        [dialect.acceptedPermissionsHeader]: route.access.permissions,
        [dialect.tokenExpirationHeader]: expirationText(service.tokensExpireAtMs),
      }
    : {};
}

/** As in `2024-04-19 16:30:08 UTC`. */
function expirationText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
