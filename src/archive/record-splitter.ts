import type { FindingCode } from '../model/findings.table.ts';
import type { RecordSplitter, SplitHandlers } from './record-text.ts';
import {
  BACKSLASH,
  BYTE_ORDER_MARK,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  joinParts,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  TAB,
} from './record-text.ts';

interface SplitterOptions extends SplitHandlers {
  /** The maximum size of a record for this splitter. */
  readonly windowBytes: number;
  /** The maximum nesting of arrays and objects in one record. */
  readonly maxNesting: number;
}

export function createRecordSplitter(options: SplitterOptions): RecordSplitter {
  return new ArraySplitter(options);
}

/**
 * What is expected next: the start of the document, an element (`first` allows the closing bracket), a separator, the
 * rest of an object (`record`), of an object that is nested too deeply (`deep`) or of another value (`other`), white
 * space, or nothing.
 */
type Place = 'start' | 'first' | 'element' | 'separator' | 'record' | 'deep' | 'other' | 'after' | 'over';

/**
 * A scanner that only recognizes strings, escapes and nesting. Whether a slice is valid JSON is checked when it is
 * parsed, so a slice may contain anything with balanced brackets.
 */
class ArraySplitter implements RecordSplitter {
  readonly #options: SplitterOptions;
  #place: Place = 'start';
  #index = 0;
  /** Earlier parts of the record that continues in the current chunk. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #depth = 0;
  #memberCount = 0;
  /** Bytes of a byte order mark at the start. */
  #markBytes = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(options: SplitterOptions) {
    this.#options = options;
  }

  write(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && this.#place !== 'over') {
      if (this.#place === 'record' || this.#place === 'deep') {
        at = this.#scanObject(chunk, at);
      } else if (this.#place === 'other') {
        at = this.#scanOther(chunk, at);
      } else {
        at = this.#scanBetween(chunk, at);
      }
    }
  }

  end(): void {
    const fault = FAULTS_AT_END[this.#place];
    if (fault !== undefined) {
      this.#fault('json-syntax', fault);
    }
    this.#place = 'over';
  }

  /** Scans between elements, and returns the index of the next element or the end of the chunk. */
  #scanBetween(chunk: Buffer, start: number): number {
    let at = start;
    while (at < chunk.length) {
      const byte = chunk[at];
      if (byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB) {
        at += 1;
      } else if (byte === COMMA && this.#place === 'separator') {
        this.#place = 'element';
        at += 1;
      } else if (byte === OPEN_BRACE && this.#place !== 'start' && this.#place !== 'after') {
        this.#openObject();
        return at;
      } else {
        return this.#takeSeldom(chunk, at);
      }
    }
    return at;
  }

  /** Processes one byte that rarely occurs between records. */
  #takeSeldom(chunk: Buffer, at: number): number {
    const byte = chunk[at];
    const isMarkWhole = this.#markBytes % BYTE_ORDER_MARK.length === 0;
    if (byte === OPEN_BRACKET && (this.#place === 'after' || (this.#place === 'start' && isMarkWhole))) {
      if (this.#place === 'after') {
        this.#fault('json-syntax', 'another array follows the first one; its records were read too');
      }
      this.#place = 'first';
    } else if (this.#place === 'start' && byte !== BYTE_ORDER_MARK[this.#markBytes]) {
      const mark = Buffer.from(BYTE_ORDER_MARK.slice(0, this.#markBytes));
      this.#decline('not-array', Buffer.concat([mark, chunk.subarray(at)]));
    } else if (this.#place === 'after') {
      this.#fault('json-syntax', 'something other than white space follows the array');
      this.#place = 'over';
    } else if (byte === CLOSE_BRACKET) {
      if (this.#place === 'element') {
        this.#fault('json-syntax', 'there is a comma before the closing bracket');
      }
      this.#place = 'after';
    } else if (byte === COMMA) {
      this.#fault('json-syntax', 'there is a comma where a record should be');
    } else if (this.#place === 'start') {
      this.#markBytes += 1;
    } else {
      this.#place = 'other';
      this.#depth = 0;
      return at;
    }
    return at + 1;
  }

  #openObject(): void {
    if (this.#place === 'separator') {
      this.#fault('json-syntax', 'there is no comma before the record');
    }
    this.#place = 'record';
    this.#depth = 0;
    this.#memberCount = 0;
  }

  /** Scans an object up to its closing brace or the end of the chunk. */
  #scanObject(chunk: Buffer, start: number): number {
    const end = chunk.length;
    let at = this.#isInString ? this.#skipString(chunk, start) : start;
    let depth = this.#depth;
    while (at < end) {
      const byte = chunk[at];
      at += 1;
      if (byte === QUOTE) {
        at = this.#skipString(chunk, at);
      } else if (byte === COLON) {
        this.#memberCount += 1;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth += 1;
        if (depth > this.#options.maxNesting && this.#place === 'record') {
          this.#dropDeepRecord();
        }
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) {
          return this.#closeObject(chunk, start, at);
        }
      }
    }
    this.#depth = depth;
    this.#hold(chunk.subarray(start));
    return end;
  }

  /**
   * Skips a string, starting after its opening quote, or at the start of the chunk if it began in an earlier one;
   * returns the index of its end. Jumping from quote to quote is several times as fast as checking every byte; a quote
   * after an odd number of backslashes is escaped.
   */
  #skipString(chunk: Buffer, start: number): number {
    let at = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    for (;;) {
      const found = chunk.indexOf(QUOTE, at);
      const quote = found < 0 ? chunk.length : found;
      let run = quote;
      while (run > at && chunk[run - 1] === BACKSLASH) {
        run -= 1;
      }
      const isEscaped = (quote - run) % 2 === 1;
      if (found < 0) {
        this.#isEscaped = isEscaped;
        this.#isInString = true;
        return chunk.length;
      }
      at = quote + 1;
      if (!isEscaped) {
        this.#isInString = false;
        return at;
      }
    }
  }

  /** Emits the object that ends at `end`; returns where to continue. */
  #closeObject(chunk: Buffer, start: number, end: number): number {
    if (this.#place === 'record') {
      if (this.#heldBytes + end - start > this.#options.windowBytes) {
        this.#decline('beyond-window', joinParts(this.#letGo(chunk.subarray(start))));
        return chunk.length;
      }
      this.#options.onRecord(this.#letGo(chunk.subarray(start, end)), this.#index, this.#memberCount);
    }
    this.#place = 'separator';
    this.#index += 1;
    return end;
  }

  #dropDeepRecord(): void {
    this.#letGo();
    this.#place = 'deep';
    const fault = `the record is nested deeper than ${this.#options.maxNesting} levels (max nesting); it was skipped`;
    this.#fault('limit-exceeded', fault);
  }

  #hold(part: Buffer): void {
    if (this.#place === 'record') {
      this.#held.push(part);
      this.#heldBytes += part.length;
      if (this.#heldBytes > this.#options.windowBytes) {
        this.#decline('beyond-window', joinParts(this.#letGo()));
      }
    }
  }

  /** Returns and clears the held parts of the record, followed by `part`. */
  #letGo(part?: Buffer): readonly Buffer[] {
    const held = this.#held;
    if (part !== undefined) {
      held.push(part);
    }
    this.#held = [];
    this.#heldBytes = 0;
    return held;
  }

  /** Scans a value that is not an object, up to the byte after it or the end of the chunk. */
  #scanOther(chunk: Buffer, start: number): number {
    let at = this.#isInString ? this.#skipString(chunk, start) : start;
    while (at < chunk.length) {
      const byte = chunk[at];
      if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_BRACKET || byte === OPEN_BRACE)) {
        this.#fault('record-not-object', 'the element is not an object');
        this.#place = 'separator';
        this.#index += 1;
        return at;
      }
      at += 1;
      if (byte === QUOTE) {
        at = this.#skipString(chunk, at);
      } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
        this.#depth += 1;
      } else if ((byte === CLOSE_BRACKET || byte === CLOSE_BRACE) && this.#depth > 0) {
        this.#depth -= 1;
      }
    }
    return chunk.length;
  }

  #decline(reason: 'not-array' | 'beyond-window', rest: Buffer): void {
    this.#place = 'over';
    this.#options.onDecline(reason, rest, this.#index);
  }

  #fault(code: FindingCode, fault: string): void {
    this.#options.onFault(code, fault, this.#index);
  }
}

const FAULTS_AT_END: Readonly<Partial<Record<Place, string>>> = {
  start: 'the file is empty',
  first: 'the file ends before its closing bracket',
  element: 'the file ends before its closing bracket',
  separator: 'the file ends before its closing bracket',
  record: 'the file ends inside the record',
  deep: 'the file ends inside the record',
  other: 'the file ends inside the element',
};
