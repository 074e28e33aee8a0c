import { type Database, openDatabase } from '../../database.ts';

/** Code points that are asked for together. */
const BLOCK_SIZE = 256;

/** What a code point is between words. */
export const SEPARATOR = 0;
/** What it is where it goes on with a word and is left out of it, as an accent is that stands for itself. */
export const LEFT_OUT = -1;

/**
 * What a tokenizer of FTS5 makes of characters: `SEPARATOR`, `LEFT_OUT`, or the code point that stands for it in words. It is
 * asked itself, for some characters at a time and when one of them comes, so that no table of Unicode can differ from its own.
 */
export class LetterBlocks {
  readonly #tokenizer: string;
  readonly #blocks: (Int32Array | undefined)[] = [];
  #db: Database | undefined;

  /** `tokenizer` as in the definition of an index. */
  constructor(tokenizer: string) {
    this.#tokenizer = tokenizer;
  }

  letterOf(codePoint: number): number {
    const number = Math.floor(codePoint / BLOCK_SIZE);
    const block = this.#blocks[number] ?? this.#ask(number);
    return block[codePoint % BLOCK_SIZE] ?? SEPARATOR;
  }

  close(): void {
    this.#db?.close();
    this.#db = undefined;
  }

  #ask(number: number): Int32Array {
    this.#db ??= openAsking(this.#tokenizer);
    const db = this.#db;
    db.exec("BEGIN; INSERT INTO letters (letters) VALUES ('delete-all')");
    const add = db.prepare('INSERT INTO letters (rowid, text) VALUES (?, ?)');
    const first = number * BLOCK_SIZE;
    for (let index = 0; index < BLOCK_SIZE; index += 1) {
      add.run(index, `a${String.fromCodePoint(first + index)}b`);
    }
    db.exec('COMMIT');
    const words = db
      .prepare<[], readonly [number, string]>('SELECT doc, term FROM words ORDER BY doc, offset')
      .raw();
    const block = new Int32Array(BLOCK_SIZE).fill(SEPARATOR);
    for (const [index, word] of words.iterate()) {
      if (word.startsWith('a') && word.endsWith('b')) {
        block[index] =
          word.codePointAt(1) === 0x62 && word.length === 2 ? LEFT_OUT : (word.codePointAt(1) ?? SEPARATOR);
      }
    }
    this.#blocks[number] = block;
    return block;
  }
}

function openAsking(tokenizer: string): Database {
  const db = openDatabase(':memory:', { readonly: false });
  db.exec(`
    CREATE VIRTUAL TABLE letters USING fts5 (text, content = '', tokenize = '${tokenizer}');
    CREATE VIRTUAL TABLE words USING fts5vocab (letters, instance);
  `);
  return db;
}
