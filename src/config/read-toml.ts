import { createRequire } from 'node:module';
import type * as Toml from 'smol-toml';
import { escapePointer } from '../base/index.ts';
import { type PlacedDocument, placesOf, type TextFault, type TextPlace } from './text-place.ts';

/** Parses TOML 1.0; returns syntax errors instead of throwing. */
export function readToml(text: string): PlacedDocument | readonly TextFault[] {
  const { parse, TomlError } = loadToml();
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (error instanceof TomlError) {
      const message = error.message.replace(/^Invalid TOML document: /, '').split('\n')[0] ?? '';
      return [{ line: error.line, column: error.column, message }];
    }
    throw error;
  }
  const places = new Map<string, TextPlace>();
  const placeOf = placesOf(text);
  new Scanner(text, (pointer, offset) => {
    if (!places.has(pointer)) {
      places.set(pointer, placeOf(offset));
    }
  }).document();
  return { value, places };
}

/** Loads the package on first use. */
function loadToml(): typeof Toml {
  return createRequire(import.meta.url)('smol-toml');
}

/** Finds the positions of members in valid TOML. */
class Scanner {
  readonly #text: string;
  readonly #note: (pointer: string, offset: number) => void;
  readonly #tables = new Map<string, number>();
  #at = 0;

  constructor(text: string, note: (pointer: string, offset: number) => void) {
    this.#text = text;
    this.#note = note;
  }

  document(): void {
    let table = '';
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) {
      if (this.#text[this.#at] === '[') {
        table = this.#heading();
      } else {
        this.#pair(table);
      }
    }
  }

  /** `[a.b]`, or `[[a.b]]`: one more item of a list. */
  #heading(): string {
    const isItem = this.#text.startsWith('[[', this.#at);
    this.#at += isItem ? 2 : 1;
    this.#blanks();
    let pointer = this.#keys('');
    if (isItem) {
      const index = this.#tables.get(pointer) ?? 0;
      this.#tables.set(pointer, index + 1);
      pointer = `${pointer}/${index}`;
    }
    this.#at = this.#text.indexOf(']', this.#at) + (isItem ? 2 : 1);
    return pointer;
  }

  #pair(table: string): void {
    const pointer = this.#keys(table);
    this.#at += 1; // The equals sign.
    this.#blanks();
    this.#value(pointer);
  }

  /** Reads `a."b c".d`, and records the position of each part. */
  #keys(table: string): string {
    let pointer = table;
    for (;;) {
      this.#blanks();
      const items = this.#tables.get(pointer);
      pointer = items === undefined || pointer === table ? pointer : `${pointer}/${items - 1}`;
      const start = this.#at;
      const quote = this.#text[this.#at];
      const key = quote === '"' || quote === "'" ? this.#quotedKey() : this.#take(/[\w-]*/y);
      pointer = `${pointer}/${escapePointer(key)}`;
      this.#note(pointer, start);
      this.#blanks();
      if (this.#text[this.#at] !== '.') {
        return pointer;
      }
      this.#at += 1;
    }
  }

  #quotedKey(): string {
    const start = this.#at;
    const content = this.#string();
    const text = this.#text.slice(start, this.#at);
    return text.startsWith('"') ? String(JSON.parse(text.replace(/\\U[0-9A-Fa-f]{8}/g, '?'))) : content;
  }

  #value(pointer: string): void {
    const first = this.#text[this.#at];
    if (first === '[') {
      this.#at += 1;
      for (let index = 0; this.#isInside(']'); index += 1) {
        this.#note(`${pointer}/${index}`, this.#at);
        this.#value(`${pointer}/${index}`);
      }
    } else if (first === '{') {
      this.#at += 1;
      while (this.#isInside('}')) {
        this.#pair(pointer);
      }
    } else if (first === '"' || first === "'") {
      this.#string();
    } else {
      this.#take(/[^,\]}#\n]*/y);
    }
  }

  /** Moves to the next item; returns false after the last one. */
  #isInside(end: string): boolean {
    this.#skip();
    if (this.#text[this.#at] === ',') {
      this.#at += 1;
      this.#skip();
    }
    if (this.#text[this.#at] !== end && this.#at < this.#text.length) {
      return true;
    }
    this.#at += 1;
    return false;
  }

  #string(): string {
    const quote = this.#text[this.#at] ?? '';
    const mark = this.#text.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
    const start = this.#at + mark.length;
    this.#at = start;
    while (!this.#text.startsWith(mark, this.#at) && this.#at < this.#text.length) {
      this.#at += quote === '"' && this.#text[this.#at] === '\\' ? 2 : 1;
    }
    while (mark.length === 3 && this.#text[this.#at + 3] === quote) {
      this.#at += 1; // The text may end with quotes before its closing delimiter.
    }
    const content = this.#text.slice(start, this.#at);
    this.#at += mark.length;
    return content;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #blanks(): void {
    this.#take(/[ \t]*/y);
  }

  /** Skips white space and comments. */
  #skip(): void {
    this.#take(/(?:\s|#[^\n]*)*/y);
  }
}
