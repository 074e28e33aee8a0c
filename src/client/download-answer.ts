import { type Clock, createRedactor, Failure, withDeadline } from '../base/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { type KnownSecrets, queryValues, redactUrl } from './known-secrets.ts';
import type { StreamedAnswer } from './open-stream.ts';
import { readRetryAfter, serviceTimeMs } from './service-time.ts';
import { isExpiredLink, storageFailure } from './storage-failure.ts';
import type { Timeouts } from './timeouts.ts';

/** RFC 9110, 8.8.2.2: such a date is a strong validator where the answer was made a second later, by the same clock. */
const MIN_AGE_MS = 1_000;

/** How the storage origin answers; every other answer is a failure. */
export type DownloadAnswer =
  | DownloadContent
  /** The signed address was used too late: ask the service for a new one. */
  | { readonly outcome: 'expired' }
  /** No byte lies in the range asked for (416). */
  | { readonly outcome: 'range-unsatisfiable'; readonly totalBytes: number | undefined };

export interface DownloadContent {
  readonly outcome: 'content';
  /** 200 for the whole object, 206 for the range. */
  readonly status: number;
  /** Place of the first byte of `body` in the object; undefined for a part that does not say it. */
  readonly firstByte: number | undefined;
  /** Size of the whole object, where the answer tells it. */
  readonly totalBytes: number | undefined;
  /** What proves in a later request that the object is still the same: for `DownloadRequest`. */
  readonly validator: string | undefined;
  /** Whether the answer says that it comes from the object of the request's validator. */
  readonly isSameObject: boolean;
  /** The bytes as they come; a connection that breaks, or stalls, is a failure `network`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the transfer; harmless after the body was read. */
  discard(): void;
}

/** How much of an error document is read. */
const MAX_ERROR_BYTES = 64 * 1024;

interface DownloadContext {
  readonly secrets: KnownSecrets;
  readonly url: URL;
  /** Of the bytes that are there already. */
  readonly validator: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Real time, in which sockets live. */
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly canWait: boolean;
}

/** Less of an object than this a second is as good as nothing. */
const LEAST_BYTES_PER_SECOND = 1024;

/** Makes sense of what the storage answered; throws what no caller can go on from. */
export async function readDownloadAnswer(
  answer: StreamedAnswer,
  context: DownloadContext,
): Promise<DownloadAnswer> {
  const { status, headers } = answer;
  if (status === 200 || status === 206) {
    return toContent(answer, context);
  }
  const text = await withDeadline(
    {
      clock: context.clock,
      afterMs: context.timeouts.wholeMs,
      signal: undefined,
      failure: () => tooSlow(context),
    },
    async (bound) => {
      bound?.addEventListener('abort', () => answer.discard(), { once: true });
      return await readErrorText(answer, context);
    },
  );
  if (status === 416) {
    const range = parseContentRange(headers.get('content-range'));
    return { outcome: 'range-unsatisfiable', totalBytes: range?.totalBytes };
  }
  if (isExpiredLink(status, text)) {
    return { outcome: 'expired' };
  }
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), serviceTimeMs(answer, context.clock.now()));
  const found = { status, text: safeText(text, context), retryAfterMs, canWait: context.canWait };
  throw storageFailure(found, redactUrl(context.url));
}

/** An error document of storage repeats what it was asked, signature and all. */
function safeText(text: string, { url, secrets }: DownloadContext): string {
  return createRedactor(queryValues(url))(secrets.redact(text));
}

function toContent(answer: StreamedAnswer, context: DownloadContext): DownloadContent {
  const { status, headers } = answer;
  const length = headers.get('content-length');
  return {
    outcome: 'content',
    status,
    ...(status === 206
      ? partOf(answer)
      : { firstByte: 0, totalBytes: length === undefined ? undefined : Number(length) }),
    validator: objectValidator(headers),
    isSameObject: context.validator !== undefined && isOfObject(headers, context.validator),
    body: readBody(answer, context),
    discard: answer.discard,
  };
}

