import { StringDecoder } from 'node:string_decoder';
import { TextDecoder } from 'node:util';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { messageOf } from '../model/failure.ts';
import { addToken, createOpenRecord, dropRecord, type OpenRecord, textOfRecord } from './open-record.ts';
import type { RecordSplitter, SplitHandlers } from './record-text.ts';

interface TokenSplitterOptions extends Omit<SplitHandlers, 'onDecline'> {
  /** The index of its first record. */
  readonly firstIndex: number;
  /** The maximum size of a record. */
  readonly maxRecordBytes: number;
  /** The maximum nesting of arrays and objects in one record. */
  readonly maxNesting: number;
}

/**
 * Creates the splitter for documents that the scanner declines, based on the tokens of `stream-json`: records in arrays
 * inside one object (`{"issues": […]}`), concatenated objects, and records larger than the scanner's window.
 * The source of a record is serialized from its tokens: numbers, duplicate keys and lone surrogates are preserved,
 * white space and the style of escapes are not.
 */
export function createTokenSplitter(options: TokenSplitterOptions): RecordSplitter {
  return new TokenSplitter(options);
}

/** Small pieces, because all tokens of the piece in which the parser finds an error are lost. */
const PIECE_CHARACTERS = 4096;

/** Terminates a number or literal that may still be incomplete; longer than any of them. */
const END_PADDING = ' '.repeat(64);

/** Additional nesting that a document may have around a record; every level takes memory. */
const MAX_EXTRA_NESTING = 1_000;

/** The number of tokens of an object within which a member must show what the object is. */
const MAX_UNDECIDED_TOKENS = 1_000;

class TokenSplitter implements RecordSplitter {
  readonly #options: TokenSplitterOptions;
  readonly #decoder = new StringDecoder('utf8');
  /** Fails where the lenient decoder inserts U+FFFD; undefined after its first failure. */
  #utf8Check: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true });
  /** Strings are streamed in pieces, since a string may exceed the size limit of records. */
  readonly #parse = jsonParser({ packValues: false, streamValues: true, jsonStreaming: true });
  readonly #containers: ('array' | 'object')[] = [];
  #index: number;
  #record: OpenRecord | undefined;
  /** Tokens of a root object that may be a record or contain records; undefined once that is known. */
  #undecided: Token[] | undefined;
  /** The first characters of the current member name. */
  #key: string | undefined;
  #isWrapped = false;
  #hasRecordArray = false;
  #hasText = false;
  #hasRootValue = false;
  #hasRootArray = false;
  #isOver = false;

  constructor(options: TokenSplitterOptions) {
    this.#options = options;
    this.#index = options.firstIndex;
  }

  write(chunk: Buffer): void {
    this.#checkUtf8(chunk);
    const decoded = this.#decoder.write(chunk);
    const text = this.#hasText ? decoded : decoded.replace(/^\ufeff?[ \t\r\n]*/, '');
    this.#hasText ||= text.length > 0;
    for (let at = 0; at < text.length && !this.#isOver; at += PIECE_CHARACTERS) {
      this.#takeText(text.slice(at, at + PIECE_CHARACTERS));
    }
  }

  end(): void {
    if (!this.#isOver) {
      this.#takeText(END_PADDING);
    }
    if (this.#isOver) {
      return;
    }
    if (!this.#hasText) {
      this.#options.onFault('json-syntax', 'the file is empty', this.#index);
    } else if (this.#containers.length > 0) {
      this.#options.onFault('json-syntax', 'the file is truncated', this.#index);
    } else if (this.#index === 0 && !this.#hasRecordArray) {
      this.#options.onFault('json-not-array', 'the document contains no array of records', this.#index);
    }
  }

  #takeText(text: string): void {
    try {
      const tokens = this.#parse(text);
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

  /** The sources of records are decoded text, in which invalid bytes can no longer be detected. */
  #checkUtf8(chunk: Buffer): void {
    try {
      this.#utf8Check?.decode(chunk, { stream: true });
    } catch {
      this.#utf8Check = undefined;
      const fault = 'bytes of the file are not UTF-8; U+FFFD replaces them';
      this.#options.onFault('text-invalid-utf8', fault, this.#index);
    }
  }

