import {
  hashOf,
  isEscapedSpace,
  isInRun,
  isMarkedRun,
  isSame,
  isWordEnd,
  isWordStart,
  joinHashes,
  KINDS,
  PRIME,
  SEED,
  wordEnds,
  wordStarts,
} from './word-runs.ts';

export interface FoundWord<Label> {
  readonly label: Label;
  /** In bytes from the beginning; the end is behind its last byte. */
  readonly start: number;
  readonly end: number;
  /** The line, from 1. */
  readonly line: number;
}

export interface SoughtWord<Label> {
  /** As it is compared: capital ASCII letters as small ones. */
  readonly bytes: Uint8Array;
  /** Where the run ends by which it is found. */
  readonly runEnd: number;
  readonly label: Label;
  readonly fits: Fits;
}

/** Whether a word counts at this place. */
export type Fits = (bytes: Uint8Array, start: number, end: number) => boolean;

/** Words that are known by their form. */
export interface FormOfWords<Label> {
  /** Tried at each run of at least `minLength` bytes; if that is undefined, around each `@` and `%40`. */
  readonly pattern: RegExp;
  readonly minLength?: number | undefined;
  readonly label: Label;
}

export interface SoughtWords<Label> {
  readonly words: ReadonlyMap<number, readonly SoughtWord<Label>[]>;
  /** By the joined hash of their last runs. */
  readonly phrases: ReadonlyMap<number, SoughtWord<Label>>;
  /** 1 for what the hashes of `words` have in common with `FILTER_MASK`. */
  readonly filter: Uint8Array;
  readonly forms: readonly FormOfWords<Label>[];
}

/** How much before and behind a place a word can take, and `fits` can look at. */
export const AROUND_BYTES = 1_024;

/** A phrase is found by its last runs. */
export const PHRASE_RUNS = 6;

export const FILTER_MASK = (1 << 20) - 1;
const LINE_FEED = 0x0a;
const AT_SIGN = 0x40;
const PERCENT = 0x25;
const ESCAPED_AT_SIGN = Buffer.from('%40');

/** One search: it takes bytes in pieces, and keeps a few kilobytes of them. */
export class WordSearch<Label> {
  readonly foundPhrases = new Set<number>();
  readonly #sought: SoughtWords<Label>;
  readonly #onFound: (found: FoundWord<Label>) => void;
  readonly #longForms: readonly FormOfWords<Label>[];
  readonly #atForms: readonly FormOfWords<Label>[];
  readonly #minLength: number;
  #bytes: Buffer;
  /** Where `#bytes` begins. */
  #offset = 0;
  /** The next byte of `#bytes` to look at. */
  #at = 0;
  #line = 1;
  #hash = SEED;
  #length = 0;
  #isAscii = true;
  /** The hashes of the last runs, the oldest first. */
  readonly #recent: number[] = new Array<number>(PHRASE_RUNS).fill(0);

  constructor(sought: SoughtWords<Label>, onFound: (found: FoundWord<Label>) => void, bytes?: Buffer) {
    this.#sought = sought;
    this.#onFound = onFound;
    this.#bytes = bytes ?? Buffer.alloc(0);
    this.#longForms = sought.forms.filter(({ minLength }) => minLength !== undefined);
    this.#atForms = sought.forms.filter(({ minLength }) => minLength === undefined);
    this.#minLength = Math.min(...this.#longForms.map(({ minLength = 0 }) => minLength));
  }

