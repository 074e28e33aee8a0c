import type { Service } from '../service.ts';
import type { Answer, ErrorAnswer } from './answer.ts';
import { errorJson, withSimpleErrors } from './api-error.ts';
import type { Caller } from './caller.ts';
import { isNotModified, type Validators } from './conditional-request.ts';
import { matchesEntityTag, weakEntityTag } from './entity-tag.ts';
import type { Exchange } from './exchange.ts';
import type { Quota } from './rate-limit.ts';
import { responseHeaders } from './response-headers.ts';

/** Writes what a handler decided as the service sends it. */
export function toResponse(answer: Answer, exchange: Exchange, service: Service): Response {
  switch (answer.type) {
    case 'json':
      return jsonResponse(answer, exchange, service);
    case 'error':
      return errorResponse(answer, exchange, service);
    case 'empty':
      return new Response(null, {
        status: answer.status,
        headers: { ...headersOf(exchange, service), ...EMPTY_HEADERS[answer.status], ...answer.headers },
      });
    case 'not_modified':
      return new Response(null, { status: 304, headers: headersOf(exchange, service) });
    case 'moved':
      return movedResponse(answer, exchange, service);
    case 'redirect':
      return redirectResponse(answer, exchange, service);
  }
}

/** The service names a type even for no content (recordings of DELETE …/archive and PUT /notifications). */
const EMPTY_HEADERS = {
  204: { 'content-type': 'application/octet-stream' },
  205: { 'content-type': 'text/plain;charset=utf-8', 'content-length': '0' },
} as const;

function headersOf(exchange: Exchange, service: Service): Readonly<Record<string, string>> {
  return responseHeaders(exchange, exchange.quota, service);
}

type Move = Extract<Answer, { readonly type: 'moved' }>;

function movedResponse({ location, status = 301 }: Move, exchange: Exchange, service: Service): Response {
  const body = {
    message: 'Moved Permanently',
    url: location,
    documentation_url: documentationOf(exchange.route.documentation, service),
  };
  const headers = { ...headersOf(exchange, service), ...JSON_TYPE, location };
  return new Response(JSON.stringify(body), { status, headers });
}

type Redirect = Extract<Answer, { readonly type: 'redirect' }>;

function redirectResponse({ location, revision }: Redirect, exchange: Exchange, service: Service): Response {
  const etag = weakEntityTag(keyOf(exchange.caller), revision);
  const headers = { ...headersOf(exchange, service), etag };
  return matchesEntityTag(exchange.request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(location, {
        status: 302,
        headers: { ...headers, 'content-type': 'text/html;charset=utf-8', location },
      });
}

function errorResponse(answer: ErrorAnswer, exchange: Exchange, service: Service): Response {
  const { documentation = exchange.route.documentation } = answer;
  const documentationUrl = documentationOf(documentation, service);
  const quota = answer.hidesQuota === true ? undefined : exchange.quota;
  const isSimple = exchange.route.hasSimpleErrors === true && service.dialect.name === 'github';
  const body = errorJson({ ...(isSimple ? withSimpleErrors(answer) : answer), documentationUrl });
  return new Response(JSON.stringify(body), {
    status: answer.status,
    headers: { ...responseHeaders(exchange, quota, service), ...JSON_TYPE, ...answer.headers },
  });
}

function documentationOf(path: string, { dialect }: Service): string {
  return `${dialect.docsUrl}${path.replaceAll('depmonitor', dialect.alertTool)}`;
}

type JsonAnswer = Extract<Answer, { readonly type: 'json' }>;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** Success carries a validator; a request that brings it back gets 304. */
function jsonResponse(answer: JsonAnswer, exchange: Exchange, service: Service): Response {
  const { request } = exchange;
  const validators = validatorsOf(answer, exchange);
  const isKnown = isRead(request) && isNotModified(request.headers, validators);
  const quota = isKnown ? quotaOfKnown(exchange, service) : exchange.quota;
  const headers = {
    ...responseHeaders(exchange, quota, service),
    ...answer.headers,
    etag: validators.etag,
  };
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { ...headers, ...JSON_TYPE },
      });
}

/** What an answer is recognised by; the entity tag differs per token and version. */
export function validatorsOf(
  { body, headers }: JsonAnswer,
  { caller, version = '' }: Pick<Exchange, 'caller' | 'version'>,
): Validators {
  return {
    etag: weakEntityTag(keyOf(caller), version, JSON.stringify(body)),
    lastModified: headers?.['last-modified'],
  };
}

function keyOf(caller: Caller): string {
  return caller.type === 'token' ? caller.token : '';
}

function isRead(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** "Not modified" is free, but only for those who sign in (best practices of the real service). */
function quotaOfKnown({ caller, quota, route }: Exchange, { limiter }: Service): Quota {
  return caller.type === 'anonymous' || route.isFree === true ? quota : limiter.giveBack(caller);
}