/** Which part a 206 brings; without Content-Range its bytes belong nowhere (RFC 9110, 15.3.7). */
function partOf({ headers }: StreamedAnswer): Pick<DownloadContent, 'firstByte' | 'totalBytes'> {
  const range = parseContentRange(headers.get('content-range'));
  return { firstByte: range?.firstByte, totalBytes: range?.totalBytes };
}

async function* readBody(
  { body }: StreamedAnswer,
  context: DownloadContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { url, signal } = context;
  try {
    yield* withLeastRate(body, context);
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionFailure(error, { action: 'fetch the archive', place: url.origin });
  }
}

/** Fails where too little comes while somebody waits for it; how slowly it is taken does not count. */
async function* withLeastRate(
  body: AsyncIterable<Uint8Array>,
  context: DownloadContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { clock, timeouts } = context;
  let waitedMs = 0;
  let cameBytes = 0;
  let askedMs = clock.now();
  for await (const chunk of body) {
    waitedMs += clock.now() - askedMs;
    cameBytes += chunk.byteLength;
    if (waitedMs >= timeouts.slowMs) {
      if (cameBytes < (waitedMs / 1_000) * LEAST_BYTES_PER_SECOND) {
        throw tooSlow(context);
      }
      waitedMs = 0;
      cameBytes = 0;
    }
    yield chunk;
    askedMs = clock.now();
  }
}

function tooSlow({ url }: DownloadContext): Failure {
  return new Failure(
    'network',
    `Cannot fetch the archive: "${url.origin}" sends less than a kibibyte a second`,
    {
      details: { isSlow: true },
    },
  );
}

async function readErrorText(answer: StreamedAnswer, context: DownloadContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Its deadline is all that bounds it: what has come by then tells more than a failure.
  const timeouts = { ...context.timeouts, slowMs: Number.POSITIVE_INFINITY };
  for await (const chunk of readBody(answer, { ...context, timeouts })) {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= MAX_ERROR_BYTES) {
      break;
    }
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** What a Content-Range header says; `totalBytes` is undefined where the length is not known (`*`). */
export interface ContentRange {
  /** Undefined in the answer to a range that cannot be had (416). */
  readonly firstByte: number | undefined;
  readonly totalBytes: number | undefined;
}

/** Reads a Content-Range header (RFC 9110, 14.4), or gives undefined where it is none. */
export function parseContentRange(header: string | undefined): ContentRange | undefined {
  const match = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/i.exec(header?.trim() ?? '');
  if (match === null) {
    return undefined;
  }
  const [, first, last, total] = match;
  if (Number(first ?? 0) > Number(last ?? 0)) {
    return undefined;
  }
  return {
    firstByte: first === undefined ? undefined : Number(first),
    totalBytes: total === '*' || total === undefined ? undefined : Number(total),
  };
}

/**
 * What proves later that an object is still the same one, as If-Range takes it (RFC 9110, 13.1.5): its strong entity
 * tag, or, where it has no tag at all, a date that is strong enough. Undefined where nothing proves it.
 */
export function objectValidator(headers: ReadonlyMap<string, string>): string | undefined {
  const etag = headers.get('etag');
  if (etag !== undefined) {
    return isStrongTag(etag) ? etag : undefined;
  }
  const lastModified = headers.get('last-modified');
  const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(lastModified ?? '');
  return ageMs >= MIN_AGE_MS ? lastModified : undefined;
}

/** Whether the headers of a later answer say that it comes from the object of this validator. */
export function isOfObject(headers: ReadonlyMap<string, string>, validator: string): boolean {
  return headers.get(isStrongTag(validator) ? 'etag' : 'last-modified') === validator;
}

function isStrongTag(text: string): boolean {
  return /^"[^"]*"$/.test(text);
}
