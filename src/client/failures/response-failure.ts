import type { Clock } from '../../base/clock.ts';
import type { DetailedOptions } from '../../base/failure.ts';
import { definedMembers } from '../../base/json.ts';
import type { Dialect } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failures.table.ts';
import { accessOf, needsOf } from '../../model/permissions.ts';
import { KIND_TITLES } from '../check-token.ts';
import type { ApiRequest, ApiResponse, Decorator } from '../send.ts';
import {
  describeServiceError,
  type ServiceError,
  serviceErrorOf,
  showForeignText,
} from '../service-error.ts';
import { readRetryAfter, serviceTimeMs } from '../service-time.ts';
import { readTokenFacts } from '../token-facts.ts';
import { ORGANIZATION_POLICIES } from './organization-policies.table.ts';
import { readSingleSignOn } from './single-sign-on.ts';

const MAX_SHOWN = 120;

/** Successes that never have a body (RFC 9110, 15.3.5 and 15.3.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 205]);

interface ResponseContext {
  readonly baseUrl: URL;
  readonly hasToken: boolean;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** By status (specification 7). Other 4xx are refusals, 5xx are server errors. */
const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'absent', // Or hidden from this token: the service does not say which (specification 7).
  429: 'rate-limited',
};

/** True if the same request may succeed later. Proxies answer 408 after a timeout (RFC 9110, 15.5.9). */
export function isServerTrouble(status: number): boolean {
  return status >= 500 || status === 408;
}

/**
 * True if the body of a success was cut off or garbled on the way: it begins like JSON, or says that it is, and cannot be
 * parsed. A page of another server is not.
 */
export function isBrokenJson({ status, headers, text, body }: ApiResponse): boolean {
  const isSuccess = status >= 200 && status <= 299 && !BODILESS.has(status);
  const isMeantAsJson = /^\s*[[{]/.test(text) || /[/+]json\b/i.test(headers.get('content-type') ?? '');
  return isSuccess && body === undefined && isMeantAsJson && headers.get('content-length') !== '0';
}

/** Converts a response with an error status to a failure that quotes the service's message. */
function responseFailure(request: ApiRequest, response: ApiResponse, context: ResponseContext): Failure {
  const { status } = response;
  const error = serviceErrorOf(response.body);
  if (isServerTrouble(status)) {
    const words = error === undefined ? '' : describeServiceError(error, undefined);
    const serviceNowMs = serviceTimeMs(response, context.clock.now());
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), serviceNowMs);
    const details = definedMembers({ retryAfterMs });
    return failure('service-unavailable', `the service answered ${status}${words}`, error, { details });
  }
  if (status < 400 || (error === undefined && response.text.trim() !== '')) {
    const found = `"${context.baseUrl.href}" is not the service: ${describeAnswer(response)}`;
    return failure('not-the-service', found, error);
  }
  const words = error === undefined ? '' : describeServiceError(error, request.body);
  const { authorizeUrl } = readSingleSignOn(response, context.dialect);
  if (status === 403 && authorizeUrl !== undefined) {
    const found = `the organization requires single sign-on, and the token is not authorized for it (403${words})`;
    const hint = `Authorize the token at ${authorizeUrl.href} and try again`;
    return failure('forbidden', found, error, { hint, details: { authorizeUrl: authorizeUrl.href } });
  }
  const policy =
    status === 403 ? ORGANIZATION_POLICIES.find(({ says }) => says.test(error?.message ?? '')) : undefined;
  if (policy !== undefined) {
    return failure('forbidden', `${policy.found} (403${words})`, error, policy);
  }
  if (status === 404 && request.missing !== undefined) {
    const hint = 'Check the id; a list shows the ids that exist';
    return failure('absent', `${request.missing} (404${words})`, error, { hint });
  }
  return failure(
    CODE_OF_STATUS[status] ?? 'request-refused',
    `${meaningOf(request, response, context)} (${status}${words})`,
    error,
    hintFor(request, status),
  );

  function failure(
    code: FailureCode,
    found: string,
    serviceError: ServiceError | undefined,
    { hint, commandHint, details }: DetailedOptions = {},
  ): Failure {
    const requestId = response.headers.get(context.dialect.requestIdHeader.toLowerCase());
    return new Failure(code, `Cannot ${request.action}: ${found}`, {
      hint,
      commandHint,
      details: {
        ...details,
        status,
        ...(serviceError === undefined ? {} : { errors: serviceError.errors }),
        ...(requestId === undefined ? {} : { requestId }),
      },
    });
  }
}

function meaningOf(
  request: ApiRequest,
  response: ApiResponse,
  { hasToken, dialect }: ResponseContext,
): string {
  switch (response.status) {
    case 401:
      return hasToken ? 'the service does not accept the token' : 'no token was sent';
    case 403:
      return `the token does not permit this${describeNeeds(request, response, dialect)}`;
    case 404:
      return 'it does not exist, or this token cannot see it';
    default:
      return 'the service rejects it';
  }
}

