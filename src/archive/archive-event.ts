import type { JsonObject } from '../base/index.ts';
import type { Finding, RecordBatch } from '../model/index.ts';

/** What a tar entry is in the layout of a migration archive, derived from its name alone. */
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

/** One tar entry that was taken; names are without `./` and without a wrapper directory. */
export interface ArchiveEntry {
  readonly name: string;
  readonly class: EntryClass;
  readonly sizeBytes: number;
  /** Modification time in milliseconds since the epoch, or undefined where the header has none. */
  readonly modifiedAtMs: number | undefined;
}

/** What is known of the container once its last byte was read. */
export interface ContainerSummary {
  /** True when gzip and tar were read to their proper ends without an error. */
  readonly isWhole: boolean;
  /** Bytes of the file as it lies on disk. */
  readonly packedBytes: number;
  /** Bytes of the tar stream. */
  readonly unpackedBytes: number;
  readonly entryCount: number;
  /** SHA-256 of the packed bytes, in lower-case hexadecimal; undefined when reading stopped early. */
  readonly sha256: string | undefined;
}

/** What a container turns out to be, apart from its entries. */
export type ContainerBytes = Pick<ContainerSummary, 'packedBytes' | 'unpackedBytes' | 'sha256'>;

/** The summary of a container of which nothing was read. */
export const NOTHING_READ: ContainerSummary = {
  isWhole: false,
  packedBytes: 0,
  unpackedBytes: 0,
  entryCount: 0,
  sha256: undefined,
};

/** An archive as it streams past, in the order of the tar. The last event is always `end`. */
export type ArchiveEvent =
  | { readonly type: 'entry'; readonly entry: ArchiveEntry }
  | { readonly type: 'records'; readonly batch: RecordBatch }
  | {
      readonly type: 'document';
      readonly entryName: string;
      readonly value: JsonObject;
      /** Its text: numbers may be larger than a value holds. */
      readonly source: string;
    }
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'end'; readonly container: ContainerSummary };

/** Sees every event of an archive, `end` last; that is when it knows what only the whole archive can show. */
export interface ArchiveObserver {
  observe(event: ArchiveEvent): void;
}
