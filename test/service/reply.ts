import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Json, type JsonObject, jsonText, SECRETS } from './shapes.ts';

export interface Ask {
  readonly method: string;
  /** Below the base URL, such as `/user/migrations`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

export function refusal(status: number, text: string, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers,
    body: { message: text, documentation_url: 'https://docs.example.org/rest', status: `${status}` },
  };
}

/** Sends JSON as the service does: compressed if the client accepts it, with rate limits, an ETag and a cookie. */
export function sendReply(
  ask: Ask,
  response: ServerResponse,
  { status = 200, headers = {}, body, isNasty }: Reply & { readonly isNasty: boolean },
): void {
  const plain = Buffer.from(body === undefined ? '' : jsonText(body, { isNasty }));
  const etag = `W/"${createHash('sha1').update(plain).digest('hex')}"`;
  const isSame = status === 200 && ask.headers['if-none-match'] === etag;
  const isZipped = plain.length > 0 && String(ask.headers['accept-encoding']).includes('gzip');
  const content = isSame ? Buffer.alloc(0) : isZipped ? gzipSync(plain) : plain;
  response.writeHead(isSame ? 304 : status, {
    ...(plain.length > 0 ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    ...(isZipped && !isSame ? { 'content-encoding': 'gzip' } : {}),
    ...(ask.method === 'GET' && status === 200 ? { etag } : {}),
    ...(isSame || status === 204 ? {} : { 'content-length': String(content.length) }),
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '4990',
    'x-ratelimit-used': '10',
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + 3_000),
    'x-ratelimit-resource': 'core',
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': 'ABCD:1234:5678',
    'x-oauth-scopes': 'repo, admin:org, notifications, security_events',
    'set-cookie': `_gh_sess=${SECRETS.cookie}; Path=/; HttpOnly`,
    vary: 'Accept, Authorization, Cookie',
    ...headers,
  });
  response.end(content);
}
