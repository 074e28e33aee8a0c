import { type Clock, withDeadline } from '../base/clock.ts';
import { Failure } from '../model/failure.ts';
import { createRedactor } from '../model/redact-secrets.ts';
import { parseContentRange } from './byte-ranges.ts';
import { connectionFailure, limitFailure } from './connection-failure.ts';
import { isPageType, judgeHead, takeHead } from './downloads/judge-head.ts';
import type { StreamedAnswer } from './downloads/open-stream.ts';
import { isExpiredLink, storageFailure } from './failures/storage-failure.ts';
import type { Timeouts } from './network/dispatcher.ts';
import { readBeginning } from './network/transport.ts';
import { queryValues, redactUrl } from './request-url.ts';
import type { KnownSecrets } from './requests/known-secrets.ts';
import { readRetryAfter, serviceTimeMs } from './service-time.ts';

/** A date is a strong validator if the response is at least this much newer, by the same clock (RFC 9110, 8.8.2.2). */
const MIN_AGE_MS = 1_000;

/** Responses of the storage origin; all others are failures. */
export type DownloadAnswer =
  | DownloadContent
  /** The signed address has expired: request a new one from the service. */
  | { readonly outcome: 'expired' }
  /** The object has no bytes in the requested range (416). */
  | { readonly outcome: 'range-unsatisfiable'; readonly totalBytes: number | undefined };

/** Bytes of an archive from the storage. */
export interface DownloadContent {
  readonly outcome: 'content';
  /** 200 for the whole object, 206 for the range. */
  readonly status: number;
  /** The offset of `body` in the object; undefined if the response does not contain it. */
  readonly firstByte: number | undefined;
  /** The size of the whole object, if the response contains it. */
  readonly totalBytes: number | undefined;
  /** Proves in a later `DownloadRequest` that the object has not changed. */
  readonly validator: string | undefined;
  /** True if the response has the validator of the request. */
  readonly isSameObject: boolean;
  /** True if the body is a whole object that begins as an archive does. */
  readonly isArchive: boolean;
  /** Fails with `network` if the connection breaks or stalls. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborts the transfer; has no effect after the body was read. */
  discard(): void;
}

/** The maximum that is read of an error document. */
const MAX_ERROR_BYTES = 64 * 1024;

interface DownloadContext {
  readonly secrets: KnownSecrets;
  readonly url: URL;
  /** Of the bytes that were downloaded earlier. */
  readonly validator: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The system clock. */
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly canWait: boolean;
  /** For a file other than an archive: what is done with it, and what was sent for it that errors must not quote. */
  readonly ofFile?: { readonly action: string; readonly sentSecrets: readonly string[] } | undefined;
}

function actionOf({ ofFile }: DownloadContext): string {
  return ofFile?.action ?? 'fetch the archive';
}

/** A slower download counts as stalled. */
const MIN_BYTES_PER_SECOND = 1024;

/** Interprets a response of the storage; throws a failure that the caller cannot handle. */
export async function readDownloadAnswer(
  answer: StreamedAnswer,
  context: DownloadContext,
): Promise<DownloadAnswer> {
  const { status, headers } = answer;
  if (status === 200 || status === 206) {
    return await toContent(answer, context);
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

/** Error documents of the storage quote the request, including its signature. */
function safeText(text: string, { url, secrets, ofFile }: DownloadContext): string {
  return createRedactor([...queryValues(url), ...(ofFile?.sentSecrets ?? [])])(secrets.redact(text));
}

async function toContent(answer: StreamedAnswer, context: DownloadContext): Promise<DownloadContent> {
  const { status, headers } = answer;
  const length = headers.get('content-length');
  const isSameObject = context.validator !== undefined && isOfObject(headers, context.validator);
  const { isArchive, isDocument, body } = await judgeBody(answer, context);
  if (isDocument && !(status === 206 && isSameObject)) {
    answer.discard();
    throw documentFailure(answer, context);
  }
  return {
    outcome: 'content',
    status,
    ...(status === 206
      ? partOf(answer)
      : { firstByte: 0, totalBytes: length === undefined ? undefined : Number(length) }),
    validator: objectValidator(headers),
    isSameObject,
    isArchive,
    body,
    discard: answer.discard,
  };
}

/** Of a part of an object, only the type says whether it is a web page. */
async function judgeBody(answer: StreamedAnswer, context: DownloadContext) {
  const contentType = answer.headers.get('content-type');
  const body = readBody(answer, context);
  if (context.ofFile !== undefined) {
    return { isArchive: false, isDocument: false, body };
  }
  if (answer.status === 206) {
    return { isArchive: false, isDocument: isPageType(contentType), body };
  }
  const start = await takeHead(body);
  return { ...judgeHead(start.head, contentType), body: start.body };
}

/** A proxy, a login page or a portal answers for the storage. That passes, and the bytes of earlier responses are kept. */
function documentFailure({ status, headers }: StreamedAnswer, { url }: DownloadContext): Failure {
  const found = isPageType(headers.get('content-type')) ? 'a web page' : 'a document';
  return new Failure(
    'download-incomplete',
    `Cannot fetch the archive: "${url.origin}" answered ${status} with ${found} instead of the archive`,
    { hint: 'Run the same command again; if it happens again, look for a proxy or a login page in between' },
  );
}

/** The range of a 206 response, which is unusable without Content-Range (RFC 9110, 15.3.7). */
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
    yield* withMinimumRate(body, context);
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionFailure(error, {
      action: actionOf(context),
      place: url.origin,
      timeouts: context.timeouts,
    });
  }
}

/** Fails if bytes arrive too slowly while the consumer waits for them; a slow consumer does not matter. */
async function* withMinimumRate(
  body: AsyncIterable<Uint8Array>,
  context: DownloadContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { clock, timeouts } = context;
  let waitedMs = 0;
  let receivedBytes = 0;
  let askedMs = clock.now();
  for await (const chunk of body) {
    waitedMs += clock.now() - askedMs;
    receivedBytes += chunk.byteLength;
    if (waitedMs >= timeouts.slowMs) {
      if (receivedBytes < (waitedMs / 1_000) * MIN_BYTES_PER_SECOND) {
        throw tooSlow(context);
      }
      waitedMs = 0;
      receivedBytes = 0;
    }
    yield chunk;
    askedMs = clock.now();
  }
}

function tooSlow(context: DownloadContext): Failure {
  const found = `"${context.url.origin}" sends less than 1 KiB per second`;
  return limitFailure('slowMs', context.timeouts, { message: `Cannot ${actionOf(context)}: ${found}` });
}

async function readErrorText(answer: StreamedAnswer, context: DownloadContext): Promise<string> {
  // Only limited by the caller's deadline: a partial document says more than a timeout.
  const timeouts = { ...context.timeouts, slowMs: Number.POSITIVE_INFINITY };
  return await readBeginning(readBody(answer, { ...context, timeouts }), MAX_ERROR_BYTES);
}

/**
 * The validator of an object for If-Range (RFC 9110, 13.1.5): its strong entity tag, or, if it has no tag at all, a
 * strong date. Undefined if there is no strong validator.
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

/** True if the headers of a later response contain the same validator. */
export function isOfObject(headers: ReadonlyMap<string, string>, validator: string): boolean {
  return headers.get(isStrongTag(validator) ? 'etag' : 'last-modified') === validator;
}

function isStrongTag(text: string): boolean {
  return /^"[^"]*"$/.test(text);
}
