import { createHash } from 'node:crypto';
import type { CompletedPart, Part, S3Client } from '@aws-sdk/client-s3';
import { rangeFrom } from '../client/byte-ranges.ts';
import { isAbsent, isUnsupported, requireTag, statusOf, strangeAnswer } from './s3-failure.ts';

/** The module `@aws-sdk/client-s3`, which is loaded only when it is needed. */
export type Sdk = typeof import('@aws-sdk/client-s3');

/** Where an object is uploaded to. */
export interface UploadPlace {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly retry: Retry;
  readonly Bucket: string;
  readonly Key: string;
}

/** Makes a request, several times if necessary. Throws the errors of the SDK. */
export type Retry = <Result>(
  request: (how: { readonly abortSignal: AbortSignal }) => Promise<Result>,
) => Promise<Result>;

/** The limits of multipart uploads (https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html). */
const MAX_PARTS = 10_000;
const MIB = 1024 * 1024;

/** Objects up to this size are sent in one request; larger ones in parts of this size, or larger if there were too many. */
export const PART_BYTES = 8 * MIB;

/** Parts beyond this size are sent one at a time, so that memory stays limited. */
const LARGE_PART_BYTES = 48 * MIB;

/** The size of the parts of an object, in bytes. */
export function partBytesFor(sizeBytes: number): number {
  return Math.max(PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS / MIB) * MIB);
}

/** Uploads an object: nothing appears under its key until all of it has arrived. See `ObjectStore.write`. */
export async function uploadObject(
  place: UploadPlace,
  content: AsyncIterable<Uint8Array>,
  sizeBytes = 0,
): Promise<void> {
  const parts = toParts(content, partBytesFor(sizeBytes));
  const first = await parts.next();
  const second = first.done === true ? first : await parts.next();
  if (second.done === true) {
    await putWhole(place, first.done === true ? new Uint8Array() : first.value);
  } else {
    await uploadParts(place, join([first.value as Uint8Array, second.value], parts), sizeBytes);
  }
}

/** Cuts a stream into parts of the same size, except the last one. */
async function* toParts(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (length + rest.length >= partBytes) {
      const taken = partBytes - length;
      yield Buffer.concat([...chunks, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      chunks = [];
      length = 0;
    }
    if (rest.length > 0) {
      chunks.push(rest);
      length += rest.length;
    }
  }
  if (length > 0) {
    yield Buffer.concat(chunks);
  }
}

async function* join(
  first: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield* first;
  yield* rest;
}

/**
 * Writes an object if there is none, or if the present one has the ETag `former`
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html). The answer is 412 if that is not so, and
 * may be 409 if another write of the same object is in progress. If an answer was lost and the request repeated, what exists
 * may be what was sent: so the same content is never sent twice to learn whether it exists.
 */
export async function createWhole(
  place: UploadPlace,
  Body: Uint8Array,
  former?: string,
): Promise<'created' | 'exists' | 'unsupported'> {
  const { sdk, client, retry, Bucket, Key } = place;
  const ContentMD5 = md5Of(Body).toString('base64');
  const condition = former === undefined ? { IfNoneMatch: '*' } : { IfMatch: former };
  const command = new sdk.PutObjectCommand({ Bucket, Key, Body, ContentMD5, ...condition });
  let requests = 0;
  try {
    requireTag(
      await retry(async (how) => {
        requests += 1;
        return await client.send(command, how);
      }),
    );
    return 'created';
  } catch (error) {
    const status = statusOf(error);
    // A present one that was to be replaced may be gone (404).
    if (status === 412 || status === 409 || (former !== undefined && isAbsent(error))) {
      const sent = [{ md5: md5Of(Body), sizeBytes: Body.length }];
      return requests > 1 && (await holdsContent(place, sent)) ? 'created' : 'exists';
    }
    if (isUnsupported(error)) {
      return 'unsupported';
    }
    throw error;
  }
}

async function putWhole({ sdk, client, retry, Bucket, Key }: UploadPlace, Body: Uint8Array): Promise<void> {
  const command = new sdk.PutObjectCommand({ Bucket, Key, Body, ContentMD5: md5Of(Body).toString('base64') });
  requireTag(await retry((how) => client.send(command, how)));
}

async function uploadParts(
  place: UploadPlace,
  parts: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<void> {
  const { sdk, client, retry, Bucket, Key } = place;
  const former = await findUpload(place);
  const UploadId = former?.UploadId ?? (await beginUpload(place));
  const Parts: CompletedPart[] = [];
  const pieces: Piece[] = [];
  const inProgress = new Set<Promise<void>>();
  const atATime = partBytesFor(sizeBytes) > LARGE_PART_BYTES ? 1 : 2;
  const send = async (PartNumber: number, Body: Uint8Array) => {
    const md5 = md5Of(Body);
    pieces[PartNumber - 1] = { md5, sizeBytes: Body.length };
    const there = former?.parts.get(PartNumber);
    if (there?.ETag === `"${md5.toString('hex')}"` && there.Size === Body.length) {
      Parts.push({ PartNumber, ETag: there.ETag });
      return;
    }
    const ContentMD5 = md5.toString('base64');
    const part = { Bucket, Key, UploadId, PartNumber, Body, ContentMD5 };
    const { ETag } = requireTag(await retry((how) => client.send(new sdk.UploadPartCommand(part), how)));
    Parts.push({ PartNumber, ETag });
  };
  try {
    let number = 0;
    for await (const part of parts) {
      number += 1;
      const sending = send(number, part).finally(() => inProgress.delete(sending));
      inProgress.add(sending);
      if (inProgress.size >= atATime) {
        await Promise.race(inProgress);
      }
    }
    await Promise.all(inProgress);
  } catch (error) {
    await Promise.allSettled(inProgress); // Their parts remain: the next upload of the same content continues.
    throw error;
  }
  const MultipartUpload = { Parts: Parts.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0)) };
  const command = new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload });
  try {
    const made = await retry((how) => client.send(command, how));
    if ((made.ETag ?? made.Key ?? made.Location) === undefined) {
      throw strangeAnswer('it does not say that it has put an upload together');
    }
  } catch (error) {
    // If the answer was lost, the upload is over: then the object is there.
    if (!isAbsent(error) || !(await holdsContent(place, pieces))) {
      throw error;
    }
  }
}

