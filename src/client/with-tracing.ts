import type { Clock } from '../base/index.ts';
import { redactUrl } from './known-secrets.ts';
import type { ApiMethod, Decorator } from './send.ts';

/** One exchange with the service, without anything secret. */
export interface RequestTrace {
  readonly method: ApiMethod;
  readonly route: string;
  /** Origin and path. */
  readonly url: string;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly durationMs: number;
}

interface TracingOptions {
  readonly clock: Clock;
  readonly onRequest: ((trace: RequestTrace) => void) | undefined;
}

/** Tells of every exchange as it happens on the wire: each retry and each hop of a redirect is one. */
export function withTracing({ clock, onRequest }: TracingOptions): Decorator {
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
