import { quoteText } from '../base/terminal-text.ts';
import type { ArchiveLimits } from '../model/archive-limits.table.ts';
import type { FindingCode } from '../model/findings.table.ts';
import { createFinding } from '../model/findings.ts';
import type { ArchiveEvent } from './archive-event.ts';
import { createRecordSplitter } from './record-splitter.ts';
import type { RecordSplitter, TakeRecord } from './record-text.ts';
import type { BodyTaker } from './tar-reader.ts';
import { createTokenSplitter } from './token-splitter.ts';

/** How record files are split into records: by a scanner of bytes, or by `stream-json`. */
export type SplitterName = 'bytes' | 'stream-json';

interface CutterOptions {
  readonly entryName: string;
  readonly limits: ArchiveLimits;
  readonly splitter: SplitterName;
  readonly onRecord: TakeRecord;
  readonly emit: (event: ArchiveEvent) => void;
}

/** Maximum findings about the text of one file; a file with more is not a record file. */
const MAX_TEXT_FINDINGS = 1_000;

/** Splits one record file into records; reports findings about anything that cannot be a record. */
export class RecordCutter implements BodyTaker {
  readonly #options: CutterOptions;
  #splitter: RecordSplitter;
  #textFindings = 0;

  constructor(options: CutterOptions) {
    this.#options = options;
    this.#splitter = options.splitter === 'bytes' ? this.#createScanner() : this.#createTokenSplitter(0);
  }

  write(chunk: Buffer): void {
    this.#splitter.write(chunk);
  }

  end(isWhole: boolean): void {
    if (isWhole) {
      this.#splitter.end();
    }
  }

  #createScanner(): RecordSplitter {
    const { limits, onRecord } = this.#options;
    return createRecordSplitter({
      windowBytes: limits.recordBytes,
      maxNesting: limits.recordNesting,
      onRecord,
      onFault: (code, fault, index) => this.#report(code, fault, index),
      onDecline: (reason, rest, index) => this.#fallBack(reason, rest, index),
    });
  }

  #createTokenSplitter(firstIndex: number): RecordSplitter {
    const { limits, onRecord } = this.#options;
    return createTokenSplitter({
      firstIndex,
      maxRecordBytes: limits.recordBytes,
      maxNesting: limits.recordNesting,
      onRecord,
      onFault: (code, fault, index) => this.#report(code, fault, index),
    });
  }

  /** Continues with the token parser at the point where the scanner stopped. */
  #fallBack(reason: 'not-array' | 'beyond-window', rest: Buffer, firstIndex: number): void {
    this.#splitter = this.#createTokenSplitter(firstIndex);
    if (reason === 'beyond-window') {
      this.#splitter.write(Buffer.from('['));
    }
    this.#splitter.write(rest);
  }

  #report(code: FindingCode, fault: string, recordIndex: number): void {
    this.#textFindings += 1;
    if (this.#textFindings > MAX_TEXT_FINDINGS) {
      return;
    }
    const { entryName, emit } = this.#options;
    const isLast = this.#textFindings === MAX_TEXT_FINDINGS;
    if (isLast) {
      this.#splitter = { write: () => {}, end: () => {} };
    }
    const described = isLast ? `more than ${MAX_TEXT_FINDINGS} faults; the rest was not read` : fault;
    const message = `In ${quoteText(entryName)} at record ${recordIndex}: ${described}`;
    const finding = createFinding(isLast ? 'limit-exceeded' : code, message, { entryName, recordIndex });
    emit({ type: 'finding', finding });
  }
}
