import type {
  _Object,
  GetObjectCommandOutput,
  ListMultipartUploadsCommandOutput,
  ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { backoffMs, withRetries } from '../base/backoff.ts';
import { rangeFrom } from '../client/byte-ranges.ts';
import { createExchanges } from '../client/exchanges.ts';
import type { Network } from '../client/network.ts';
import { endpointOf, type ObjectLocation } from './object-location.ts';
import type { ObjectStore } from './object-store.ts';
import type { OpenObjectOptions } from './open-object-store.ts';
import {
  isAbsent,
  isUnsupported,
  mayPass,
  objectFailure,
  requireRemoval,
  requireTag,
  strangeAnswer,
} from './s3-failure.ts';
import { requestsOver } from './s3-requests.ts';
import { createWhole, type Retry, type Sdk, type UploadPlace, uploadObject } from './upload-object.ts';

interface S3Options extends OpenObjectOptions, ObjectLocation {
  readonly network?: Network;
}

/** Attempts for a request, and for a transfer that makes no progress. */
const MAX_ATTEMPTS = 6;

const RETRY_DELAYS = { firstMs: 200, maxMs: 20_000 };

/** A connection without any data for this long is broken. */
const IDLE_MS = 60_000;
const TIMEOUTS = { connectMs: IDLE_MS / 4, headersMs: IDLE_MS, stallMs: IDLE_MS };

/** Creates the store of a bucket. `sdk` is the module `@aws-sdk/client-s3`. */
export function createS3Store(sdk: Sdk, options: S3Options): ObjectStore {
  const { bucket: Bucket, prefix, env, network = {} } = options;
  const endpoint = endpointOf(env);
  const client = new sdk.S3Client({
    maxAttempts: 1, // Its own delays are not on our clock.
    // Names of buckets are only host names at AWS. Other servers rarely have a certificate for them.
    forcePathStyle: endpoint !== undefined,
    // Some servers do not know the checksums that the SDK adds by default; we send Content-MD5, which all of them check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: requestsOver(createExchanges(network, TIMEOUTS)),
    ...(endpoint === undefined ? { followRegionRedirects: true } : { endpoint }),
    ...(env['AWS_REGION'] === undefined && endpoint !== undefined ? { region: 'us-east-1' } : {}),
  });
  const name = `s3://${Bucket}/${prefix}`.replace(/\/$/, '');
  const place = { name, endpoint: endpoint ?? 'https://s3.amazonaws.com', proxies: network.proxies };
  const { signal, clock, random } = options;
  const pause = async (attempts: number) =>
    await clock.sleep(backoffMs(attempts, { ...RETRY_DELAYS, random }), signal);
  /** Repeats requests that may succeed later. */
  const retry: Retry = async (request) =>
    await withRetries(() => request({ abortSignal: signal }), {
      ...RETRY_DELAYS,
      clock,
      random,
      signal,
      maxAttempts: MAX_ATTEMPTS,
      mayPass,
    });
  const attempt = async <Result>(action: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw objectFailure(error, action, place);
    }
  };
  const keyOf = (key: string) => `${prefix}${key}`;
  return {
    name,
    async *list(under) {
      const pages = listPages(keyOf(under), (ContinuationToken) => {
        const command = new sdk.ListObjectsV2Command({ Bucket, Prefix: keyOf(under), ContinuationToken });
        return attempt('list', async () => checkPage(await retry((how) => client.send(command, how))));
      });
      try {
        for await (const { Key, Size = 0, ETag = '', LastModified } of pages) {
          const writtenAtMs = LastModified?.getTime() ?? 0;
          yield { key: Key.slice(prefix.length), sizeBytes: Size, version: ETag, writtenAtMs };
        }
      } catch (error) {
        throw objectFailure(error, 'list', place);
      }
    },
    async read(key) {
      const get = async (more: { readonly Range?: string; readonly IfMatch?: string }) =>
        await retry((how) =>
          client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(key), ...more }), how),
        ).then(requireTag);
      const first = await attempt('read', () => ifPresent(get({})));
      return first === undefined ? undefined : readResumably(first, get, { signal, pause, attempt });
    },
    write: async (key, content, sizeBytes) =>
      await attempt('write to', () =>
        uploadObject({ sdk, client, retry, Bucket, Key: keyOf(key) }, content, sizeBytes),
      ),
    async create(key, text, former) {
      const place = { sdk, client, retry, Bucket, Key: keyOf(key) };
      return await attempt('write to', () => createWhole(place, Buffer.from(text), former));
    },
    async remove(key) {
      const command = new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(key) });
      await attempt('remove from', () =>
        ifPresent(retry(async (how) => requireRemoval(await client.send(command, how)))),
      );
    },
    async removeUnfinished(isOwn) {
      const isOurs = (key: string) => key.startsWith(prefix) && isOwn(key.slice(prefix.length));
      await attempt('list the uploads in', () =>
        abortUploads({ sdk, client, retry }, { Bucket, Prefix: prefix, isOurs }),
      );
    },
    close: () => client.destroy(),
  };
}

async function ifPresent<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!isAbsent(error)) {
      throw error;
    }
    return undefined;
  }
}

