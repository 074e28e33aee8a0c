import type { JsonObject, Violation } from '../base/index.ts';
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
import { parseRecord } from './parse-record.ts';
import { createRecordSplitter, type RecordSplitter } from './record-splitter.ts';
import { createTokenSplitter } from './token-splitter.ts';

interface RecordFileOptions {
  readonly entryName: string;
  readonly kinds: KindReaders;
  readonly limits: ArchiveLimits;
  readonly emit: (event: ArchiveEvent) => void;
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
    this.#splitter = createRecordSplitter({
      windowBytes: Math.min(WINDOW_BYTES, options.limits.recordBytes),
      maxNesting: options.limits.recordNesting,
      onRecord: (source, index) => this.#take(source, index),
      onFault: (code, fault, index) => this.#report(code, fault, index),
      onDecline: (reason, rest, index) => this.#fallBack(reason, rest, index),
    });
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

  #fallBack(reason: 'not-array' | 'beyond-window', rest: Buffer, firstIndex: number): void {
    const { limits } = this.#options;
    this.#splitter = createTokenSplitter({
      firstIndex,
      maxRecordBytes: limits.recordBytes,
      maxNesting: limits.recordNesting,
      onRecord: (source, index) => this.#take(source, index),
      onFault: (code, fault, index) => this.#report(code, fault, index),
    });
    if (reason === 'beyond-window') {
      this.#splitter.write(Buffer.from('['));
    }
    this.#splitter.write(rest);
  }

  #take(source: Buffer, index: number): void {
    const { value, faults } = parseRecord(source);
    const place = { entryName: this.#options.entryName, recordIndex: index };
    const findings = faults.map(({ code, fault }) =>
      createFinding(code, this.#sentence(index, fault), place),
    );
    if (value === undefined) {
      this.#setKind(this.#options.kinds.kindOf(this.#prefix));
      this.#rejected.push({ index, source, findings });
      return;
    }
    const reader = this.#options.kinds.readerFor(value, this.#prefix);
    this.#setKind(reader.kind);
    const violations = reader.judge(value, this.#options.entryName, index);
    if (violations.length > 0) {
      this.#rejected.push({
        index,
        source,
        findings: [...findings, ...invalidFindings(value, reader.kind, place, violations)],
      });
      return;
    }
    this.#records.push({ index, value, source });
    for (const finding of findings) {
      this.#options.emit({ type: 'finding', finding });
    }
    if (this.#records.length >= MAX_BATCH_RECORDS) {
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
    const place = { entryName: this.#options.entryName, recordIndex: index };
    this.#options.emit({
      type: 'finding',
      finding: createFinding(code, this.#sentence(index, fault), place),
    });
  }

  #sentence(index: number, fault: string): string {
    return `In "${this.#options.entryName}" at record ${index}: ${fault}`;
  }
}

/** One finding for each way in which a record breaks its schema. */
function invalidFindings(
  value: JsonObject,
  kind: string,
  place: { readonly entryName: string; readonly recordIndex: number },
  violations: readonly Violation[],
): readonly Finding[] {
  const url = typeof value['url'] === 'string' ? value['url'] : undefined;
  const subject = url === undefined ? `Record ${place.recordIndex} of "${place.entryName}"` : `"${url}"`;
  return violations.map(({ pointer, message }) => {
    const sentence = `${subject} is no valid ${kind}: ${pointer === '' ? 'the record' : pointer} ${message}`;
    return createFinding('record-invalid', sentence, {
      ...place,
      pointer,
      ...(url === undefined ? {} : { url }),
    });
  });
}
