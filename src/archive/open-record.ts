import type { Token } from 'stream-json/parser.js';
import { stringer } from 'stream-json/stringer.js';

/** A record of which tokens still come. */
export interface OpenRecord {
  readonly write: (token: Token) => unknown;
  /** Nesting outside of it. */
  readonly outerDepth: number;
  /** Its text so far; the last pieces of it are joined from time to time, as tokens are tiny. */
  readonly blocks: string[];
  readonly pieces: string[];
  sizeCharacters: number;
  /** Members in it, those of nested objects included. */
  memberCount: number;
  isDropped: boolean;
}

const PIECES_PER_BLOCK = 4096;

/** Begins a record inside this many arrays and objects. */
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

/** Writes a token to the record's text; true where that made it longer. */
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

/** Forgets the text of a record that shall not be read. */
export function dropRecord(record: OpenRecord): void {
  record.isDropped = true;
  record.blocks.length = 0;
  record.pieces.length = 0;
}

/** All of the record's text. */
export function textOfRecord(record: OpenRecord): string {
  joinPieces(record);
  return record.blocks.join('');
}

function joinPieces(record: OpenRecord): void {
  record.blocks.push(record.pieces.join(''));
  record.pieces.length = 0;
}