async function beginUpload({ sdk, client, retry, Bucket, Key }: UploadPlace): Promise<string> {
  const command = new sdk.CreateMultipartUploadCommand({ Bucket, Key });
  const { UploadId } = await retry((how) => client.send(command, how));
  if (UploadId === undefined) {
    throw strangeAnswer('it does not name the upload that it begins');
  }
  return UploadId;
}

/** A piece of what was sent, in order. */
interface Piece {
  readonly md5: Buffer;
  readonly sizeBytes: number;
}

/**
 * Whether the object is what was sent, after an answer was lost. ETags need not be digests (encryption with keys of a
 * service, for one), so it is read again, which is rare enough.
 */
async function holdsContent(
  { sdk, client, retry, Bucket, Key }: UploadPlace,
  pieces: readonly Piece[],
): Promise<boolean> {
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0);
  try {
    const head = new sdk.HeadObjectCommand({ Bucket, Key });
    const { ContentLength, ETag: IfMatch } = requireTag(await retry((how) => client.send(head, how)));
    if (ContentLength !== sizeBytes) {
      return false;
    }
    let at = 0;
    for (const piece of pieces.filter((one) => one.sizeBytes > 0)) {
      const Range = rangeFrom(at, at + piece.sizeBytes - 1);
      const get = new sdk.GetObjectCommand({ Bucket, Key, Range, IfMatch });
      const bytes = await retry(
        async (how) => await (await client.send(get, how)).Body?.transformToByteArray(),
      );
      if (bytes === undefined || !md5Of(bytes).equals(piece.md5)) {
        return false;
      }
      at += piece.sizeBytes;
    }
    return true;
  } catch (error) {
    // It is gone, or others have replaced it meanwhile.
    if (statusOf(error) === 404 || statusOf(error) === 412) {
      return false;
    }
    throw error;
  }
}

interface FormerUpload {
  readonly UploadId: string;
  readonly parts: ReadonlyMap<number, Part>;
}

/** The upload of this object that was interrupted, if the server can list it. */
async function findUpload({
  sdk,
  client,
  retry,
  Bucket,
  Key,
}: UploadPlace): Promise<FormerUpload | undefined> {
  try {
    const list = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: Key });
    const { Uploads = [] } = await retry((how) => client.send(list, how));
    const UploadId = Uploads.findLast((upload) => upload.Key === Key)?.UploadId;
    if (UploadId === undefined) {
      return undefined;
    }
    const parts = new Map<number, Part>();
    let PartNumberMarker: string | undefined;
    do {
      const pageOf = new sdk.ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker });
      const page = await retry((how) => client.send(pageOf, how));
      for (const part of page.Parts ?? []) {
        parts.set(part.PartNumber ?? 0, part);
      }
      PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (PartNumberMarker !== undefined);
    return { UploadId, parts };
  } catch (error) {
    if (!isAbsent(error) && !isUnsupported(error)) {
      throw error;
    }
    return undefined;
  }
}

function md5Of(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest();
}
