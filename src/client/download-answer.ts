import { createRedactor } from '../base/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { parseContentRange } from './content-range.ts';
import { type KnownSecrets, queryValues } from './known-secrets.ts';
import { isOfObject, objectValidator } from './object-validator.ts';
import type { StreamedAnswer } from './open-stream.ts';
import { redactUrl } from './redaction.ts';
import { isExpiredLink, storageFailure } from './storage-failure.ts';

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
}

/** Makes sense of what the storage answered; throws what no caller can go on from. */
export async function readDownloadAnswer(
  answer: StreamedAnswer,
  context: DownloadContext,
): Promise<DownloadAnswer> {
  const { status, headers } = answer;
  if (status === 200 || status === 206) {
    return toContent(answer, context);
  }
  const text = await readErrorText(answer, context);
  if (status === 416) {
    const range = parseContentRange(headers.get('content-range'));
    return { outcome: 'range-unsatisfiable', totalBytes: range?.totalBytes };
  }
  if (isExpiredLink(status, text)) {
    return { outcome: 'expired' };
  }
  throw storageFailure(status, safeText(text, context), redactUrl(context.url));
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
  { url, signal }: DownloadContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionFailure(error, { action: 'fetch the archive', place: url.origin });
  }
}

async function readErrorText(answer: StreamedAnswer, context: DownloadContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of readBody(answer, context)) {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= MAX_ERROR_BYTES) {
      break;
    }
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
