import { Failure } from '../base/index.ts';
import type { Dialect } from '../model/index.ts';
import { describeAnswer, responseFailure } from './response-failure.ts';
import type { Decorator } from './send.ts';
import { readSingleSignOn } from './single-sign-on.ts';

interface FailureContext {
  readonly baseUrl: URL;
  readonly hasToken: boolean;
  readonly dialect: Dialect;
  /** Hears of organizations that a list leaves out. */
  readonly onLeftOut: (organizations: readonly string[]) => void;
}

/** Lets answers through (2xx, and what the call expects) and turns every other status into a failure. */
export function withFailures(context: FailureContext): Decorator {
  return (next) => async (request) => {
    const response = await next(request);
    context.onLeftOut(readSingleSignOn(response, context.dialect).leftOut);
    if (request.expects?.includes(response.status) === true) {
      return response;
    }
    if (response.status < 200 || response.status > 299) {
      throw responseFailure(request, response, context);
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
