import {
  invariant,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Random,
} from '../../../base/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { Service } from '../service.ts';
import { type Answer, apiError, type ErrorAnswer } from './answer.ts';
import { type Caller, kindOfCaller } from './caller.ts';
import { bucketOf, type Quota } from './rate-limit.ts';
import { findRefusal } from './refusals.ts';
import { type ApiRequest, isReading, type Route } from './route.ts';
import type { SecondaryExcess } from './secondary-limiter.ts';
import { personOf } from './sight.ts';
import { isNotModified, toResponse, validatorsOf } from './to-response.ts';

/** A request as it arrived at the router. */
export interface Arrival {
  readonly request: Request;
  readonly route: Route;
  /** Values of the path's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** `/api/v3` below it, else empty. */
  readonly prefix: string;
  /** The address of the peer. */
  readonly address: string;
  /** Who calls; undefined where credentials came and are wrong. */
  readonly known: Caller | undefined;
  /** True where too many requests of the caller were under way already. */
  readonly isCrowded: boolean;
}

/** A request with all that is known of it before it is checked. */
export interface Exchange extends Arrival {
  readonly url: URL;
  /** Undefined where the version is not known. */
  readonly version: string | undefined;
  /** Who calls; anonymous where the credentials are wrong. */
  readonly caller: Caller;
  readonly hasBadCredentials: boolean;
  readonly quota: Quota;
  /** The secondary limit that the request exceeds, if any. */
  readonly excess: SecondaryExcess | undefined;
  readonly requestId: string;
}

/** Looks at a request: who calls, in which version, and what is left of the limits, from which it takes its share. */
export function openExchange(arrival: Arrival, service: Service): Exchange {
  const { request, route, address, known } = arrival;
  const caller: Caller = known ?? { type: 'anonymous', address };
  return {
    ...arrival,
    url: new URL(request.url),
    version: selectVersion(service.dialect, request.headers.get(service.dialect.versionHeader)),
    caller,
    hasBadCredentials: known === undefined,
    quota: route.isFree === true ? service.limiter.look(caller) : service.limiter.take(caller),
    excess: chargeSecondary(arrival, bucketOf(caller), service),
    requestId: createRequestId(service.random),
  };
}

function chargeSecondary(
  { route, isCrowded }: Arrival,
  bucket: string,
  { secondary }: Service,
): SecondaryExcess | undefined {
  return secondary.charge({
    bucket,
    isCrowded,
    endpoint: `${route.method} ${route.path}`,
    isReading: isReading(route),
    ...(route.makes === undefined ? {} : { makes: route.makes }),
  });
}

/** Five groups of hexadecimal digits, as the real service writes them. */
function createRequestId(random: Random): string {
  return [4, 6, 7, 7, 8].map((length) => random.hex(length).toUpperCase()).join(':');
}

/**
 * The API version that a request selects: the header's, or the standard one without a header.
 * `undefined` means a version that the service does not know (specification 9).
 */
function selectVersion(dialect: Dialect, header: string | null): string | undefined {
  const [, standard] = dialect.apiVersions;
  const wanted = header ?? standard;
  return dialect.apiVersions.find((version) => version === wanted);
}

/** Answers one request to the API: look at it, check it, handle it, write the answer, report it. */
export async function answerRequest(arrival: Arrival, service: Service): Promise<Response> {
  const exchange = openExchange(arrival, service);
  const answer = findRefusal(exchange, service) ?? (await handle(exchange, service));
  const response = toResponse(answer, exchange, service);
  reportExchange(exchange, response, service);
  return response;
}

/** Reports a request and how it was answered. */
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
    const context = { world, dialect, version, baseUrl: `${url.origin}${prefix}`, viewer };
    const isKnown: ApiRequest['isKnown'] = (body, headers = {}) =>
      isNotModified(request.headers, validatorsOf({ type: 'json', status: 200, body, headers }, exchange));
    const isConditional = request.headers.has('if-none-match') || request.headers.has('if-modified-since');
    const asked = { url, parameters, body: read.body, caller, context, isConditional, isKnown };
    return await route.handle(asked, service);
  } catch (error) {
    service.onError(error);
    return apiError(500, 'Server Error');
  }
}

const NO_BODY = { type: 'body', body: {} } as const;

/** The longest body that is read. */
const MAX_BODY_BYTES = 1_048_576;

const MAX_DISCARDED_BYTES = 64 * MAX_BODY_BYTES;

type ReadBody = { readonly type: 'body'; readonly body: JsonObject } | ErrorAnswer;

/** Reads the JSON object that a request carries; no body at all counts as an empty object. */
async function readJsonBody(request: Request): Promise<ReadBody> {
  const bytes = await readBytes(request);
  if (bytes === undefined) {
    return apiError(413, `Request body is too large: at most ${MAX_BODY_BYTES} bytes are allowed`);
  }
  if (bytes.length === 0) {
    return { type: 'body', body: {} };
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
 * Reads to the end, or gives undefined where that is too much. What is too much is still taken off the wire, up
 * to a point: a client that is writing when the connection ends never reads the answer.
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
