import { createSystemClock, Failure, withDeadline } from '../base/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { createDispatcher, loadUndici, type Network } from './dispatcher.ts';
import type { Timeouts } from './timeouts.ts';

/** Somebody who is told something should not need longer. */
const TIMEOUTS = { connectMs: 10_000, headersMs: 20_000, stallMs: 20_000, wholeMs: 60_000 } as const;

/** As much of an answer as is read: it is for nobody but a person who looks for a fault. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** Something to be posted to an address outside of the service. */
export interface Posting {
  /** What it is for, as a verb phrase that can follow "Cannot". */
  readonly action: string;
  /** Often a secret in itself: messages name its host alone. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Posts texts to addresses that are not the service's: nothing of the API's requests is on them. */
export interface Poster {
  /** Gives the status of the answer, whatever it is; redirects are not followed. Fails with `network` without answer. */
  post(posting: Posting): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
}

/** Creates a poster. It goes through the same proxies, and trusts the same certificates, as the client does. */
export function createPoster(
  network: Network,
  userAgent: string,
  timeouts: Omit<Timeouts, 'slowMs'> = TIMEOUTS,
): Poster {
  const clock = createSystemClock();
  const dispatcher = createDispatcher({ ...network, timeouts });
  return {
    async post({ action, url, headers, body, signal }) {
      try {
        const failure = () =>
          new Failure('network', `Cannot ${action}: no complete response from "${url.origin}"`);
        return await withDeadline({ clock, afterMs: timeouts.wholeMs, signal, failure }, async (bound) => {
          const answer = await loadUndici().request(url, {
            dispatcher,
            method: 'POST',
            headers: { 'user-agent': userAgent, ...headers },
            body,
            signal: bound ?? null,
          });
          return { status: answer.statusCode, text: await readBeginning(answer.body) };
        });
      } catch (error) {
        signal.throwIfAborted();
        const failure = connectionFailure(error, { action, place: url.origin });
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

async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= MAX_ANSWER_BYTES) {
      break;
    }
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES));
}
