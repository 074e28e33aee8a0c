import { createReadStream, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BaseFailure, systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { untilAborted } from '../base/signals.ts';
import { SYSTEM_ERRORS } from '../base/system-errors.table.ts';
import { Failure, messageOf } from '../model/failure.ts';
import { VAULT_MARKER_NAME } from '../model/vault-marker-name.ts';
import { checkHead, HEAD_BYTES, joined, takeHead } from './check-head.ts';
import { type Decrypt, isEncrypted, openEncrypted } from './encrypted-source.ts';
import type { PackedSource } from './read-packed.ts';

/** A folder with the files of an extracted archive. */
export interface FolderSource {
  readonly type: 'folder';
  readonly name: string;
  readonly path: string;
}

/** The source of an archive. */
export type ArchiveSource = PackedSource | FolderSource;

/** Large reads keep the decompressor busy while records are parsed: twice as fast as the default of 64 KiB. */
const READ_BYTES = 256 * 1024;

/** Options for opening an archive. */
export interface OpenSourceOptions {
  /** Decrypts archives that were encrypted with age; without it, they are rejected (`key-missing`). */
  readonly decrypt?: Decrypt | undefined;
}

/** The same with a signal that ends what is read to open it: the first bytes of a stream. */
type Opening = OpenSourceOptions & { readonly signal?: AbortSignal | undefined };

/**
 * Opens a tar.gz, a tar, a pipe with one of them, or an extracted folder. The type is detected by content, not by name,
 * and files may be encrypted. Throws `absent`, `file-system`, `not-an-archive`, `key-missing`, or `usage` for a vault.
 */
export async function openArchiveSource(path: string, options: Opening = {}): Promise<ArchiveSource> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) {
      requireNoVault(path);
      return { type: 'folder', name: path, path };
    }
    if (!stats.isFile()) {
      const stream = createReadStream(path, { highWaterMark: READ_BYTES });
      return await archiveSourceFromStream(stream, path, options);
    }
    const head = await readHead(path);
    if (isEncrypted(head)) {
      const open = (signal?: AbortSignal) => fileChunks(path, signal);
      return await openEncrypted({ name: path, encryptedBytes: stats.size, open }, options);
    }
    return {
      type: 'packed',
      name: path,
      isGzip: checkHead(head, { name: path, isAll: head.length < HEAD_BYTES }).isGzip,
      sizeBytes: stats.size,
      open: (signal) => fileChunks(path, signal),
    };
  } catch (error) {
    throw fileFailure(error, 'read the archive', path);
  }
}

/** A vault is many archives: which of them is meant, or whether its store is, only the person who named it knows. */
function requireNoVault(path: string): void {
  if (existsSync(join(path, VAULT_MARKER_NAME))) {
    const [archive, store] = [join(path, 'archives', 'NAME'), join(path, 'store.db')];
    throw new Failure('usage', `Cannot read "${path}" as an archive: it is a vault`, {
      hint: `Name one of its archives, "${archive}", or its store, "${store}", where a store is accepted; check() of the vault verifies all archives`,
      commandHint: `Name one of its archives, "${archive}" ("satchel vault list" lists them), or its store, "${store}", where a store is accepted; "satchel vault check" verifies all archives of a vault`,
    });
  }
}

/** Opens an archive from a stream, such as standard input. Throws `not-an-archive`, `stream-failed`, `key-missing`, or `usage` if it was read before. */
export async function archiveSourceFromStream(
  stream: AsyncIterable<Uint8Array | string>,
  name: string,
  options: Opening = {},
): Promise<ArchiveSource> {
  const readAgain = () =>
    new Failure('usage', `Cannot read the archive "${name}" again: it is a stream, which can be read once`, {
      hint: 'Open a new stream, or write it to a file first',
    });
  if (stream instanceof Readable && stream.errored === null && (stream.readableEnded || stream.destroyed)) {
    throw readAgain();
  }
  let stop = options.signal;
  const chunks = streamChunks(stream, name, () => stop);
  const { head, isAll } = await takeHead(chunks);
  let isRead = false;
  const open = (signal?: AbortSignal) => {
    if (isRead) {
      throw readAgain();
    }
    isRead = true;
    stop = signal ?? stop;
    return joined(head, chunks);
  };
  return isEncrypted(head)
    ? await openEncrypted({ name, encryptedBytes: undefined, open }, options)
    : {
        type: 'packed',
        name,
        isGzip: checkHead(head, { name, isAll, isStream: true }).isGzip,
        sizeBytes: undefined,
        open,
      };
}

async function* fileChunks(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer, void> {
  const stream = createReadStream(path, {
    highWaterMark: READ_BYTES,
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const chunk of stream) {
    yield chunk as Buffer; // A Buffer, since no encoding is set.
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

/** The chunks of a stream. The signal ends the wait for the next one, which a stalled stream may never have. */
async function* streamChunks(
  stream: AsyncIterable<Uint8Array | string>,
  name: string,
  signal: () => AbortSignal | undefined,
): AsyncGenerator<Buffer, void> {
  const source = stream[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await untilAborted(source.next(), signal());
      if (done === true) {
        isOver = true;
        return;
      }
      yield Buffer.isBuffer(value) ? value : Buffer.from(value); // A text, or another array of bytes.
    }
  } catch (error) {
    signal()?.throwIfAborted();
    throw streamFailure(error, name);
  } finally {
    if (!isOver) {
      endStream(stream, source);
    }
  }
}

/** An error of a stream, which may be that of a program: its failures keep their code, and those of the system get theirs. */
function streamFailure(error: unknown, name: string): unknown {
  const isOfSystem = SYSTEM_ERRORS[systemErrorCode(error) ?? ''] !== undefined;
  const failure = isOfSystem ? fileFailure(error, 'read the archive', name) : error;
  return failure instanceof BaseFailure
    ? failure
    : new Failure('stream-failed', `Cannot read the archive "${name}": ${messageOf(error)}`, {
        cause: error,
      });
}

/** Nothing waits for the end of a stream that has stalled, and its errors no longer matter. */
function endStream(stream: unknown, source: AsyncIterator<unknown>): void {
  if (stream instanceof Readable) {
    stream.destroy();
  }
  Promise.resolve(source.return?.()).catch(() => undefined);
}
