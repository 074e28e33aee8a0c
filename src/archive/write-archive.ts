import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fileFailure } from '../base/file-failure.ts';
import { makeFolder } from '../base/make-folder.ts';
import { publishFile } from '../base/whole-file.ts';
import { openWorkplace } from '../base/workplace.ts';
import { Failure } from '../model/failure.ts';
import type { ArchiveFile } from './write/tar-blocks.ts';
import { tarBlocks } from './write/tar-blocks.ts';

interface WriteArchiveOptions {
  /** Its final path; an existing file is replaced once the new one is complete. */
  readonly path: string;
  readonly files: Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>;
  /** The time of all entries, in milliseconds since the epoch. */
  readonly modifiedAtMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A written archive. */
export interface WrittenArchive {
  readonly sizeBytes: number;
  /** SHA-256 of the file, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly entryCount: number;
}

/**
 * Writes a tar.gz, one file after another and in bounded memory. Fails with `disk-full` or `file-system`, or with the
 * signal's reason, and then leaves nothing behind.
 */
export async function writeArchive(options: WriteArchiveOptions): Promise<WrittenArchive> {
  const { path, files, modifiedAtMs, signal } = options;
  const digest = createHash('sha256');
  let sizeBytes = 0;
  let entryCount = 0;

  async function* counted(): AsyncGenerator<ArchiveFile, void> {
    for await (const file of files) {
      entryCount += 1;
      yield file;
    }
  }

  async function* digested(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of packed) {
      digest.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  }

  async function write(partPath: string): Promise<void> {
    // Archives contain private data: only their owner may read them. A stream that opens its file itself may do so after
    // the content has failed and the folder is being removed.
    const file = await open(partPath, 'w', 0o600);
    const target = file.createWriteStream();
    await pipeline(Readable.from(tarBlocks(counted(), modifiedAtMs)), createGzip(), digested, target, {
      ...(signal === undefined ? {} : { signal }),
    });
    await publishFile(partPath, path);
  }

  try {
    await makeFolder(dirname(path));
    const workplace = await openWorkplace(dirname(path), '.satchel-');
    try {
      await write(join(workplace.path, 'archive'));
    } finally {
      await workplace.close();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw fileFailure(error, 'write the archive', path);
  }
  return { sizeBytes, sha256: digest.digest('hex'), entryCount };
}

/** Fails with `exists` if a file is where an archive is to be written, unless it may be replaced. */
export function requireFreePath(path: string, isForced: boolean): void {
  if (!isForced && existsSync(path)) {
    throw new Failure('exists', `Cannot write the archive "${path}": it exists already`, {
      details: { path },
      hint: 'Name another file',
      commandHint: 'Name another file, or replace it with --force',
    });
  }
}
