import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { Failure, fileFailure, messageOf } from '../base/index.ts';
import { HEAD_BYTES, judgeHead } from './judge-head.ts';

/** A tar or tar.gz, from a file or a stream. */
export interface PackedSource {
  readonly type: 'packed';
  /** What sentences call it: its path, or what the caller named the stream. */
  readonly name: string;
  readonly isGzip: boolean;
  /** Bytes of the file, or undefined where only the end of the stream tells. */
  readonly sizeBytes: number | undefined;
  /** The bytes from the start, until the signal ends them with an error. A stream can be opened once only. */
  open(signal?: AbortSignal): AsyncIterable<Buffer>;
}

/** A folder that holds what an archive held. */
export interface FolderSource {
  readonly type: 'folder';
  readonly name: string;
  readonly path: string;
}

/** Where an archive is read from. */
export type ArchiveSource = PackedSource | FolderSource;

/** Large reads keep the decompressor busy while records are parsed: twice as fast as the default of 64 KiB. */
const READ_BYTES = 256 * 1024;

/**
 * Opens a tar.gz, a tar, a pipe of either or an extracted folder, told apart by what is there, not by name.
 * Throws `absent`, `file-system` or `not-an-archive`.
 */
export async function openArchiveSource(path: string): Promise<ArchiveSource> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) {
      return { type: 'folder', name: path, path };
    }
    if (!stats.isFile()) {
      return await archiveSourceFromStream(createReadStream(path, { highWaterMark: READ_BYTES }), path);
    }
    const head = await readHead(path);
    return {
      type: 'packed',
      name: path,
      isGzip: judgeHead(head, { name: path, isAll: head.length < HEAD_BYTES }).isGzip,
      sizeBytes: stats.size,
      open: (signal) => fileChunks(path, signal),
    };
  } catch (error) {
    throw fileFailure(error, 'read the archive', path);
  }
}

/** Opens an archive that arrives as a stream, such as standard input. Throws `not-an-archive` or `file-system`. */
export async function archiveSourceFromStream(stream: Readable, name: string): Promise<ArchiveSource> {
  const chunks = streamChunks(stream, name);
  const first: Buffer[] = [];
  let firstBytes = 0;
  let isAll = false;
  while (firstBytes < HEAD_BYTES && !isAll) {
    const next = await chunks.next();
    if (next.done === true) {
      isAll = true;
    } else {
      first.push(next.value);
      firstBytes += next.value.length;
    }
  }
  const head = Buffer.concat(first);
  return {
    type: 'packed',
    name,
    isGzip: judgeHead(head, { name, isAll }).isGzip,
    sizeBytes: undefined,
    open(signal) {
      if (signal !== undefined) {
        addAbortSignal(signal, stream);
      }
      return joined(head, chunks);
    },
  };
}

async function* fileChunks(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer, void> {
  const stream = createReadStream(path, {
    highWaterMark: READ_BYTES,
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const chunk of stream) {
    yield chunk as Buffer; // No encoding is set.
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await file.read(head, filled, HEAD_BYTES - filled);
      filled += bytesRead;
      if (bytesRead === 0 || filled === HEAD_BYTES) {
        return head.subarray(0, filled);
      }
    }
  } finally {
    await file.close();
  }
}

async function* streamChunks(stream: Readable, name: string): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of stream) {
      yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    }
  } catch (error) {
    throw new Failure('file-system', `Cannot read the archive "${name}": ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function* joined(head: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  if (head.length > 0) {
    yield head;
  }
  yield* rest;
}