  push(bytes: Uint8Array): void {
    const from = Math.max(0, this.#at - AROUND_BYTES);
    this.#bytes = Buffer.concat([this.#bytes.subarray(from), bytes]);
    this.#offset += from;
    this.#at -= from;
    this.#scan(this.#bytes.length - AROUND_BYTES);
  }

  end(): void {
    this.#scan(this.#bytes.length);
    if (this.#length > 0) {
      this.#endRun(this.#at);
    }
  }

  #scan(until: number): void {
    const bytes = this.#bytes;
    let hash = this.#hash;
    let length = this.#length;
    let isAscii = this.#isAscii;
    let at = this.#at;
    for (; at < until; at += 1) {
      const byte = bytes[at] ?? 0;
      const kind = KINDS[byte] ?? 0;
      if (length > 0 && (kind === 0 || kind < 0x80 !== isAscii)) {
        this.#hash = hash;
        this.#length = length;
        this.#endRun(at);
        hash = SEED;
        length = 0;
      }
      if (kind !== 0) {
        isAscii = kind < 0x80;
        hash = Math.imul(hash ^ kind, PRIME);
        length += 1;
      } else if (byte === LINE_FEED) {
        this.#line += 1;
      } else if (
        this.#atForms.length > 0 &&
        (byte === AT_SIGN || (byte === PERCENT && isSame(bytes, at, ESCAPED_AT_SIGN)))
      ) {
        this.#tryForms(this.#atForms, { first: at, last: at, from: at - AROUND_BYTES / 8 });
      }
    }
    this.#hash = hash;
    this.#length = length;
    this.#isAscii = isAscii;
    this.#at = Math.max(at, this.#at);
  }

  #endRun(end: number): void {
    const { phrases } = this.#sought;
    const length = this.#length;
    const start = end - length;
    const isEscaped = isEscapedSpace(this.#bytes, start);
    const hash = this.#hash;
    const plain = isEscaped ? hashOf(this.#bytes, start + 1, end) : hash;
    this.#tryWords(hash, end);
    if (length < AROUND_BYTES && isMarkedRun(this.#bytes, start, end)) {
      this.#tryMarked(start, end);
    }
    if (phrases.size > 0 && !(isEscaped && length === 1)) {
      this.#recent.shift();
      this.#recent.push(plain);
      const joined = joinHashes(this.#recent);
      const phrase = phrases.get(joined);
      if (phrase !== undefined && this.#tryWord(phrase, end)) {
        this.foundPhrases.add(joined);
      }
    }
    if (length >= this.#minLength && length < AROUND_BYTES) {
      this.#tryForms(this.#longForms, { first: end - length, last: end - 1, from: end - length });
    }
  }

  #tryWords(hash: number, end: number): void {
    const { words, filter } = this.#sought;
    if (filter[hash & FILTER_MASK] === 1) {
      for (const word of words.get(hash) ?? []) {
        this.#tryWord(word, end);
      }
    }
  }

  /** Tries the parts of a run without the escape before and the marks around them. */
  #tryMarked(start: number, end: number): void {
    for (const last of wordEnds(this.#bytes, start, end)) {
      for (const first of wordStarts(this.#bytes, start)) {
        if (first < last && (first !== start || last !== end)) {
          this.#tryWords(hashOf(this.#bytes, first, last), last);
        }
      }
    }
  }

  #tryWord({ bytes: sought, runEnd, label, fits }: SoughtWord<Label>, end: number): boolean {
    const bytes = this.#bytes;
    const start = end - runEnd;
    const last = start + sought.length;
    if (start < 0 || last > bytes.length || !isSame(bytes, start, sought)) {
      return false;
    }
    const isInside =
      !isWordStart(bytes, start) ||
      !isWordEnd(bytes, last) ||
      (isEscapedSpace(bytes, start) && !isInRun(bytes, start + 1)); // A line that begins with a space.
    if (isInside || !fits(bytes, start, last)) {
      return false;
    }
    this.#found(label, start, last);
    return true;
  }

  /** Tries patterns on the bytes from a place on; what they match has a byte of `first` to `last` in it. */
  #tryForms(
    forms: readonly FormOfWords<Label>[],
    { first, last, from }: { readonly first: number; readonly last: number; readonly from: number },
  ): void {
    const start = Math.max(0, from);
    const text = this.#bytes.toString('latin1', start, Math.min(last + AROUND_BYTES / 2, this.#bytes.length));
    for (const { pattern, label } of forms) {
      for (const match of text.matchAll(pattern)) {
        const begin = start + match.index;
        const end = begin + match[0].length;
        if (begin <= last && end > first) {
          this.#found(label, begin, end);
        }
      }
    }
  }

  #found(label: Label, start: number, end: number): void {
    this.#onFound({ label, start: this.#offset + start, end: this.#offset + end, line: this.#line });
  }
}