function hintFor(request: ApiRequest, status: number): { readonly hint?: string } {
  switch (status) {
    case 401:
      return { hint: `Use ${describeWantedToken(request)}` };
    case 404:
      return { hint: `Check the name, or use ${describeWantedToken(request)}` };
    default:
      return {};
  }
}

/** The token that a call needs, as the object of "use": by the tables, or else what migrations need. */
function describeWantedToken({ method, route }: Pick<ApiRequest, 'method' | 'route'>): string {
  const access = accessOf(method, route);
  if (access === undefined || access.tokens.includes('classic')) {
    const scopes = access === undefined || access.scopes.length === 0 ? ['repo'] : access.scopes;
    return `a valid classic personal access token with the ${scopes.join(' or ')} scope`;
  }
  return access.tokens.map((kind) => KIND_TITLES[kind]).join(' or ');
}

/**
 * What a token lacks, by the response's headers or the permission tables (specification 5.1): `: it needs …`, or
 * nothing.
 */
function describeNeeds(
  { method, route }: Pick<ApiRequest, 'method' | 'route'>,
  response: Pick<ApiResponse, 'headers'>,
  dialect: Dialect,
): string {
  const { scopes, acceptedScopes = [], acceptedPermissions } = readTokenFacts(response, dialect);
  if (scopes !== undefined && acceptedScopes.length > 0) {
    const fitting = scopes.filter((scope) => acceptedScopes.includes(scope));
    if (fitting.length > 0) {
      // The scopes are not what is missing.
      return `, although its scope ${fitting.join(', ')} is enough: its account, or a rule of the organization, does not allow it`;
    }
    const given = scopes.length === 0 ? 'none' : scopes.join(', ');
    return `: it needs one of the scopes ${acceptedScopes.join(', ')}, and has ${given}`;
  }
  if (acceptedPermissions.length > 0) {
    const sets = acceptedPermissions.map((set) =>
      set.map(({ name, access }) => `${name}=${access}`).join(' and '),
    );
    return `: it needs the permission ${sets.join(', or ')}`;
  }
  const rows = needsOf(method, route).rows.map(
    ({ permission, access, level }) => `${permission} (${level}, ${access})`,
  );
  return rows.length === 0 ? '' : `: a fine-grained or app token needs ${[...new Set(rows)].join(' or ')}`;
}

/** Describes a response that is not the service's JSON: `it answered 200 with a web page, "Welcome"`. */
export function describeAnswer({ status, text, headers, body }: ApiResponse): string {
  return `it answered ${status} with ${describeBody(text.trim(), headers.get('content-type') ?? '', body)}`;
}

function describeBody(text: string, contentType: string, body: unknown): string {
  if (text === '') {
    return 'nothing';
  }
  if (contentType.includes('html') || /^<(!doctype html|html|head)\b/i.test(text)) {
    const title = /<title[^>]*>([^<]{1,500})/i.exec(text)?.[1];
    return title === undefined ? 'a web page' : `a web page, "${showForeignText(title, MAX_SHOWN)}"`;
  }
  const kind = body === undefined ? 'text that is not JSON' : 'unexpected JSON';
  return `${kind}: ${showForeignText(text, MAX_SHOWN)}`;
}

interface FailureContext extends ResponseContext {
  /** Called with the organizations that a list omits. */
  readonly onLeftOut: (organizations: readonly string[]) => void;
}

/** Throws a failure unless the status is 2xx or expected by the call. */
export function withFailures(context: FailureContext): Decorator {
  return (next) => async (request) => {
    const response = await next(request);
    context.onLeftOut(readSingleSignOn(response, context.dialect).leftOut);
    if (request.expects?.includes(response.status) === true && !isForeignError(response)) {
      return response;
    }
    if (response.status < 200 || response.status > 299) {
      throw responseFailure(request, response, context);
    }
    if (request.method !== 'HEAD' && isBrokenJson(response)) {
      const { status, text } = response;
      const found = `the service answered ${status} with incomplete JSON (${text.length} characters)`;
      throw new Failure('service-unavailable', `Cannot ${request.action}: ${found}`, { details: { status } });
    }
    if (response.text.trim() !== '' && response.body === undefined) {
      throw new Failure(
        'not-the-service',
        `Cannot ${request.action}: "${context.baseUrl.href}" is not the service: ${describeAnswer(response)}`,
      );
    }
    return response;
  };
}

/** True for an error of another server, whose statuses mean nothing: errors of the service have a message or no body. */
function isForeignError({ status, text, body }: ApiResponse): boolean {
  return status >= 400 && text.trim() !== '' && serviceErrorOf(body) === undefined;
}
