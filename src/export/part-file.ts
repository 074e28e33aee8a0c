import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject, partPathOf, publishFile, systemErrorCode, writeWholeFile } from '../base/index.ts';

/** What must not change between two attempts for the bytes on disk to be of use. */
export interface RemoteObject {
  readonly migrationId: number;
  /** Strong validator (RFC 9110, 8.8.1): the same bytes as long as it is the same text. */
  readonly etag: string;
  readonly totalBytes: number;
}

const HASH_READ_BYTES = 1024 * 1024;

/**
 * An archive that is still growing: `PATH.part` with its bytes, and `PATH.part.json` with what object they are of,
 * so that a later run can go on. The digest grows along.
 */
export class PartFile {
  readonly path: string;
  readonly #finalPath: string;
  readonly #notePath: string;
  readonly #file: FileHandle;
  #hash: Hash = createHash('sha256');
  #sizeBytes = 0;
  #object: RemoteObject | undefined;

  constructor(finalPath: string, file: FileHandle) {
    this.path = partPathOf(finalPath);
    this.#finalPath = finalPath;
    this.#notePath = notePathOf(finalPath);
    this.#file = file;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The object that the bytes are of; undefined where nothing that could be resumed is there. */
  get object(): RemoteObject | undefined {
    return this.#object;
  }

  get isWhole(): boolean {
    return this.#object !== undefined && this.#sizeBytes === this.#object.totalBytes;
  }

  /** SHA-256 of the bytes so far, in hexadecimal. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Takes over the bytes of an earlier run: reads them once, so that the digest covers them too. */
  async resume(object: RemoteObject): Promise<void> {
    const buffer = Buffer.alloc(HASH_READ_BYTES);
    for (;;) {
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.byteLength, this.#sizeBytes);
      if (bytesRead === 0) {
        break;
      }
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#sizeBytes += bytesRead;
    }
    this.#object = object;
  }

  /** Throws all bytes away and notes what the next ones are of (nothing that can be resumed: undefined). */
  async restart(object: RemoteObject | undefined): Promise<void> {
    const { size } = await this.#file.stat();
    if (size > 0) {
      await this.#file.truncate(0);
      // The empty file must reach the disk before the note does, or old bytes could pass for new ones.
      await this.#file.sync();
    }
    this.#hash = createHash('sha256');
    this.#sizeBytes = 0;
    this.#object = object;
    if (object === undefined) {
      await rm(this.#notePath, { force: true });
    } else {
      await writeWholeFile(this.#notePath, `${JSON.stringify(object)}\n`);
    }
  }

  async append(chunk: Uint8Array): Promise<void> {
    let written = 0;
    while (written < chunk.byteLength) {
      const rest = chunk.subarray(written);
      const { bytesWritten } = await this.#file.write(rest, 0, rest.byteLength, this.#sizeBytes + written);
      written += bytesWritten;
    }
    this.#hash.update(chunk);
    this.#sizeBytes += chunk.byteLength;
  }

  /** Brings the bytes to the disk. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  /** Gives the file its final name. The note goes first: without it a part file is worth nothing to anybody. */
  async publish(): Promise<void> {
    await rm(this.#notePath, { force: true });
    await publishFile(this.path, this.#finalPath);
  }

  /** Removes both files. */
  async discard(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(this.#notePath, { force: true });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Opens what an earlier attempt for this migration left, or an empty file. */
export async function openPartFile(finalPath: string, migrationId: number): Promise<PartFile> {
  await mkdir(dirname(finalPath), { recursive: true });
  const file = await open(partPathOf(finalPath), constants.O_RDWR | constants.O_CREAT, 0o600);
  const part = new PartFile(finalPath, file);
  try {
    const object = await readNote(notePathOf(finalPath));
    const { size } = await file.stat();
    if (object?.migrationId === migrationId && size > 0 && size <= object.totalBytes) {
      await part.resume(object);
    } else if (size > 0 || object !== undefined) {
      await part.restart(undefined);
    }
    return part;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function notePathOf(finalPath: string): string {
  return `${partPathOf(finalPath)}.json`;
}

/** A note that is missing or makes no sense is no note: the download begins again. */
async function readNote(path: string): Promise<RemoteObject | undefined> {
  let note: unknown;
  try {
    note = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  if (!isJsonObject(note)) {
    return undefined;
  }
  const { migrationId, etag, totalBytes } = note;
  return typeof migrationId === 'number' && typeof etag === 'string' && typeof totalBytes === 'number'
    ? { migrationId, etag, totalBytes }
    : undefined;
}
