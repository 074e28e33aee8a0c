import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileFailure } from './file-failure.ts';

/** Larger pieces are not read faster. */
const PIECE_BYTES = 1024 * 1024;

/** Node.js allocates several buffers of less than 4 KiB at once. */
const SMALL_BYTES = 4_095;

/**
 * Reads a file in pieces of at most 1 MiB. They share one buffer, so each is valid until the next one is requested: with
 * a buffer for each, V8 13 would let a hundred of them pile up before it frees any. Throws the system's errors.
 */
export async function* readPieces(path: string, signal?: AbortSignal): AsyncGenerator<Buffer, void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(size, SMALL_BYTES)));
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) {
        return;
      }
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** SHA-256 of a file in lower-case hexadecimal. Fails with `file-system`. */
export async function digestOfFile(
  path: string,
  signal?: AbortSignal,
  onProgress?: (doneBytes: number) => void,
): Promise<string> {
  const digest = createHash('sha256');
  let doneBytes = 0;
  try {
    for await (const piece of readPieces(path, signal)) {
      digest.update(piece);
      doneBytes += piece.length;
      onProgress?.(doneBytes);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw fileFailure(error, 'read', path);
  }
  return digest.digest('hex');
}

/** The first bytes of every SQLite database (sqlite.org/fileformat.html, section 1.3). */
export const SQLITE_MAGIC = 'SQLite format 3\0';
