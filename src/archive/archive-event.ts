import type { JsonObject } from '../base/json.ts';
import type { Finding } from '../model/findings.ts';
import type { RecordBatch } from '../model/records.ts';

/** The class of a tar entry in a migration archive, determined by its name only. */
export type EntryClass =
  | 'records'
  | 'schema'
  | 'urls'
  | 'git'
  | 'attachment'
  | 'repository_file'
  | 'release_asset'
  | 'audit_log'
  | 'log'
  | 'directory'
  | 'unknown';

/** An accepted tar entry. Names come without `./` and without wrapper directories. */
export interface ArchiveEntry {
  readonly name: string;
  readonly class: EntryClass;
  readonly sizeBytes: number;
  /** Modification time in milliseconds since the epoch; undefined if the header has none. */
  readonly modifiedAtMs: number | undefined;
}

/** Facts about the container, known after its last byte was read. */
export interface ContainerSummary {
  /** True if gzip and tar were read to their ends without errors. */
  readonly isWhole: boolean;
  /** Bytes of the file on disk. */
  readonly packedBytes: number;
  /** Bytes of the tar stream. */
  readonly unpackedBytes: number;
  readonly entryCount: number;
  /** SHA-256 of the packed bytes, in lower-case hexadecimal; undefined if reading stopped early. */
  readonly sha256: string | undefined;
}

/** The sizes and digest of a container. */
export type ContainerBytes = Pick<ContainerSummary, 'packedBytes' | 'unpackedBytes' | 'sha256'>;

/** The summary of a container that was not read. */
export const NOTHING_READ: ContainerSummary = {
  isWhole: false,
  packedBytes: 0,
  unpackedBytes: 0,
  entryCount: 0,
  sha256: undefined,
};

/** The events of an archive, in the order of the tar. The last event is always `end`. */
export type ArchiveEvent =
  | { readonly type: 'entry'; readonly entry: ArchiveEntry }
  | { readonly type: 'records'; readonly batch: RecordBatch }
  | {
      readonly type: 'document';
      readonly entryName: string;
      readonly value: JsonObject;
      /** The text of the document, whose numbers may not fit into a JavaScript number. */
      readonly source: string;
    }
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'end'; readonly container: ContainerSummary };

/** Receives all events of an archive; `end` is the last one, after which the results are final. */
export interface ArchiveObserver {
  observe(event: ArchiveEvent): void;
}
