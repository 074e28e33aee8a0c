import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { nextTurn } from '../base/clock.ts';
import { systemErrorCode } from '../base/failure.ts';

/** Object ids in a file, in ascending order: those of the index of a pack, or a list of our own. */
export interface SortedIds {
  readonly path: string;
  readonly offsetBytes: number;
  readonly count: number;
  /** Bytes of one id: 20 for SHA-1, 32 for SHA-256. */
  readonly idBytes: number;
}

const MAGIC = 0xff744f63;
const FANOUT_BYTES = 256 * 4;
const HEADER_BYTES = 8 + FANOUT_BYTES;
const SMALL_OFFSET_BYTES = 4;
const CHECKSUM_BYTES = 4;

/**
 * Finds the ids in the index of a pack, version 2 (git-scm.com/docs/gitformat-pack); undefined if it is not one for ids
 * of this length.
 */
export function readPackIndex(path: string, idBytes: number): SortedIds | undefined {
  try {
    const header = readBytes(path, 0, HEADER_BYTES);
    const count = header.readUInt32BE(HEADER_BYTES - 4);
    const leastBytes = HEADER_BYTES + count * (idBytes + CHECKSUM_BYTES + SMALL_OFFSET_BYTES) + 2 * idBytes;
    const largeOffsetsBytes = statSync(path).size - leastBytes;
    const isPlausible =
      largeOffsetsBytes >= 0 && largeOffsetsBytes <= count * 8 && largeOffsetsBytes % 8 === 0;
    return header.readUInt32BE(0) === MAGIC && header.readUInt32BE(4) === 2 && isPlausible
      ? { path, offsetBytes: HEADER_BYTES, count, idBytes }
      : undefined;
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

/** Whether an index is that of a pack, by its checksum of the pack and the number of objects. */
export function isIndexOf({ path, count, idBytes }: SortedIds, packPath: string): boolean {
  const counted = readBytes(packPath, PACK_COUNT_AT, 4);
  const checksum = readBytes(packPath, statSync(packPath).size - idBytes, idBytes);
  const expected = readBytes(path, statSync(path).size - 2 * idBytes, idBytes);
  return counted.readUInt32BE() === count && checksum.equals(expected);
}

const PACK_COUNT_AT = 8;

/** Zeros stand for what a file is too short for. */
function readBytes(path: string, position: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, Math.max(0, position));
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** Whether all ids of a list are in others. */
export async function areIdsIn(ids: SortedIds, others: readonly SortedIds[]): Promise<boolean> {
  for await (const _missing of idsWithout(ids, others)) {
    return false;
  }
  return true;
}

/** The ids of `whole` that are in none of `parts`, in hexadecimal. Others have their turn after each part of a list. */
export async function* idsWithout(
  whole: SortedIds,
  parts: readonly SortedIds[],
): AsyncGenerator<string, void> {
  const cursors: IdCursor[] = [];
  try {
    for (const ids of [whole, ...parts]) {
      cursors.push(new IdCursor(ids));
    }
    const [ours, ...theirs] = cursors as [IdCursor, ...IdCursor[]];
    while (ours.isAtId) {
      for (const cursor of theirs) {
        while (cursor.approach(ours)) {
          await nextTurn();
        }
      }
      if (!theirs.some((cursor) => cursor.isAt(ours))) {
        yield ours.hex();
      }
      if (ours.advance()) {
        await nextTurn();
      }
    }
  } finally {
    for (const cursor of cursors) {
      cursor.close();
    }
  }
}

const READ_IDS = 4096;

/** A place in a list of ids, of which only a small part is in memory. */
class IdCursor {
  readonly #ids: SortedIds;
  readonly #file: number;
  readonly #buffer: Buffer;
  #start = 0;
  #end = 0;
  #readIds = 0;

  constructor(ids: SortedIds) {
    this.#ids = ids;
    this.#buffer = Buffer.alloc(READ_IDS * ids.idBytes);
    this.#file = openSync(ids.path, 'r');
    this.#fill();
  }

  get isAtId(): boolean {
    return this.#start < this.#end;
  }

  /** Returns whether another part of the list was read. */
  advance(): boolean {
    this.#start += this.#ids.idBytes;
    const isAtEnd = this.#start === this.#end;
    if (isAtEnd) {
      this.#fill();
    }
    return isAtEnd;
  }

  /** Advances towards the place of another list's id, by one part of this one at most; returns whether it may be further. */
  approach(other: IdCursor): boolean {
    while (this.isAtId && this.#compare(other) < 0) {
      if (this.advance()) {
        return true;
      }
    }
    return false;
  }

  isAt(other: IdCursor): boolean {
    return this.isAtId && this.#compare(other) === 0;
  }

  #compare(other: IdCursor): number {
    const { idBytes } = this.#ids;
    const start = other.#start;
    return this.#buffer.compare(other.#buffer, start, start + idBytes, this.#start, this.#start + idBytes);
  }

  hex(): string {
    return this.#buffer.toString('hex', this.#start, this.#start + this.#ids.idBytes);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** A list whose file is shorter than it should be ends there. */
  #fill(): void {
    const { idBytes, count, offsetBytes } = this.#ids;
    const wantedIds = Math.min(READ_IDS, count - this.#readIds);
    const position = offsetBytes + this.#readIds * idBytes;
    const readBytes =
      wantedIds === 0 ? 0 : readSync(this.#file, this.#buffer, 0, wantedIds * idBytes, position);
    this.#start = 0;
    this.#end = readBytes - (readBytes % idBytes);
    this.#readIds += this.#end / idBytes;
  }
}
