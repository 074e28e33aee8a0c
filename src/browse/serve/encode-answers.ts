import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';

/** A shorter answer fits into one network packet. */
const MIN_COMPRESSED_BYTES = 1_400;

/**
 * Pages are compressed while someone waits: the best ratio for the time. What browsers keep for good is sent once, and a tenth
 * smaller for 10 ms more.
 */
const BROTLI_QUALITY = { page: 4, kept: 9 } as const;

/** Texts that are complete in memory. Plain texts, such as diffs, are streamed. */
const BUFFERED = /^(?:text\/(?!plain)|application\/json|image\/svg\+xml)/;

const ENCODERS = {
  br: (bytes: Buffer, headers: Headers) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: qualityFor(headers) } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

function qualityFor(headers: Headers): number {
  return BROTLI_QUALITY[headers.get('cache-control')?.includes('immutable') === true ? 'kept' : 'page'];
}

/**
 * Gives answers an `ETag`, answers 304 if the client has the current one, and compresses texts (RFC 9110, 8.4, 8.8.3
 * and 13.1.2). The tag of a page is weak, because it is the same for all encodings.
 */
export function encodeAnswers(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { res } = context;
    const type = res.headers.get('content-type') ?? '';
    const encode = BUFFERED.test(type) ? encodeBuffered : type.startsWith('text/plain') ? encodeStream : null;
    // Files have a tag of their own, which belongs to their parts as well.
    if (encode !== null && res.status === 200 && !res.headers.has('etag')) {
      context.res = undefined; // Otherwise the framework would add its headers to the new answer.
      context.res = await encode(res, context.req.raw.headers);
    }
  };
}

async function encodeBuffered(response: Response, asked: Headers): Promise<Response> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = new Headers(response.headers);
  headers.set('ETag', etag);
  headers.append('Vary', 'Accept-Encoding');
  if (isCurrent(asked, etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = bytes.length < MIN_COMPRESSED_BYTES ? undefined : preferredEncoding(asked, ['br', 'gzip']);
  const sent = encoding === undefined ? bytes : await ENCODERS[encoding](bytes, headers);
  if (encoding !== undefined) {
    headers.set('Content-Encoding', encoding);
  }
  headers.set('Content-Length', String(sent.length));
  return new Response(new Uint8Array(sent), { headers });
}

function encodeStream({ body, headers: known }: Response, asked: Headers): Response {
  const headers = new Headers(known);
  headers.append('Vary', 'Accept-Encoding');
  if (body === null || preferredEncoding(asked, ['gzip']) === undefined) {
    return new Response(body, { headers });
  }
  headers.set('Content-Encoding', 'gzip');
  return new Response(body.pipeThrough(new CompressionStream('gzip')), { headers });
}

/** Whether the client has the version with this tag (`If-None-Match`, compared weakly). */
export function isCurrent(headers: Headers, etag: string): boolean {
  const tags = (headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

/** The first of our encodings that the client accepts most (RFC 9110, 12.5.3). */
function preferredEncoding<Name extends string>(headers: Headers, ours: readonly Name[]): Name | undefined {
  const accepted = readQualities(headers.get('accept-encoding') ?? '');
  const qualityOf = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0;
  const [best] = ours.toSorted((one, other) => qualityOf(other) - qualityOf(one));
  return best !== undefined && qualityOf(best) > 0 ? best : undefined;
}

/** Parses a list with qualities: `br;q=0.5, gzip`. */
export function readQualities(header: string): ReadonlyMap<string, number> {
  return new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
}
