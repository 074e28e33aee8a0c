import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { untilAborted } from '../base/signals.ts';
import { createDispatcher, type Timeouts } from './network/dispatcher.ts';
import type { Network } from './network.ts';

/** A request whose headers are signed, so that nothing of it may change on its way to the wire. */
interface Exchange {
  readonly origin: string;
  readonly method: string;
  /** With the query, as it was signed: a URL would resolve the dots in it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Readable | undefined;
  readonly signal: AbortSignal | undefined;
}

export type Exchanges = ReturnType<typeof createExchanges>;

/** Makes requests for a library that signs them and reads the answers itself. Errors are those of the connection. */
export function createExchanges(
  network: Network,
  timeouts: Pick<Timeouts, 'connectMs' | 'headersMs' | 'stallMs'>,
) {
  const dispatcher = createDispatcher({ ...network, timeouts });
  return {
    async send({ origin, method, path, headers, body, signal }: Exchange) {
      const asked = dispatcher.request({
        origin,
        method: method as Dispatcher.HttpMethod, // Undici sends any method.
        path,
        headers,
        body: body ?? null,
        signal: signal ?? null,
      });
      const answer = await untilAborted(asked, signal);
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    close: () => void dispatcher.destroy(),
  };
}
