import { escapePointer, messageOf } from '../base/index.ts';
import { type PlacedDocument, placesOf, type TextFault, type TextPlace } from './text-place.ts';

/** Parses JSON; returns syntax errors instead of throwing. */
export function readJson(text: string): PlacedDocument | readonly TextFault[] {
  const placeOf = placesOf(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    const offset = /at position (\d+)/.exec(message)?.[1] ?? String(text.length);
    return [{ ...placeOf(Number(offset)), message: message.replace(/,? ?(in JSON )?at position .*$/, '') }];
  }
  const places = new Map<string, TextPlace>();
  const scanner = new Scanner(text, (pointer, offset) => places.set(pointer, placeOf(offset)));
  scanner.value('');
  return { value, places };
}

/** Finds the positions of members in valid JSON. */
class Scanner {
  readonly #text: string;
  readonly #note: (pointer: string, offset: number) => void;
  #at = 0;

  constructor(text: string, note: (pointer: string, offset: number) => void) {
    this.#text = text;
    this.#note = note;
  }

  value(pointer: string): void {
    this.#skipBlanks();
    const first = this.#text[this.#at];
    if (first === '{' || first === '[') {
      this.#members(pointer, first === '{' ? '}' : ']');
    } else if (first === '"') {
      this.#string();
    } else {
      this.#at += /^[^,\]}\s]*/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0].length ?? 0;
    }
  }

  #members(pointer: string, end: string): void {
    this.#at += 1;
    for (let index = 0; ; index += 1) {
      this.#skipBlanks();
      if (this.#text[this.#at] === ',') {
        this.#at += 1;
        this.#skipBlanks();
      }
      if (this.#text[this.#at] === end) {
        this.#at += 1;
        return;
      }
      const start = this.#at;
      const name = end === '}' ? this.#key() : String(index);
      this.#note(`${pointer}/${escapePointer(name)}`, start);
      this.value(`${pointer}/${escapePointer(name)}`);
    }
  }

  #key(): string {
    const key = this.#string();
    this.#skipBlanks();
    this.#at += 1; // The colon.
    return key;
  }

  #string(): string {
    const start = this.#at;
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      this.#at += this.#text[this.#at] === '\\' ? 1 : 0;
    }
    this.#at += 1;
    return String(JSON.parse(this.#text.slice(start, this.#at)));
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? 'x')) {
      this.#at += 1;
    }
  }
}
