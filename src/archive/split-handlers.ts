import type { FindingCode } from '../model/index.ts';

/** What cutting a record out of its file has told of it. */
export interface RecordScan {
  /** How many members it writes, those of nested objects included. */
  readonly memberCount: number;
  /** False where no number has a fraction or an exponent, and none is minus nought. */
  readonly mayHaveOddNumbers: boolean;
}

/** Takes the bytes of one object as they were cut, not yet proven to be JSON. */
export type TakeRecord = (bytes: Buffer, index: number, scan: RecordScan) => void;

/** Where the parts of a record file go: everything is called before `write` or `end` returns. */
export interface SplitHandlers {
  readonly onRecord: TakeRecord;
  /** Something is wrong at the element with this index; splitting goes on where it can. */
  readonly onFault: (code: FindingCode, fault: string, index: number) => void;
  /**
   * This splitter cannot cut what follows: the document is no array, or the record at `index` is larger than the window.
   * `rest` are the bytes from there on that were taken but not handed out. All later bytes are ignored.
   */
  readonly onDecline: (reason: 'not-array' | 'beyond-window', rest: Buffer, index: number) => void;
}

/** Takes the bytes of one record file in chunks of any size. The chunks must not change later. */
export interface RecordSplitter {
  write(chunk: Buffer): void;
  end(): void;
}
