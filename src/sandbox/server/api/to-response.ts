import type { Service } from '../service.ts';
import type { Answer, ErrorAnswer } from './answer.ts';
import { errorJson } from './api-error.ts';
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
      // The service names a type even for no content (recordings of DELETE …/archive).
      return new Response(null, {
        status: answer.status,
        headers: { ...headersOf(exchange, service), 'content-type': 'application/octet-stream' },
      });
    case 'redirect':
      return new Response(answer.location, {
        status: 302,
        headers: {
          ...headersOf(exchange, service),
          'content-type': 'text/html;charset=utf-8',
          location: answer.location,
        },
      });
  }
}

function headersOf(exchange: Exchange, service: Service): Readonly<Record<string, string>> {
  return responseHeaders(exchange, exchange.quota, service);
}

function errorResponse(answer: ErrorAnswer, exchange: Exchange, service: Service): Response {
  const documentationUrl = `${service.dialect.docsUrl}${exchange.route.documentation}`;
  return new Response(JSON.stringify(errorJson({ ...answer, documentationUrl })), {
    status: answer.status,
    headers: { ...headersOf(exchange, service), ...JSON_TYPE, ...answer.headers },
  });
}

type JsonAnswer = Extract<Answer, { readonly type: 'json' }>;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** Success carries a validator that differs per token and version; a request that brings it back gets 304. */
function jsonResponse(answer: JsonAnswer, exchange: Exchange, service: Service): Response {
  const text = JSON.stringify(answer.body);
  const { request, caller, version = '' } = exchange;
  const etag = weakEntityTag(caller.type === 'anonymous' ? '' : caller.token, version, text);
  const isKnown = isReading(request) && matchesEntityTag(request.headers.get('if-none-match'), etag);
  const quota = isKnown ? quotaOfKnown(exchange, service) : exchange.quota;
  const headers = { ...responseHeaders(exchange, quota, service), ...answer.headers, etag };
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(text, { status: answer.status, headers: { ...headers, ...JSON_TYPE } });
}

function isReading(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** "Not modified" is free, but only for those who sign in (best practices of the real service). */
function quotaOfKnown({ caller, quota, route }: Exchange, { limiter }: Service): Quota {
  return caller.type === 'anonymous' || route.isFree === true ? quota : limiter.giveBack(caller);
}