  #take(token: Token): void {
    switch (token.name) {
      case 'startObject':
        this.#openObject();
        this.#write(token);
        this.#containers.push('object');
        this.#checkDepth();
        return;
      case 'startArray':
        this.#openArray();
        this.#write(token);
        this.#containers.push('array');
        this.#checkDepth();
        return;
      case 'endObject':
      case 'endArray':
        this.#write(token);
        this.#containers.pop();
        this.#closeRecord();
        return;
      case 'startKey':
      case 'stringChunk':
      case 'endKey':
        this.#takeKey(token);
        this.#write(token);
        return;
      default:
        this.#takeScalar(token);
        this.#write(token);
    }
  }

  #openObject(): void {
    this.#checkRoot(this.#hasRootArray);
    if (this.#isAmongRecords()) {
      this.#openRecord([]);
    } else if (this.#containers.length === 0) {
      this.#undecided = [];
    }
  }

  /** An array in a root object contains the records, unless the object is itself a record. */
  #openArray(): void {
    this.#checkRoot(this.#hasRootValue);
    this.#hasRootArray ||= this.#containers.length === 0;
    const isInRootObject = this.#containers.length === 1 && this.#containers[0] === 'object';
    if (isInRootObject && this.#record === undefined) {
      this.#undecided = undefined;
      this.#reportWrapped();
    }
    this.#hasRecordArray ||= isInRootObject || this.#containers.length === 0;
  }

  /** A root object with a `type` or `url` is itself a record. */
  #takeKey(token: Token): void {
    if (this.#undecided === undefined || this.#containers.length !== 1) {
      return;
    }
    if (token.name === 'startKey') {
      this.#key = '';
    } else if (token.name === 'stringChunk' && this.#key !== undefined && this.#key.length < 8) {
      this.#key += token.value;
    } else if (token.name === 'endKey') {
      if (this.#key === 'type' || this.#key === 'url') {
        this.#openRecord(this.#undecided);
        this.#undecided = undefined;
      }
      this.#key = undefined;
    }
  }

  #checkDepth(): void {
    if (this.#containers.length > this.#options.maxNesting + MAX_EXTRA_NESTING && !this.#isOver) {
      this.#isOver = true;
      this.#options.onFault(
        'limit-exceeded',
        'the document is nested too deeply; the rest was not read',
        this.#index,
      );
    }
  }

  #takeScalar({ name }: Token): void {
    const isStart = name === 'startString' || name === 'startNumber' || name.endsWith('Value');
    if (isStart) {
      this.#checkRoot(true);
    }
    if (isStart && this.#isAmongRecords()) {
      this.#options.onFault('record-not-object', 'the element is not an object', this.#index);
      this.#index += 1;
    }
  }

  /** Of several root values, only objects can be records. */
  #checkRoot(isFault: boolean): void {
    if (this.#containers.length === 0) {
      if (isFault) {
        this.#options.onFault('json-syntax', 'there is a value outside of the array', this.#index);
      }
      this.#hasRootValue = true;
    }
  }

  #isAmongRecords(): boolean {
    const [root, inner] = this.#containers;
    const isPlace = this.#containers.length === 1 ? root === 'array' : root === 'object' && inner === 'array';
    return this.#record === undefined && this.#containers.length <= 2 && isPlace;
  }

  #openRecord(tokens: readonly Token[]): void {
    const outerDepth = tokens.length === 0 ? this.#containers.length : 0;
    if (this.#containers[0] === 'object') {
      this.#reportWrapped();
    }
    this.#record = createOpenRecord(outerDepth);
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
    if (!record.isDropped && addToken(record, token)) {
      const isOpening = token.name === 'startObject' || token.name === 'startArray';
      this.#checkLimits(record, this.#containers.length - record.outerDepth + (isOpening ? 1 : 0));
    }
  }

  #checkLimits(record: OpenRecord, depth: number): void {
    const { maxRecordBytes, maxNesting } = this.#options;
    const isTooDeep = depth > maxNesting;
    if (record.sizeCharacters > maxRecordBytes || isTooDeep) {
      dropRecord(record);
      const limit = isTooDeep
        ? `is nested deeper than ${maxNesting} levels (max nesting)`
        : `has more than ${maxRecordBytes} bytes (max record size)`;
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
        const source = Buffer.from(textOfRecord(record));
        this.#options.onRecord([source], this.#index, record.memberCount);
      }
      this.#index += 1;
    }
  }

  #reportWrapped(): void {
    if (!this.#isWrapped) {
      this.#isWrapped = true;
      this.#options.onFault('json-wrapped', 'the records are not in one plain array', this.#index);
    }
  }
}
