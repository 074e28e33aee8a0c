import type { SearchTexts } from './cjk-index.ts';

/** The texts of a row, in the order of the index's columns, as in the view `search_texts`. */
export interface TextRow {
  readonly id: number;
  readonly texts: SearchTexts;
}

/** A row as read by the indexing thread: UTF-8, null if there is no text. */
export interface EncodedTextRow {
  readonly id: number;
  readonly isAscii: boolean;
  readonly texts: readonly (Buffer | null)[];
}

/** Size of a number: an id, 1 for an ASCII row, or the length of a text, which is -1 for null. */
const NUMBER_BYTES = 4;

/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** A sequence of encoded rows: id, whether it is ASCII, the length of each text, the texts. Ids are below 2^31. */
export class TextBatch {
  #buffer: Buffer;
  #end = 0;

  constructor(bytes: number) {
    this.#buffer = Buffer.allocUnsafeSlow(bytes);
  }

  /** Number of bytes used so far. */
  get length(): number {
    return this.#end;
  }

  add({ id, texts }: TextRow): void {
    this.#makeRoom(texts);
    const buffer = this.#buffer;
    const start = this.#end;
    let end = start + (2 + texts.length) * NUMBER_BYTES;
    let isAscii = true;
    texts.forEach((text, index) => {
      const length = text === null ? -1 : buffer.write(text, end);
      buffer.writeInt32LE(length, start + (2 + index) * NUMBER_BYTES);
      if (text !== null) {
        end += length;
        isAscii &&= length === text.length;
      }
    });
    buffer.writeInt32LE(id, start);
    buffer.writeInt32LE(isAscii ? 1 : 0, start + NUMBER_BYTES);
    this.#end = end;
  }

  /** The encoded rows, in memory that can be transferred to another thread. */
  take(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#buffer;
    return new Uint8Array(buffer as ArrayBuffer, 0, this.#end);
  }

  #makeRoom(texts: SearchTexts): void {
    const units = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const needed = this.#end + (2 + texts.length) * NUMBER_BYTES + units * MAX_UNIT_BYTES;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(needed);
      this.#buffer.copy(grown, 0, 0, this.#end);
      this.#buffer = grown;
    }
  }
}

/** Decodes a `TextBatch` for an index with this number of columns. */
export function* readTextBatch(bytes: Uint8Array, columns: number): Generator<EncodedTextRow> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const id = buffer.readInt32LE(start);
    const isAscii = buffer.readInt32LE(start + NUMBER_BYTES) === 1;
    let end = start + (2 + columns) * NUMBER_BYTES;
    const texts: (Buffer | null)[] = [];
    for (let column = 0; column < columns; column += 1) {
      const length = buffer.readInt32LE(start + (2 + column) * NUMBER_BYTES);
      texts.push(length < 0 ? null : buffer.subarray(end, end + length));
      end += Math.max(length, 0);
    }
    yield { id, isAscii, texts };
    start = end;
  }
}
