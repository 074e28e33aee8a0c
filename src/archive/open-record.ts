import type { Token } from 'stream-json/parser.js';
import { stringer } from 'stream-json/stringer.js';

/** An incomplete record, to which tokens are added. */
export interface OpenRecord {
  readonly write: (token: Token) => unknown;
  /** Depth at which the record starts. */
  readonly outerDepth: number;
  /** Its text so far. Pieces are joined into blocks from time to time, because tokens are tiny. */
  readonly blocks: string[];
  readonly pieces: string[];
  sizeCharacters: number;
  /** Members of it and of all nested objects. */
  memberCount: number;
  isDropped: boolean;
}

const PIECES_PER_BLOCK = 4096;

/** Starts a record at this depth of arrays and objects. */
export function createOpenRecord(outerDepth: number): OpenRecord {
  return {
    write: stringer(),
    outerDepth,
    blocks: [],
    pieces: [],
    sizeCharacters: 0,
    memberCount: 0,
    isDropped: false,
  };
}

/** Appends a token to the text of the record; true if the text grew. */
export function addToken(record: OpenRecord, token: Token): boolean {
  if (token.name === 'startKey') {
    record.memberCount += 1;
  }
  const text = record.write(token);
  if (typeof text !== 'string') {
    return false;
  }
  record.sizeCharacters += text.length;
  record.pieces.push(text);
  if (record.pieces.length === PIECES_PER_BLOCK) {
    joinPieces(record);
  }
  return true;
}

/** Drops the text of a record that will not be read. */
export function dropRecord(record: OpenRecord): void {
  record.isDropped = true;
  record.blocks.length = 0;
  record.pieces.length = 0;
}

/** The complete text of the record. */
export function textOfRecord(record: OpenRecord): string {
  joinPieces(record);
  return record.blocks.join('');
}

function joinPieces(record: OpenRecord): void {
  record.blocks.push(record.pieces.join(''));
  record.pieces.length = 0;
}
