import { invariant } from '../../../base/index.ts';
import type { Service } from '../service.ts';
import type { Answer } from './answer.ts';
import { apiError } from './api-error.ts';
import { kindOfCaller } from './caller.ts';
import { isNotModified } from './conditional-request.ts';
import { type Arrival, type Exchange, openExchange } from './exchange.ts';
import { findRefusal } from './refusals.ts';
import { readJsonBody } from './request-body.ts';
import { type ApiRequest, isReading } from './route.ts';
import { personOf } from './sight.ts';
import { toResponse, validatorsOf } from './to-response.ts';

/** Answers one request to the API: look at it, check it, handle it, write the answer, report it. */
export async function answerRequest(arrival: Arrival, service: Service): Promise<Response> {
  const exchange = openExchange(arrival, service);
  const answer = findRefusal(exchange, service) ?? (await handle(exchange, service));
  const response = toResponse(answer, exchange, service);
  reportExchange(exchange, response, service);
  return response;
}

/** Tells the owner of the sandbox of a request and how it was answered. */
export function reportExchange(exchange: Exchange, response: Response, service: Service): void {
  service.onRequest({
    origin: 'api',
    method: exchange.request.method,
    path: `${exchange.url.pathname}${exchange.url.search}`,
    status: response.status,
    caller: kindOfCaller(exchange.caller),
    hasAuthorization: exchange.request.headers.has('authorization'),
    range: exchange.request.headers.get('range') ?? undefined,
    requestId: exchange.requestId,
  });
}

async function handle(exchange: Exchange, service: Service): Promise<Answer> {
  const { request, route, url, parameters, caller, version, prefix } = exchange;
  invariant(version !== undefined, 'a request without a known version is refused');
  try {
    const read = isReading(route) ? NO_BODY : await readJsonBody(request);
    if (read.type === 'error') {
      return read;
    }
    const { world, dialect } = service;
    const viewer = personOf(caller, world)?.login;
    const context = { world, dialect, baseUrl: `${url.origin}${prefix}`, viewer };
    const isKnown: ApiRequest['isKnown'] = (body, headers = {}) =>
      isNotModified(request.headers, validatorsOf({ type: 'json', status: 200, body, headers }, exchange));
    const isConditional = request.headers.has('if-none-match') || request.headers.has('if-modified-since');
    const asked = { url, parameters, body: read.body, caller, version, context, isConditional, isKnown };
    return await route.handle(asked, service);
  } catch (error) {
    service.onError(error);
    return apiError(500, 'Server Error');
  }
}

const NO_BODY = { type: 'body', body: {} } as const;
