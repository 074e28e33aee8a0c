import { quoteText, type Violation } from '../base/index.ts';
import {
  type ArchiveLimits,
  type ArchiveRecord,
  createFinding,
  type Finding,
  type FindingCode,
  type RecordBatch,
  type RejectedRecord,
} from '../model/index.ts';
import type { ArchiveEvent } from './archive-event.ts';
import { prefixOfRecordFile } from './entry-name.ts';
import type { KindReaders } from './kind-readers.ts';
import type { BodyTaker } from './one-tar.ts';
import { parseRecord, type TextFault } from './parse-record.ts';
import { placeOfRecord } from './place-of-record.ts';
import { createRecordSplitter, type RecordSplitter } from './record-splitter.ts';
import { createTokenSplitter } from './token-splitter.ts';

/** What cuts a record file into records. */
export type SplitterName = 'bytes' | 'stream-json';

interface RecordFileOptions {
  readonly entryName: string;
  readonly kinds: KindReaders;
  readonly limits: ArchiveLimits;
  readonly emit: (event: ArchiveEvent) => void;
  readonly splitter: SplitterName;
}

/** Takes one record file and emits its records by batches; what cannot be a record is a finding. */
export interface RecordFile extends BodyTaker {
  /** Emits the records gathered so far. */
  flush(): void;
}

/** Records up to this size are cut by the scanner, in memory; larger ones go through the token parser. */
const WINDOW_BYTES = 8 * 1024 * 1024;

/** Records of one batch: enough to make its cost vanish, few enough to stay small. */
const MAX_BATCH_RECORDS = 1_000;

/** Findings about the text of one file; a file with more than these is no record file. */
const MAX_TEXT_FINDINGS = 1_000;

export function openRecordFile(options: RecordFileOptions): RecordFile {
  return new OpenRecordFile(options);
}

class OpenRecordFile implements RecordFile {
  readonly #options: RecordFileOptions;
  readonly #prefix: string;
  #splitter: RecordSplitter;
  #kind: string;
  #records: ArchiveRecord[] = [];
  #rejected: RejectedRecord[] = [];
  #textFindings = 0;

  constructor(options: RecordFileOptions) {
    this.#options = options;
    this.#prefix = prefixOfRecordFile(options.entryName);
    this.#kind = options.kinds.kindOf(this.#prefix);
    this.#splitter = options.splitter === 'bytes' ? this.#createScanner() : this.#createTokenSplitter(0);
  }

  write(chunk: Buffer): void {
    this.#splitter.write(chunk);
  }

  end(isWhole: boolean): void {
    if (isWhole) {
      this.#splitter.end();
    }
    this.flush();
  }

  flush(): void {
    if (this.#records.length + this.#rejected.length > 0) {
      const batch: RecordBatch = {
        kind: this.#kind,
        entryName: this.#options.entryName,
        records: this.#records,
        rejected: this.#rejected,
      };
      this.#records = [];
      this.#rejected = [];
      this.#options.emit({ type: 'records', batch });
    }
  }

  #createScanner(): RecordSplitter {
    const { recordBytes, recordNesting } = this.#options.limits;
    return createRecordSplitter({
      windowBytes: Math.min(WINDOW_BYTES, recordBytes),
      maxNesting: recordNesting,
      onRecord: (source, index, stringCount) => this.#take(source, index, stringCount),
      onFault: (code, fault, index) => this.#report(code, fault, index),
      onDecline: (reason, rest, index) => this.#fallBack(reason, rest, index),
    });
  }

  #createTokenSplitter(firstIndex: number): RecordSplitter {
    const { recordBytes, recordNesting } = this.#options.limits;
    return createTokenSplitter({
      firstIndex,
      maxRecordBytes: recordBytes,
      maxNesting: recordNesting,
      onRecord: (source, index, stringCount) => this.#take(source, index, stringCount),
      onFault: (code, fault, index) => this.#report(code, fault, index),
    });
  }

  /** Goes on with the token parser where the scanner gave up. */
  #fallBack(reason: 'not-array' | 'beyond-window', rest: Buffer, firstIndex: number): void {
    this.#splitter = this.#createTokenSplitter(firstIndex);
    if (reason === 'beyond-window') {
      this.#splitter.write(Buffer.from('['));
    }
    this.#splitter.write(rest);
  }

  #take(bytes: Buffer, index: number, stringCount: number): void {
    const { value, source, faults } = parseRecord(bytes, stringCount);
    if (value === undefined) {
      this.#setKind(this.#options.kinds.kindOf(this.#prefix));
      this.#reject(source, index, this.#findingsOf(faults, index));
      return;
    }
    const reader = this.#options.kinds.readerFor(value, this.#prefix);
    this.#setKind(reader.kind);
    const violations = reader.judge(value, this.#options.entryName, index);
    if (violations.length > 0) {
      const place = placeOfRecord(this.#options.entryName, index, value);
      const invalid = invalidFindings(reader.kind, place, violations);
      this.#reject(source, index, [...this.#findingsOf(faults, index), ...invalid]);
      return;
    }
    this.#records.push({ index, value, source });
    for (const { code, fault } of faults) {
      this.#emitFinding(code, fault, index);
    }
    this.#flushFull();
  }

  #reject(source: Buffer, index: number, findings: readonly Finding[]): void {
    this.#rejected.push({ index, source, findings });
    this.#flushFull();
  }

  #flushFull(): void {
    if (this.#records.length + this.#rejected.length >= MAX_BATCH_RECORDS) {
      this.flush();
    }
  }

  #setKind(kind: string): void {
    if (kind !== this.#kind) {
      this.flush();
      this.#kind = kind;
    }
  }

  #report(code: FindingCode, fault: string, index: number): void {
    this.#textFindings += 1;
    if (this.#textFindings === MAX_TEXT_FINDINGS) {
      this.#splitter = { write: () => {}, end: () => {} };
      this.#emitFinding(
        'limit-exceeded',
        `more than ${MAX_TEXT_FINDINGS} faults; the rest was not read`,
        index,
      );
    } else if (this.#textFindings < MAX_TEXT_FINDINGS) {
      this.#emitFinding(code, fault, index);
    }
  }

  #emitFinding(code: FindingCode, fault: string, index: number): void {
    for (const finding of this.#findingsOf([{ code, fault }], index)) {
      this.#options.emit({ type: 'finding', finding });
    }
  }

  #findingsOf(faults: readonly TextFault[], recordIndex: number): readonly Finding[] {
    const { entryName } = this.#options;
    return faults.map(({ code, fault }) => {
      const message = `In ${quoteText(entryName)} at record ${recordIndex}: ${fault}`;
      return createFinding(code, message, { entryName, recordIndex });
    });
  }
}

/** One finding for each way in which a record breaks its schema. */
function invalidFindings(
  kind: string,
  place: ReturnType<typeof placeOfRecord>,
  violations: readonly Violation[],
): readonly Finding[] {
  const { url, entryName, recordIndex } = place;
  const subject = url === undefined ? `Record ${recordIndex} of ${quoteText(entryName)}` : quoteText(url);
  return violations.map(({ pointer, message }) => {
    const where = pointer === '' ? 'the record' : pointer;
    return createFinding('record-invalid', `${subject} is no valid ${kind}: ${where} ${message}`, {
      ...place,
      pointer,
    });
  });
}
