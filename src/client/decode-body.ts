import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { Failure } from '../base/index.ts';
import { redactUrl } from './redaction.ts';
import type { ApiRequest } from './send.ts';

/** What answers may be packed with: a page of migrations shrinks to a tenth. Archives are asked for as they are. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip, // An old name of the same (RFC 9110, 8.4.1.3).
  br: createBrotliDecompress,
} as const;

/** Answers that have headers alone, also those of a body (RFC 9110, 15.3.5 and 15.4.5). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The bytes of an answer, unpacked as they come: whoever reads them bounds how many there may be. */
export function decodeBody(
  { body, statusCode, headers: { 'content-encoding': named = '' } }: Dispatcher.ResponseData,
  request: Pick<ApiRequest, 'action' | 'method' | 'url'>,
): AsyncIterable<Uint8Array> {
  const encoding = String(named).trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || request.method === 'HEAD' || BODILESS.has(statusCode)) {
    return body;
  }
  if (!Object.hasOwn(DECODERS, encoding)) {
    body.on('error', () => undefined).destroy();
    throw new Failure(
      'not-the-service',
      `Cannot ${request.action}: "${redactUrl(request.url)}" answers in an encoding that was not requested`,
    );
  }
  const decoder = DECODERS[encoding as keyof typeof DECODERS](); // Proved just above.
  return pipeline(body, decoder, () => undefined); // Who reads it hears of an error.
}

/** The headers that hold of the bytes as they were unpacked. Validators are sent back as they came. */
export function decodedHeaders(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    headers.has('content-encoding')
      ? [...headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
      : headers,
  );
}
