import { StringDecoder } from 'node:string_decoder';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { stringer } from 'stream-json/stringer.js';
import { messageOf } from '../base/index.ts';
import type { RecordSplitter, SplitHandlers } from './record-splitter.ts';

interface TokenSplitterOptions extends Omit<SplitHandlers, 'onDecline'> {
  /** The index of the first record that it finds. */
  readonly firstIndex: number;
  /** Bytes of the largest record. */
  readonly maxRecordBytes: number;
  /** How deep arrays and objects of one record may stand in each other. */
  readonly maxNesting: number;
}

/**
 * Creates the splitter for documents that the scanner declines, on the tokens of `stream-json`: records inside the
 * arrays of one object (`{"issues": […]}`), objects one after another, and records beyond the scanner's window.
 * A record's source is its tokens written again: numbers, duplicate keys and lone surrogates stay as they were,
 * white space and the way of escaping do not.
 */
export function createTokenSplitter(options: TokenSplitterOptions): RecordSplitter {
  return new TokenSplitter(options);
}

/** Small pieces, because all tokens of the piece in which the parser finds a fault are lost. */
const PIECE_CHARACTERS = 4096;

/** How much of an object may pass before its first members tell what it is. */
const MAX_UNDECIDED_TOKENS = 10_000;

interface OpenRecord {
  readonly write: (token: Token) => unknown;
  /** Nesting outside of it. */
  readonly outerDepth: number;
  readonly parts: string[];
  sizeCharacters: number;
  isDropped: boolean;
}

class TokenSplitter implements RecordSplitter {
  readonly #options: TokenSplitterOptions;
  readonly #decoder = new StringDecoder('utf8');
  readonly #parse = jsonParser({ packValues: true, streamValues: false, jsonStreaming: true });
  readonly #containers: ('array' | 'object')[] = [];
  #index: number;
  #record: OpenRecord | undefined;
  /** Tokens of an object at the root that is a record or holds records; undefined once that is known. */
  #undecided: Token[] | undefined;
  #isWrapped = false;
  #isOver = false;

  constructor(options: TokenSplitterOptions) {
    this.#options = options;
    this.#index = options.firstIndex;
  }

  write(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    for (let at = 0; at < text.length && !this.#isOver; at += PIECE_CHARACTERS) {
      try {
        const tokens = this.#parse(text.slice(at, at + PIECE_CHARACTERS));
        if (typeof tokens === 'object') {
          for (const token of tokens.values) {
            this.#take(token);
          }
        }
      } catch (error) {
        this.#isOver = true;
        this.#options.onFault('json-syntax', messageOf(error), this.#index);
      }
    }
  }

  end(): void {
    if (this.#isOver) {
      return;
    }
    if (this.#containers.length > 0) {
      this.#options.onFault('json-syntax', 'the file breaks off', this.#index);
    } else if (this.#index === 0) {
      this.#options.onFault('json-not-array', 'the document holds no array of records', this.#index);
    }
  }

  #take(token: Token): void {
    switch (token.name) {
      case 'startObject':
        this.#openObject();
        this.#write(token);
        this.#containers.push('object');
        return;
      case 'startArray':
        this.#openArray();
        this.#write(token);
        this.#containers.push('array');
        return;
      case 'endObject':
      case 'endArray':
        this.#write(token);
        this.#containers.pop();
        this.#closeRecord();
        return;
      case 'keyValue':
        this.#takeKey(token.value);
        this.#write(token);
        return;
      default:
        if (this.#isAmongRecords()) {
          this.#options.onFault('record-not-object', 'the element is no object', this.#index);
          this.#index += 1;
        }
        this.#write(token);
    }
  }

  #openObject(): void {
    if (this.#isAmongRecords()) {
      this.#openRecord([]);
    } else if (this.#containers.length === 0) {
      this.#undecided = [];
    }
  }

  /** An array inside the object at the root, before anything that only records have, holds the records. */
  #openArray(): void {
    if (this.#undecided !== undefined && this.#containers.length === 1) {
      this.#undecided = undefined;
      this.#tellWrapped();
    }
  }

  #takeKey(key: string): void {
    if (this.#undecided !== undefined && this.#containers.length === 1 && (key === 'type' || key === 'url')) {
      this.#tellWrapped();
      this.#openRecord(this.#undecided);
      this.#undecided = undefined;
    }
  }

  #isAmongRecords(): boolean {
    const [root, inner] = this.#containers;
    const isPlace = this.#containers.length === 1 ? root === 'array' : root === 'object' && inner === 'array';
    return this.#record === undefined && this.#containers.length <= 2 && isPlace;
  }

  #openRecord(tokens: readonly Token[]): void {
    const outerDepth = tokens.length === 0 ? this.#containers.length : 0;
    const write = stringer({ useValues: true });
    this.#record = { write, outerDepth, parts: [], sizeCharacters: 0, isDropped: false };
    for (const token of tokens) {
      this.#write(token);
    }
  }

  #write(token: Token): void {
    const record = this.#record;
    if (record === undefined) {
      this.#undecided?.push(token);
      if (this.#undecided !== undefined && this.#undecided.length > MAX_UNDECIDED_TOKENS) {
        this.#undecided = undefined;
      }
      return;
    }
    const text = record.write(token);
    if (typeof text === 'string' && !record.isDropped) {
      record.parts.push(text);
      record.sizeCharacters += text.length;
      const isOpening = token.name === 'startObject' || token.name === 'startArray';
      this.#checkLimits(record, this.#containers.length - record.outerDepth + (isOpening ? 1 : 0));
    }
  }

  #checkLimits(record: OpenRecord, depth: number): void {
    const { maxRecordBytes, maxNesting } = this.#options;
    const isTooDeep = depth > maxNesting;
    if (record.sizeCharacters > maxRecordBytes || isTooDeep) {
      record.isDropped = true;
      record.parts.length = 0;
      const limit = isTooDeep
        ? `nests deeper than ${maxNesting} levels`
        : `has more than ${maxRecordBytes} bytes`;
      this.#options.onFault('limit-exceeded', `the record ${limit}; it was skipped`, this.#index);
    }
  }

  #closeRecord(): void {
    const record = this.#record;
    if (this.#containers.length === 0) {
      this.#undecided = undefined;
    }
    if (record !== undefined && this.#containers.length === record.outerDepth) {
      this.#record = undefined;
      if (!record.isDropped) {
        this.#options.onRecord(Buffer.from(record.parts.join('')), this.#index);
      }
      this.#index += 1;
    }
  }

  #tellWrapped(): void {
    if (!this.#isWrapped) {
      this.#isWrapped = true;
      this.#options.onFault('json-wrapped', 'the records do not stand in one plain array', this.#index);
    }
  }
}
