import { putVarint } from '../../varint.ts';
import { grownTo } from './grown-to.ts';
import type { SegmentWriter } from './segment-writer.ts';
import { type GatheredPlaces, OFFSET_BITS } from './word-places.ts';

/** Bytes that one more place takes at most: a column and a position. */
const MAX_PLACE_BYTES = 16;

const COLUMN_MARK = 1;

const OFFSET_MASK = 2 ** OFFSET_BITS - 1;

/** Makes rows of the places of words: their ids, and the positions in them as FTS5 keeps them. */
export class PlacedRows {
  readonly #gathered: GatheredPlaces;
  readonly #positions = { bytes: new Uint8Array(1_024), length: 0 };

  constructor(gathered: GatheredPlaces) {
    this.#gathered = gathered;
  }

  /** Gives the rows of a word to the writer. */
  write(word: number, writer: SegmentWriter): void {
    const { places, starts, pieces } = this.#gathered;
    const { rowids, columns, offsets } = pieces;
    const positions = this.#positions;
    const end = starts[word + 1] ?? 0;
    let { bytes } = positions;
    let at = 0;
    let rowid = -1;
    let column = 0;
    let next = -2; // A position is told as its distance from the last one, and two.
    for (let index = starts[word] ?? 0; index < end; index += 1) {
      const place = places[index] ?? 0;
      const piece = place >>> OFFSET_BITS;
      const pieceRowid = rowids[piece] ?? 0;
      if (pieceRowid !== rowid) {
        if (rowid >= 0) {
          positions.length = at;
          writer.addRow(rowid, positions);
        }
        rowid = pieceRowid;
        at = 0;
        column = 0;
        next = -2;
      }
      const pieceColumn = columns[piece] ?? 0;
      if (pieceColumn !== column) {
        bytes[at] = COLUMN_MARK;
        at = putVarint(bytes, at + 1, pieceColumn);
        column = pieceColumn;
        next = -2;
      }
      const position = (offsets[piece] ?? 0) + (place & OFFSET_MASK);
      at = putVarint(bytes, at, position - next);
      next = position - 2;
      if (at + MAX_PLACE_BYTES > bytes.length) {
        bytes = grownTo(bytes, at + MAX_PLACE_BYTES);
        positions.bytes = bytes;
      }
    }
    positions.length = at;
    writer.addRow(rowid, positions);
  }
}
