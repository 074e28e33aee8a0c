import { createSystemClock, withDeadline } from '../base/clock.ts';
import { untilAborted } from '../base/signals.ts';
import { Failure } from '../model/failure.ts';
import { connectionFailure } from './connection-failure.ts';
import { createDispatcher, loadUndici, type Timeouts } from './network/dispatcher.ts';
import { readBeginning } from './network/transport.ts';
import type { Network } from './network.ts';

const TIMEOUTS = { connectMs: 10_000, headersMs: 20_000, stallMs: 20_000, wholeMs: 60_000 } as const;

/** Responses are only used in error messages. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** A POST request to an address outside of the service. */
export interface Posting {
  /** A verb phrase that can follow "Cannot". */
  readonly action: string;
  /** Often a secret in itself, so messages only contain its origin. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Whether only the status matters: nothing waits for the rest of the response then. */
  readonly isStatusEnough?: boolean;
}

export type Poster = ReturnType<typeof createPoster>;

/** Sends POST requests to addresses outside of the service, without the headers of API requests. */
export function createPoster(
  network: Network,
  userAgent: string,
  timeouts: Omit<Timeouts, 'slowMs'> = TIMEOUTS,
) {
  const clock = createSystemClock();
  const dispatcher = createDispatcher({ ...network, timeouts });
  return {
    /** Returns the response with any status; does not follow redirects. Fails with `network` if there is no response. */
    async post({
      action,
      url,
      headers,
      body,
      signal,
      isStatusEnough = false,
    }: Posting): Promise<{ readonly status: number; readonly text: string }> {
      try {
        const failure = () =>
          new Failure('network', `Cannot ${action}: no complete response from "${url.origin}"`);
        return await withDeadline({ clock, afterMs: timeouts.wholeMs, signal, failure }, async (bound) => {
          const asked = loadUndici().request(url, {
            dispatcher,
            method: 'POST',
            headers: { 'user-agent': userAgent, ...headers },
            body,
            signal: bound ?? null,
          });
          const answer = await untilAborted(asked, bound);
          if (isStatusEnough) {
            answer.body.on('error', () => undefined).destroy();
          }
          return {
            status: answer.statusCode,
            text: isStatusEnough ? '' : await readBeginning(answer.body, MAX_ANSWER_BYTES),
          };
        });
      } catch (error) {
        signal.throwIfAborted();
        const failure = connectionFailure(error, { action, place: url.origin, proxies: network.proxies });
        throw failure instanceof Failure
          ? failure
          : new Failure('network', `Cannot ${action}: the request to "${url.origin}" failed`, {
              cause: error,
            });
      }
    },
    close: () => dispatcher.destroy(),
  };
}
