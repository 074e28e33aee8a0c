import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Exchanges } from '../client/exchanges.ts';

/** What the SDK signs. A header or parameter may have several values. */
interface SignedRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
}

/** Lets the SDK make its requests as all others are made: with our proxies, certificates, timeouts and names of this machine. */
export function requestsOver(exchanges: Exchanges): NonNullable<S3ClientConfig['requestHandler']> {
  return {
    async handle(request: SignedRequest, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) {
      const { protocol, hostname, port, path, query = {}, method, body } = request;
      const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
      const parameters = queryOf(query);
      const answer = await exchanges.send({
        origin: `${protocol}//${host}${port === undefined ? '' : `:${port}`}`,
        method,
        path: parameters === '' ? path : `${path}?${parameters}`,
        headers: Object.fromEntries(
          // It is not signed, and undici waits for no answer to it.
          Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'expect'),
        ),
        body,
        signal: abortSignal,
      });
      const headers = Object.entries(answer.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
      ]);
      return {
        response: { statusCode: answer.status, headers: Object.fromEntries(headers), body: answer.body },
      };
    },
    destroy: () => exchanges.close(),
    httpHandlerConfigs: () => ({}),
    updateHttpClientConfig: () => undefined,
  };
}

/** In the form that was signed: RFC 3986 without reserved characters, ordered by name. */
function queryOf(query: NonNullable<SignedRequest['query']>): string {
  return Object.entries(query)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) =>
      [value ?? undefined].flat().map((item) => `${escaped(name)}=${escaped(item ?? '')}`),
    )
    .join('&');
}

function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