interface Retrying {
  readonly signal: AbortSignal;
  readonly pause: (attempts: number) => Promise<void>;
  readonly attempt: <Result>(action: string, work: () => Promise<Result>) => Promise<Result>;
}

/** The content of an object. A transfer that is interrupted, or ends too early, continues where it ended. */
async function* readResumably(
  first: GetObjectCommandOutput,
  get: (more: { readonly Range: string; readonly IfMatch?: string }) => Promise<GetObjectCommandOutput>,
  { signal, pause, attempt }: Retrying,
): AsyncGenerator<Uint8Array, void> {
  const { ContentLength: totalBytes = 0, ETag } = first;
  let answer = first;
  let doneBytes = 0;
  for (let failures = 0; ; failures += 1) {
    const before = doneBytes;
    const broken: unknown[] = [];
    try {
      // A server that ignores the range sends the object again from its beginning.
      let skippedBytes = answer === first || answer.ContentRange !== undefined ? 0 : doneBytes;
      for await (const chunk of answer.Body as AsyncIterable<Uint8Array>) {
        const rest = chunk.subarray(skippedBytes);
        skippedBytes -= chunk.length - rest.length;
        doneBytes += rest.length;
        yield rest;
      }
    } catch (error) {
      signal.throwIfAborted();
      broken.push(error);
    }
    if (doneBytes >= totalBytes && broken.length === 0) {
      return;
    }
    failures = doneBytes > before ? 0 : failures;
    const [error = new Error('the answer ended too early')] = broken;
    if (failures >= MAX_ATTEMPTS || !(broken.length === 0 || mayPass(error))) {
      await attempt('read', async () => await Promise.reject(error));
    }
    await pause(failures + 1);
    const more = { Range: rangeFrom(doneBytes), ...(ETag === undefined ? {} : { IfMatch: ETag }) };
    answer = await attempt('read', () => get(more));
  }
}

/** Aborts uploads below a prefix: their parts cost as much as objects, and no listing shows them. */
async function abortUploads(
  { sdk, client, retry }: Pick<UploadPlace, 'sdk' | 'client' | 'retry'>,
  { Bucket, Prefix, isOurs }: AbortedUploads,
): Promise<void> {
  try {
    for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined; ; ) {
      const list = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker });
      const page: ListMultipartUploadsCommandOutput = await retry((how) => client.send(list, how));
      for (const { Key = '', UploadId } of page.Uploads ?? []) {
        if (isOurs(Key)) {
          const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
          await ifPresent(retry(async (how) => requireRemoval(await client.send(abort, how))));
        }
      }
      const { NextKeyMarker, NextUploadIdMarker } = page;
      const isRepeated = NextKeyMarker === KeyMarker && NextUploadIdMarker === UploadIdMarker;
      if (page.IsTruncated !== true || isRepeated) {
        return;
      }
      KeyMarker = NextKeyMarker;
      UploadIdMarker = NextUploadIdMarker;
    }
  } catch (error) {
    if (!isUnsupported(error)) {
      throw error;
    }
  }
}

interface AbortedUploads {
  readonly Bucket: string;
  readonly Prefix: string;
  readonly isOurs: (key: string) => boolean;
}

type Page = Pick<ListObjectsV2CommandOutput, 'Contents' | 'IsTruncated' | 'NextContinuationToken'>;

/** Pages in a row without a new key, as long rows of deleted versions cause them; more are a loop. */
const MAX_EMPTY_PAGES = 1_000;

/** Refuses what is not a listing: a page of a portal, read as XML, would be an empty one. */
function checkPage(page: Page): Page {
  if (page.IsTruncated === undefined) {
    throw strangeAnswer('it answers to the request for a listing with something else');
  }
  if (page.IsTruncated && (page.NextContinuationToken ?? '') === '') {
    throw strangeAnswer('its listing is incomplete, and does not say how to continue');
  }
  return page;
}

/**
 * All objects of a listing, each once. What is not listed counts as absent, and is restored, forgotten or written again: so a
 * listing that does not end, or that is not of the prefix, is an error.
 */
async function* listPages(
  prefix: string,
  readPage: (token: string | undefined) => Promise<Page>,
): AsyncGenerator<_Object & { readonly Key: string }, void> {
  const keys = new Set<string>();
  const tokens = new Set<string>();
  let emptyPages = 0;
  for (let token: string | undefined; ; ) {
    const page = await readPage(token);
    const before = keys.size;
    for (const object of page.Contents ?? []) {
      const { Key } = object;
      if (Key === undefined || !Key.startsWith(prefix)) {
        throw strangeAnswer('its listing has keys that were not asked for');
      }
      if (!keys.has(Key)) {
        keys.add(Key);
        yield { ...object, Key };
      }
    }
    if (page.IsTruncated !== true) {
      return;
    }
    token = page.NextContinuationToken ?? '';
    emptyPages = keys.size === before ? emptyPages + 1 : 0;
    if (tokens.has(token) || emptyPages > MAX_EMPTY_PAGES) {
      throw strangeAnswer('its listing does not end');
    }
    tokens.add(token);
  }
}
