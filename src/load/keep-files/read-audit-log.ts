import { StringDecoder } from 'node:string_decoder';
import { bufferOf } from '../../base/byte-text.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import type { FileSink } from '../../model/records.ts';
import type { AuditLogEntry } from '../../store/audit-log-row.ts';

interface AuditLogReading {
  readonly entryName: string;
  /** Receives entries in order, in batches. */
  readonly onEntries: (entries: readonly AuditLogEntry[]) => void;
  readonly onFinding: (finding: Finding) => void;
}

/** Entries that are passed on together. */
const BATCH_ENTRIES = 500;

/**
 * Reads an audit log: comma-separated values, whose first line names the fields. Which fields there are is not
 * documented, so all are kept. A log that is not in this format is read up to the fault, and reported.
 */
export function readAuditLog({ entryName, onEntries, onFinding }: AuditLogReading): FileSink {
  const decoder = new StringDecoder('utf8');
  let names: readonly string[] | undefined;
  let batch: AuditLogEntry[] = [];
  let hasFault = false;
  const flush = () => {
    if (batch.length > 0) {
      onEntries(batch);
      batch = [];
    }
  };
  const splitter = new CsvSplitter((fields) => {
    if (names === undefined) {
      names = columnNames(fields);
      return;
    }
    const entry = entryOf(names, fields);
    if (Object.keys(entry).length > 0) {
      batch.push(entry);
    }
    if (batch.length === BATCH_ENTRIES) {
      flush();
    }
  });
  const check = (fault: string | undefined) => {
    if (fault !== undefined && !hasFault) {
      hasFault = true;
      flush();
      const message = `The audit log cannot be read beyond line ${splitter.lineNumber}: ${fault}`;
      onFinding(createFinding('audit-log-unreadable', message, { entryName }));
    }
  };
  return {
    write(chunk) {
      if (!hasFault) {
        check(splitter.write(decoder.write(bufferOf(chunk))));
      }
    },
    end() {
      if (!hasFault) {
        check(splitter.write(decoder.end()) ?? splitter.end());
        flush();
      }
    },
  };
}

/** A name that occurs twice is that of its first column; the other gets its number, as columns without a name. */
function columnNames(fields: readonly string[]): readonly string[] {
  const seen = new Set(['']);
  return fields.map((name, index) => {
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew ? name : numbered(index);
  });
}

function numbered(index: number): string {
  return `column_${index + 1}`;
}

/** The fields that are not empty; a line may have more than the first one. */
function entryOf(names: readonly string[], fields: readonly string[]): AuditLogEntry {
  const named = fields.map((field, index) => [names[index] ?? numbered(index), field] as const);
  return Object.fromEntries(named.filter(([, field]) => field !== ''));
}

/** Characters of a line, quoted line breaks included. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

/** Splits comma-separated values (RFC 4180) that arrive in chunks into lines of fields. */
class CsvSplitter {
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
