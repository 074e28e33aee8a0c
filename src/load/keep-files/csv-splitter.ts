/** Characters of a line, quoted line breaks included. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

/** Splits comma-separated values (RFC 4180) that arrive in chunks into lines of fields. */
export class CsvSplitter {
  readonly #onLine: (fields: readonly string[]) => void;
  #fields: string[] = [];
  #field = '';
  #lineCharacters = 0;
  /** `quote`: a quotation mark in a quoted field, which ends it or is the first one of two. */
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #lineNumber = 1;

  constructor(onLine: (fields: readonly string[]) => void) {
    this.#onLine = onLine;
  }

  /** The number of the line that is being read. */
  get lineNumber(): number {
    return this.#lineNumber;
  }

  /** Takes the next text. Returns what is wrong with it, if anything. */
  write(text: string): string | undefined {
    for (const character of this.#lineNumber === 1 ? text.replace(/^\uFEFF/, '') : text) {
      this.#lineCharacters += 1;
      if (this.#lineCharacters > MAX_LINE_CHARACTERS) {
        return `a line has more than ${MAX_LINE_CHARACTERS} characters`;
      }
      this.#take(character);
    }
    return undefined;
  }

  /** Ends the text. Returns what is wrong with it, if anything. */
  end(): string | undefined {
    if (this.#state === 'quoted') {
      return 'a quotation mark is missing';
    }
    if (this.#state !== 'start' || this.#fields.length > 0) {
      this.#endLine();
    }
    return undefined;
  }

  #take(character: string): void {
    if (this.#state === 'quoted') {
      this.#state = character === '"' ? 'quote' : 'quoted';
      this.#field += character === '"' ? '' : character;
    } else if (character === '"' && this.#state !== 'plain') {
      this.#field += this.#state === 'quote' ? '"' : '';
      this.#state = 'quoted';
    } else if (character === ',') {
      this.#endField();
    } else if (character === '\n') {
      this.#endLine();
    } else {
      this.#field += character;
      this.#state = 'plain';
    }
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'start';
  }

  #endLine(): void {
    if (this.#state === 'plain') {
      this.#field = this.#field.replace(/\r$/, '');
    }
    this.#endField();
    this.#onLine(this.#fields);
    this.#fields = [];
    this.#lineCharacters = 0;
    this.#lineNumber += 1;
  }
}
