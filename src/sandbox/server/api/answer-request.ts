import { invariant } from '../../../base/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts';
import type { World } from '../../world/world.ts';
import type { Service } from '../service.ts';
import { type Answer, apiError, type ErrorAnswer, notFound } from './answer.ts';
import { kindOfCaller } from './caller.ts';
import { type Arrival, type Exchange, openExchange } from './exchange.ts';
import { findRefusal } from './refusals.ts';
import { type ApiRequest, isReading } from './route.ts';
import { isNotModified, toResponse, validatorsOf } from './to-response.ts';
import { personOf } from './visibility.ts';

export async function answerRequest(arrival: Arrival, service: Service): Promise<Response> {
  const exchange = openExchange(arrival, service);
  const answer = findRefusal(exchange, service) ?? (await handle(exchange, service));
  const response = toResponse(answer, exchange, service);
  reportExchange(exchange, response, service);
  return response;
}

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
  invariant(version !== undefined, 'a request with an unknown version is refused');
  try {
    const read = isReading(route) ? NO_BODY : await readJsonBody(request);
    if (read.type === 'error') {
      return read;
    }
    const { world, dialect } = service;
    if (!hasNamed(parameters, world)) {
      return notFound();
    }
    const viewer = personOf(caller, world)?.login;
    const context = { world, dialect, version, baseUrl: `${url.origin}${prefix}`, viewer };
    const isKnown: ApiRequest['isKnown'] = (body, headers = {}) =>
      isNotModified(request.headers, validatorsOf({ type: 'json', status: 200, body, headers }, exchange));
    const isConditional = request.headers.has('if-none-match') || request.headers.has('if-modified-since');
    return await route.handle(
      {
        request,
        url,
        parameters,
        body: read.body,
        caller,
        context,
        accept: request.headers.get('accept') ?? '',
        isConditional,
        isKnown,
      },
      service,
    );
  } catch (error) {
    service.onError(error);
    return apiError(500, 'Server Error');
  }
}

/** True unless a path names an organization or enterprise that does not exist. */
function hasNamed({ org, enterprise }: Arrival['parameters'], world: World): boolean {
  const isNamed = (known: string, name = known) => name.toLowerCase() === known.toLowerCase();
  return isNamed(world.organization.login, org) && isNamed(world.enterprise, enterprise);
}

const NO_BODY = { type: 'body', body: {} } as const;

const MAX_BODY_BYTES = 1_048_576;

const MAX_DISCARDED_BYTES = 64 * MAX_BODY_BYTES;

type ReadBody = { readonly type: 'body'; readonly body: JsonObject } | ErrorAnswer;

/** What OAuth clients send (RFC 6749, 4.1.3). */
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Reads a JSON object or a form from the body of a request; an empty body counts as an empty object. */
async function readJsonBody(request: Request): Promise<ReadBody> {
  const bytes = await readBytes(request);
  if (bytes === undefined) {
    return apiError(413, `Request body is too large: at most ${MAX_BODY_BYTES} bytes are allowed`);
  }
  if (bytes.length === 0) {
    return { type: 'body', body: {} };
  }
  if (request.headers.get('content-type')?.startsWith(FORM_TYPE) === true) {
    return { type: 'body', body: Object.fromEntries(new URLSearchParams(bytes.toString())) };
  }
  try {
    const value: JsonValue = JSON.parse(bytes.toString());
    return isJsonObject(value)
      ? { type: 'body', body: value }
      : apiError(400, 'Body should be a JSON object');
  } catch {
    return apiError(400, 'Problems parsing JSON');
  }
}

/**
 * Reads the whole body; returns undefined if it is too large. Some of the excess is received and discarded: a client that
 * is still sending when the connection ends never reads the response.
 */
async function readBytes(request: Request): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_DISCARDED_BYTES) {
      return undefined;
    }
    if (sizeBytes <= MAX_BODY_BYTES) {
      chunks.push(chunk);
    }
  }
  return sizeBytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}
