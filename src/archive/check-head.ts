import { constants, gunzipSync } from 'node:zlib';
import { SQLITE_MAGIC } from '../base/read-pieces.ts';
import { Failure } from '../model/failure.ts';
import { loadTar } from './load-tar.ts';

/** The number of bytes that are examined to detect an archive. */
export const HEAD_BYTES = 64 * 1024;

const BLOCK_BYTES = 512;

/** The maximum unpacked size of a head: gzip reaches a ratio of about 1,032. */
const MAX_UNPACKED_HEAD_BYTES = 1040 * HEAD_BYTES;

/** The part of it that is searched for a tar header. */
const MAX_JUDGED_BYTES = 1024 * 1024;

const UNPACK = 'Unpack it, and name the resulting tar or folder';

/** Files that users pass by mistake, by their first bytes. */
const MISTAKEN_HEADS: readonly {
  readonly magic: string;
  readonly found: string;
  /** How to make an archive of it, if possible. */
  readonly hint?: string;
}[] = [
  { magic: 'PK\u0003\u0004', found: 'a zip file', hint: UNPACK },
  { magic: '(\u00b5/\u00fd', found: 'data compressed with zstd', hint: UNPACK },
  { magic: '\u00fd7zXZ', found: 'data compressed with xz', hint: UNPACK },
  { magic: 'BZh', found: 'data compressed with bzip2', hint: UNPACK },
  { magic: SQLITE_MAGIC, found: 'a SQLite database' },
  { magic: '<?xml', found: 'an XML document, perhaps an error message from the storage service' },
  { magic: '<', found: 'a web page or XML document' },
  { magic: '{', found: 'a JSON document' },
];

interface HeadPlace {
  readonly name: string;
  readonly isAll: boolean;
  readonly isStream?: boolean;
}

/**
 * Detects from the first bytes whether a file is a tar.gz or a tar. `isAll` means that no more bytes follow.
 * Throws `not-an-archive`. The damaged head of a gzip is accepted, because reading it will report the damage.
 */
export function checkHead(
  head: Buffer,
  { name, isAll, isStream = false }: HeadPlace,
): { readonly isGzip: boolean } {
  if (head.length === 0) {
    throw notAnArchive(name, isStream ? 'the stream is empty, or was read before' : 'the file is empty');
  }
  if (head[0] === 0x1f && head[1] === 0x8b) {
    checkGzip(head, name, isAll);
    return { isGzip: true };
  }
  if (!holdsTarHeader(head)) {
    const start = head.toString('latin1', 0, 64).trimStart();
    const mistaken = MISTAKEN_HEADS.find(({ magic }) => start.startsWith(magic));
    throw notAnArchive(name, `found ${mistaken?.found ?? 'neither gzip nor tar'}`, mistaken?.hint);
  }
  return { isGzip: false };
}

function checkGzip(head: Buffer, name: string, isAll: boolean): void {
  const unpacked = unpackHead(head, constants.Z_SYNC_FLUSH);
  if (unpacked === undefined) {
    return;
  }
  const isCutShort =
    unpacked.length < BLOCK_BYTES && !(isAll && unpackHead(head, constants.Z_FINISH) !== undefined);
  if (!isCutShort && !holdsTarHeader(unpacked)) {
    throw notAnArchive(name, 'the gzip does not contain a tar');
  }
}

/** Unpacks a head; undefined if it is damaged or, with `Z_FINISH`, incomplete. */
function unpackHead(head: Buffer, finishFlush: number): Buffer | undefined {
  try {
    return gunzipSync(head, { finishFlush, maxOutputLength: MAX_UNPACKED_HEAD_BYTES });
  } catch {
    return undefined;
  }
}

/** True if any of the first blocks is a tar header, since the very first may be damaged. */
function holdsTarHeader(bytes: Buffer): boolean {
  const { Header } = loadTar('header');
  const end = Math.min(bytes.length, MAX_JUDGED_BYTES);
  for (let at = 0; at + BLOCK_BYTES <= end; at += BLOCK_BYTES) {
    if (isTarHeader(() => new Header(bytes, at))) {
      return true;
    }
  }
  return false;
}

function isTarHeader(read: () => { readonly cksumValid: boolean }): boolean {
  try {
    return read().cksumValid;
  } catch {
    return false; // A number field with an invalid encoding.
  }
}

function notAnArchive(name: string, found: string, hint?: string): Failure {
  const options = hint === undefined ? {} : { hint };
  return new Failure('not-an-archive', `Cannot read the archive "${name}": ${found}`, options);
}

/** The first bytes of a stream. */
export interface StreamHead {
  readonly head: Buffer;
  /** True if the stream has no more bytes. */
  readonly isAll: boolean;
}

/** Reads the head of a stream. */
export async function takeHead(chunks: AsyncGenerator<Buffer, void>): Promise<StreamHead> {
  const first: Buffer[] = [];
  let firstBytes = 0;
  while (firstBytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) {
      return { head: Buffer.concat(first), isAll: true };
    }
    first.push(next.value);
    firstBytes += next.value.length;
  }
  return { head: Buffer.concat(first), isAll: false };
}

/** Yields the head, then the rest of the stream. */
export async function* joined(
  head: Buffer,
  rest: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer, void> {
  if (head.length > 0) {
    yield head;
  }
  yield* rest;
}
