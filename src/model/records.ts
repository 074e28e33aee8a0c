import type { JsonObject } from '../base/index.ts';
import type { Finding } from './findings.ts';

/** What the bytes of a record tell without being parsed. */
export interface SourceFacts {
  /** The `digestOf` them. */
  readonly digest: number;
  /** Whether `\u` stands in them. */
  readonly hasUnicodeEscapes: boolean;
  /** False where no number has a fraction or an exponent, and none is minus nought. */
  readonly mayHaveOddNumbers: boolean;
}

/** One JSON object of a record file. */
export interface ArchiveRecord {
  /** Its place in the record file, counted from 0. */
  readonly index: number;
  readonly value: JsonObject;
  /**
   * Its bytes as they stand in the record file: the truth where parsing would change a value. Raw control characters
   * in strings, which no JSON parser takes, are escaped in it. It is made when it is asked for, and not copied with the rest.
   */
  readonly source: Uint8Array;
  /** What its source tells, where that was asked before the record was parsed. */
  readonly facts?: SourceFacts | undefined;
}

/** A record that broke its schema: kept whole, never loaded into the table of its kind. */
export interface RejectedRecord {
  readonly index: number;
  readonly source: Uint8Array;
  readonly findings: readonly Finding[];
}

/** Records of one kind from one record file, in the file's order. A large file yields many batches. */
export interface RecordBatch {
  /** The records' own `type`, else the kind of the file's prefix, else the prefix itself. */
  readonly kind: string;
  readonly entryName: string;
  readonly records: readonly ArchiveRecord[];
  readonly rejected: readonly RejectedRecord[];
}
