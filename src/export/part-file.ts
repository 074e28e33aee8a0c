import { createHash, type Hash } from 'node:crypto';
import { dirname } from 'node:path';
import { type Disk, type DiskFile, partPathOf, publishFile, writeWholeFile } from '../base/index.ts';
import type { MigrationId } from '../model/index.ts';
import { type Checkpoint, notePathOf, type PartNote, type RemoteObject, readNote } from './part-note.ts';

const HASH_READ_BYTES = 1024 * 1024;

/** So much comes between two checkpoints: what a power cut costs at most. */
export const CHECKPOINT_BYTES = 64 * 1024 * 1024;

/**
 * An archive that is still growing: `PATH.part` with its bytes, and `PATH.part.json` with what object they are of,
 * so that a later run can go on. The digest grows along.
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
  /** Of the run before, what was certainly on the disk, and the hash that goes on from there. */
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

  /** The object that the bytes are of; undefined where nothing that could be resumed is there. */
  get object(): RemoteObject | undefined {
    return this.#object;
  }

  get isWhole(): boolean {
    return this.#object !== undefined && this.#sizeBytes === this.#object.totalBytes;
  }

  /** Bytes that came since the last checkpoint. */
  get uncheckedBytes(): number {
    return this.#sizeBytes - this.#checkedBytes;
  }

  /** SHA-256 of the bytes so far, in hexadecimal. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /**
   * Takes over the bytes of an earlier run: reads them once, so that the digest covers them too. False where they are
   * not what the note's checkpoint says: a power cut or a bad disk harmed them.
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

  /** Throws all bytes away and notes what the next ones are of (nothing that can be resumed: undefined). */
  async restart(object: RemoteObject | undefined): Promise<void> {
    if ((await this.#file.sizeBytes()) > 0) {
      await this.#file.truncate(0);
      // The empty file must reach the disk before the note does, or old bytes could pass for new ones.
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

  /** Brings the bytes to the disk, and notes that they are there, where they can be resumed. */
  async check(): Promise<void> {
    await this.sync();
    this.#checkedBytes = this.#sizeBytes;
    if (this.#object !== undefined) {
      await this.#writeNote(this.#object, { sizeBytes: this.#sizeBytes, sha256: this.digest() });
    }
  }

  /**
   * Throws away what came after the last checkpoint of the run before: nobody knows whether all of that had reached
   * the disk. False where there is no such checkpoint.
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

  /** Brings the bytes to the disk. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  /** Gives the file its final name. The note goes first: without it a part file is worth nothing to anybody. */
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

/** Opens what an earlier attempt for this migration left, or an empty file. */
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

/** Removes what is left of a download that nobody will go on with. */
export async function discardPart(finalPath: string, disk: Disk): Promise<void> {
  await disk.remove(partPathOf(finalPath));
  await disk.remove(notePathOf(finalPath));
}
