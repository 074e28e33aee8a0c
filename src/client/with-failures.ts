import type { Clock } from '../base/index.ts';
import { type Dialect, Failure } from '../model/index.ts';
import { describeAnswer, isBrokenJson, responseFailure } from './response-failure.ts';
import type { ApiResponse, Decorator } from './send.ts';
import { serviceErrorOf } from './service-error.ts';
import { readSingleSignOn } from './single-sign-on.ts';

interface FailureContext {
  readonly baseUrl: URL;
  readonly hasToken: boolean;
  readonly dialect: Dialect;
  readonly clock: Clock;
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
    if (isBrokenJson(response)) {
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
