import { createHash } from 'node:crypto';
import type { Service } from '../service.ts';
import { type Answer, type ErrorAnswer, errorJson, withSimpleErrors } from './answer.ts';
import { type Caller, scopesOf } from './caller.ts';
import type { Exchange } from './exchange.ts';
import type { Quota } from './rate-limit.ts';

/** A weak validator (RFC 9110, section 8.8.3) derived from all parts. */
export function weakEntityTag(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part).update('\0');
  }
  return `W/"${hash.digest('hex')}"`;
}

/** True if an If-None-Match header contains the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null, entityTag: string): boolean {
  if (ifNoneMatch === null) {
    return false;
  }
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(entityTag));
}

/** True if the validators of a request still match; an entity tag takes precedence over a date (RFC 9110, 13.2.2). */
export function isNotModified(
  headers: Headers,
  { etag, lastModified }: ReturnType<typeof validatorsOf>,
): boolean {
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null) {
    return matchesEntityTag(ifNoneMatch, etag);
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return lastModified !== undefined && since >= Date.parse(lastModified);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** The service sends a type even without content (recordings of DELETE …/archive and PUT /notifications). */
const EMPTY_HEADERS = {
  304: {},
  204: { 'content-type': 'application/octet-stream' },
  205: { 'content-type': 'text/plain;charset=utf-8', 'content-length': '0' },
} as const;

export function toResponse(answer: Answer, exchange: Exchange, service: Service): Response {
  const headers = responseHeaders(exchange, exchange.quota, service);
  switch (answer.type) {
    case 'json':
      return jsonResponse(answer, exchange, service);
    case 'error':
      return errorResponse(answer, exchange, service);
    case 'response':
      return answer.response;
    case 'empty': {
      const { status } = answer;
      return new Response(null, {
        status,
        headers: { ...headers, ...EMPTY_HEADERS[status], ...answer.headers },
      });
    }
    case 'moved': {
      const { location, status = 301 } = answer;
      const documentationUrl = documentationOf(exchange.route.documentation, service);
      const body = { message: 'Moved Permanently', url: location, documentation_url: documentationUrl };
      return new Response(JSON.stringify(body), { status, headers: { ...headers, ...JSON_TYPE, location } });
    }
    case 'redirect': {
      const { location } = answer;
      const etag = weakEntityTag(keyOf(exchange.caller), answer.revision);
      const type = { 'content-type': 'text/html;charset=utf-8' };
      return matchesEntityTag(exchange.request.headers.get('if-none-match'), etag)
        ? new Response(null, { status: 304, headers: { ...headers, etag } })
        : new Response(location, { status: 302, headers: { ...headers, ...type, etag, location } });
    }
  }
}

function errorResponse(answer: ErrorAnswer, exchange: Exchange, service: Service): Response {
  const { route } = exchange;
  const { status, documentation = route.documentation } = answer;
  const quota = answer.hidesQuota === true ? undefined : exchange.quota;
  const isSimple = route.hasSimpleErrors === true && service.dialect.name === 'github';
  const documentationUrl = documentationOf(documentation, service);
  const body = errorJson(isSimple ? withSimpleErrors(answer) : answer, documentationUrl);
  const headers = { ...responseHeaders(exchange, quota, service), ...JSON_TYPE, ...answer.headers };
  return new Response(JSON.stringify(body), { status, headers });
}

function documentationOf(path: string, { dialect }: Service): string {
  return `${dialect.docsUrl}${path.replaceAll('depmonitor', dialect.alertTool)}`;
}

type JsonAnswer = Extract<Answer, { readonly type: 'json' }>;

/** Successful responses have a validator, unless the answer has its own; if it matches, the response is 304, which is free for callers with a token. */
function jsonResponse(answer: JsonAnswer, exchange: Exchange, service: Service): Response {
  const { request, caller, route, quota } = exchange;
  const validators = validatorsOf(answer, exchange);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isKnown = isRead && isNotModified(request.headers, validators);
  const isFree = isKnown && caller.type !== 'anonymous' && route.isFree !== true;
  const headers = {
    ...responseHeaders(exchange, isFree ? service.limiter.refund(caller) : quota, service),
    etag: validators.etag,
    ...answer.headers,
  };
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { ...headers, ...JSON_TYPE },
      });
}

/** The validators of an answer; the entity tag also depends on token and version. */
export function validatorsOf(
  { body, headers }: JsonAnswer,
  { caller, version = '' }: Pick<Exchange, 'caller' | 'version'>,
) {
  return {
    etag: weakEntityTag(keyOf(caller), version, JSON.stringify(body)),
    lastModified: headers?.['last-modified'],
  };
}

function keyOf(caller: Caller): string {
  return caller.type === 'token' ? caller.token : '';
}

/** The headers of every response of the API; without a quota, those of the primary limit are omitted. */
function responseHeaders(
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

/** Specification 2.9. All endpoints count against the resource `core`. */
function quotaHeaders(quota: Quota): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(quota.limit),
    'x-ratelimit-remaining': String(quota.remaining),
    'x-ratelimit-used': String(quota.used),
    'x-ratelimit-reset': String(quota.resetAtSeconds),
    'x-ratelimit-resource': 'core',
  };
}

/** Scopes for classic kinds of token, permissions for fine-grained ones. */
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

/** For instance `2024-04-19 16:30:08 UTC`. */
function expirationText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
