import type { Clock } from '../base/index.ts';
import { redactUrl } from './known-secrets.ts';
import type { ApiMethod, Decorator } from './send.ts';

/** One exchange with the service, without secrets. */
export interface RequestTrace {
  readonly method: ApiMethod;
  readonly route: string;
  /** Origin and path. */
  readonly url: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly durationMs: number;
}

/** Reports every exchange, including retries and redirects. */
export function withTracing(clock: Clock, onRequest: ((trace: RequestTrace) => void) | undefined): Decorator {
  return (next) => async (request) => {
    const startedMs = clock.now();
    let status: number | undefined;
    try {
      const response = await next(request);
      status = response.status;
      return response;
    } finally {
      onRequest?.({
        method: request.method,
        route: request.route,
        url: redactUrl(request.url),
        status,
        durationMs: clock.now() - startedMs,
      });
    }
  };
}
