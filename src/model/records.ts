import type { JsonObject } from '../base/json.ts';
import type { Finding } from './findings.ts';

/** One JSON object of a record file. */
export interface ArchiveRecord {
  /** Its index in the record file, from 0. */
  readonly index: number;
  readonly value: JsonObject;
  /**
   * Its bytes in the record file, because parsing may change a value. Raw control characters in strings, which JSON
   * parsers reject, are escaped. A getter: computed on access, and lost in copies of the record.
   */
  readonly source: Uint8Array;
  /** The id that `FindKnown` returned for it: the record was not validated, and is parsed only when its value is read. */
  readonly knownId?: number | undefined;
  /** True if its text is faulty in a way that was reported, so that it must be read again in each archive. */
  readonly hasFaults?: boolean | undefined;
}

/**
 * Returns the id of a record that the consumer of an archive already has with these bytes, validated by the same
 * schemas and without any finding; undefined if it may be a different one. The kind is that of its file.
 */
export type FindKnown = (kind: string, source: Uint8Array) => number | undefined;

/** A record that violates its schema: kept completely, but not in the table of its kind. */
export interface RejectedRecord {
  readonly index: number;
  readonly source: Uint8Array;
  readonly findings: readonly Finding[];
}

/** Records of one kind from one record file, in order. A large file yields several batches. */
export interface RecordBatch {
  /** The `type` of the records, or else the kind of the file's prefix, or else the prefix itself. */
  readonly kind: string;
  readonly entryName: string;
  readonly records: readonly ArchiveRecord[];
  readonly rejected: readonly RejectedRecord[];
}

/**
 * Receives the bytes of one file of an archive. Both calls are synchronous, so a slow sink slows the reader down. If a
 * sink throws, reading ends with its error.
 */
export interface FileSink {
  write(chunk: Uint8Array): void;
  /** The file is complete. Not called if the archive ends inside of the file. */
  end(): void;
}
