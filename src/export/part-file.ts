import { createHash, type Hash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Disk, DiskFile } from '../base/disk.ts';
import { partPathOf, publishFile, writeWholeFile } from '../base/whole-file.ts';
import type { MigrationId } from '../model/migrations.ts';
import { type Checkpoint, notePathOf, type PartNote, type RemoteObject, readNote } from './part-note.ts';

const HASH_READ_BYTES = 1024 * 1024;

/** The distance between checkpoints: a power cut costs at most this much. */
export const CHECKPOINT_BYTES = 64 * 1024 * 1024;

/**
 * An unfinished download: `PATH.part` contains the bytes, and `PATH.part.json` identifies the object that they belong
 * to, so that a later run can resume. The digest is computed on the way.
 */
export class PartFile {
  readonly path: string;
  readonly #finalPath: string;
  readonly #file: DiskFile;
  readonly #disk: Disk;
  #hash: Hash = createHash('sha256');
  #sizeBytes = 0;
  #object: RemoteObject | undefined;
  /** How many bytes are certainly on the disk. */
  #checkedBytes = 0;
  /** The last checkpoint of the previous run, with the hash state. */
  #trusted: { readonly sizeBytes: number; readonly hash: Hash } | undefined;

  constructor(finalPath: string, file: DiskFile, disk: Disk) {
    this.path = partPathOf(finalPath);
    this.#finalPath = finalPath;
    this.#file = file;
    this.#disk = disk;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The object that the bytes belong to; undefined if they cannot be resumed. */
  get object(): RemoteObject | undefined {
    return this.#object;
  }

  get isWhole(): boolean {
    return this.#object !== undefined && this.#sizeBytes === this.#object.totalBytes;
  }

  /** Bytes since the last checkpoint. */
  get uncheckedBytes(): number {
    return this.#sizeBytes - this.#checkedBytes;
  }

  /** SHA-256 of the bytes so far, in hexadecimal. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /**
   * Continues with the bytes of an earlier run, which are read once for the digest. False if they do not match the
   * checkpoint: a power cut or a bad disk damaged them.
   */
  async resume({ checkpoint, ...object }: PartNote): Promise<boolean> {
    const buffer = Buffer.alloc(HASH_READ_BYTES);
    for (;;) {
      const wanted = Math.min(buffer.byteLength, (checkpoint?.sizeBytes ?? Infinity) - this.#sizeBytes);
      const isBefore = checkpoint !== undefined && wanted > 0;
      const chunk = isBefore ? buffer.subarray(0, wanted) : buffer;
      const count = await this.#file.read(chunk, this.#sizeBytes);
      if (count === 0) {
        break;
      }
      this.#hash.update(chunk.subarray(0, count));
      this.#sizeBytes += count;
      if (this.#sizeBytes === checkpoint?.sizeBytes) {
        if (this.digest() !== checkpoint.sha256) {
          return false;
        }
        this.#checkedBytes = this.#sizeBytes;
        this.#trusted = { sizeBytes: this.#sizeBytes, hash: this.#hash.copy() };
      }
    }
    this.#object = object;
    return this.#sizeBytes >= (checkpoint?.sizeBytes ?? 0);
  }

  /** Discards all bytes, and records the object of the next ones (undefined if they cannot be resumed). */
  async restart(object: RemoteObject | undefined): Promise<void> {
    if ((await this.#file.sizeBytes()) > 0) {
      await this.#file.truncate(0);
      // The truncation must reach the disk before the note, or old bytes could be mistaken for new ones.
      await this.#file.sync();
    }
    this.#hash = createHash('sha256');
    this.#sizeBytes = 0;
    this.#checkedBytes = 0;
    this.#trusted = undefined;
    this.#object = object;
    if (object === undefined) {
      await this.#disk.remove(notePathOf(this.#finalPath));
    } else {
      await this.#writeNote(object, undefined);
    }
  }

  async append(chunk: Uint8Array): Promise<void> {
    await this.#file.write(chunk, this.#sizeBytes);
    this.#hash.update(chunk);
    this.#sizeBytes += chunk.byteLength;
  }

  /** Writes a checkpoint: syncs the bytes, and records their digest if they can be resumed. */
  async check(): Promise<void> {
    await this.sync();
    this.#checkedBytes = this.#sizeBytes;
    if (this.#object !== undefined) {
      await this.#writeNote(this.#object, { sizeBytes: this.#sizeBytes, sha256: this.digest() });
    }
  }

  /**
   * Discards everything after the last checkpoint of the previous run, which may not have reached the disk completely.
   * False if there is no such checkpoint.
   */
  async rewind(): Promise<boolean> {
    const trusted = this.#trusted;
    if (trusted === undefined) {
      return false;
    }
    await this.#file.truncate(trusted.sizeBytes);
    this.#sizeBytes = trusted.sizeBytes;
    this.#hash = trusted.hash.copy();
    await this.check();
    return true;
  }

  async sync(): Promise<void> {
    await this.#file.sync();
  }

  /** Renames the file. The note is removed first: without it, a part file is useless and does no harm. */
  async publish(): Promise<void> {
    await this.#disk.remove(notePathOf(this.#finalPath));
    await publishFile(this.path, this.#finalPath, this.#disk);
  }

  /** Removes both files. */
  async discard(): Promise<void> {
    await discardPart(this.#finalPath, this.#disk);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #writeNote(object: RemoteObject, checkpoint: Checkpoint | undefined): Promise<void> {
    const note: PartNote = checkpoint === undefined ? object : { ...object, checkpoint };
    await writeWholeFile(notePathOf(this.#finalPath), `${JSON.stringify(note)}\n`, this.#disk);
  }
}

/** Opens the part file of an earlier attempt for this migration, or an empty one. */
export async function openPartFile(
  finalPath: string,
  migrationId: MigrationId,
  disk: Disk,
): Promise<PartFile> {
  await disk.makeDirectory(dirname(finalPath));
  const file = await disk.open(partPathOf(finalPath));
  const part = new PartFile(finalPath, file, disk);
  try {
    const note = await readNote(finalPath);
    const sizeBytes = await file.sizeBytes();
    const isOurs = note?.migrationId === migrationId && sizeBytes > 0 && sizeBytes <= note.totalBytes;
    if (!(isOurs && (await part.resume(note))) && (sizeBytes > 0 || note !== undefined)) {
      await part.restart(undefined);
    }
    return part;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Removes an abandoned download. */
export async function discardPart(finalPath: string, disk: Disk): Promise<void> {
  await disk.remove(partPathOf(finalPath));
  await disk.remove(notePathOf(finalPath));
}
