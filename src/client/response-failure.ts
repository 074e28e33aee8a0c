import { Failure, type FailureCode } from '../base/index.ts';
import type { Dialect } from '../model/index.ts';
import { describeAnswer } from './describe-answer.ts';
import { describeNeeds, describeWantedToken } from './describe-needs.ts';
import type { ApiRequest, ApiResponse } from './send.ts';
import { describeServiceError, type ServiceError, serviceErrorOf } from './service-error.ts';
import { readSingleSignOn } from './single-sign-on.ts';

interface ResponseContext {
  readonly baseUrl: URL;
  readonly hasToken: boolean;
  readonly dialect: Dialect;
}

/** What a status outside 2xx means (specification 7). Other 4xx are refusals, 5xx the service's own trouble. */
const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'forbidden',
  429: 'rate-limited',
};

/** Whether the same request may succeed later: 408 is what a proxy says that waited too long (RFC 9110, 15.5.9). */
export function isServerTrouble(status: number): boolean {
  return status >= 500 || status === 408;
}

/** The failure that an answer outside 2xx stands for, with the service's own words in one sentence. */
export function responseFailure(
  request: ApiRequest,
  response: ApiResponse,
  context: ResponseContext,
): Failure {
  const { status } = response;
  const error = serviceErrorOf(response.body);
  if (isServerTrouble(status)) {
    const words = error === undefined ? '' : describeServiceError(error, undefined);
    return failure('service-unavailable', `the service answered ${status}${words}`, error);
  }
  if (status < 400 || (error === undefined && response.text.trim() !== '')) {
    const found = `"${context.baseUrl.href}" is not the service: ${describeAnswer(response)}`;
    return failure('not-the-service', found, error);
  }
  const words = error === undefined ? '' : describeServiceError(error, request.body);
  const { authoriseUrl } = readSingleSignOn(response, context.dialect);
  if (status === 403 && authoriseUrl !== undefined) {
    const found = `the organization requires single sign-on, and the token is not authorised for it (403${words})`;
    const hint = `Authorise the token at ${authoriseUrl.href} and try again`;
    return failure('forbidden', found, error, { hint, details: { authoriseUrl: authoriseUrl.href } });
  }
  if (status === 404 && request.missing !== undefined) {
    return failure('absent', `${request.missing} (404${words})`, error);
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
    cure: { readonly hint?: string; readonly details?: object } = {},
  ): Failure {
    const requestId = response.headers.get(context.dialect.requestIdHeader.toLowerCase());
    return new Failure(code, `Cannot ${request.action}: ${found}`, {
      ...cure,
      details: {
        ...cure.details,
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
      return `the token may not do this${describeNeeds(request, response, dialect)}`;
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
