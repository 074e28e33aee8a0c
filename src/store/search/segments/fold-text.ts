import type { ByteRange } from './byte-run.ts';
import { grownTo } from './grown-to.ts';
import { LEFT_OUT, type LetterBlocks, SEPARATOR } from './letter-blocks.ts';
import { WORD_BYTES } from './word-bytes.ts';

/** Bytes of a character in UTF-8 at most. */
const MAX_CHARACTER_BYTES = 4;

const BLANK = 0x20;

/** Turns texts of any script into what ASCII words are read from: letters as a tokenizer folds them, and blanks. */
export class TextFolder {
  readonly #letters: LetterBlocks;
  #bytes = new Uint8Array(4_096);

  constructor(letters: LetterBlocks) {
    this.#letters = letters;
  }

  /** The words of a text in UTF-8, good until the next text is folded. */
  fold({ bytes, start, end }: ByteRange): ByteRange {
    let to = 0;
    let isInWord = false;
    for (let at = start; at < end; ) {
      this.#bytes = grownTo(this.#bytes, to + MAX_CHARACTER_BYTES);
      const first = bytes[at] ?? 0;
      if (first < 0x80) {
        isInWord = WORD_BYTES[first] !== 0;
        this.#bytes[to] = first;
        to += 1;
        at += 1;
        continue;
      }
      const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      const letter = this.#letters.letterOf(codePointAt(bytes, at, length));
      at += length;
      if (letter === LEFT_OUT && isInWord) {
        continue;
      }
      isInWord = letter > SEPARATOR;
      to = putCharacter(this.#bytes, to, isInWord ? letter : BLANK);
    }
    return { bytes: this.#bytes, start: 0, end: to };
  }
}

/** A character of several bytes in UTF-8, which is sound: it comes from strings (RFC 3629, section 3). */
function codePointAt(bytes: Uint8Array, start: number, length: number): number {
  let codePoint = (bytes[start] ?? 0) & (0x7f >> length);
  for (let at = start + 1; at < start + length; at += 1) {
    codePoint = (codePoint << 6) | ((bytes[at] ?? 0) & 0x3f);
  }
  return codePoint;
}

function putCharacter(bytes: Uint8Array, start: number, codePoint: number): number {
  if (codePoint < 0x80) {
    bytes[start] = codePoint;
    return start + 1;
  }
  const length = codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  let rest = codePoint;
  for (let at = start + length - 1; at > start; at -= 1) {
    bytes[at] = 0x80 | (rest & 0x3f);
    rest >>= 6;
  }
  bytes[start] = ((0xf00 >> length) & 0xff) | rest;
  return start + length;
}
