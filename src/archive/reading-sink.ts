import type { ArchiveEvent, ContainerSummary } from './archive-event.ts';
import type { DocumentName } from './archive-schemas.ts';
import type { EntryReader } from './entry-reader.ts';
import type { BodyTaker } from './one-tar.ts';
import type { RecordFile } from './record-file.ts';

/** Takes what is read of an archive, in its order. */
export interface ReadingSink {
  add(event: ArchiveEvent): void;
  /** Opens the place that the bytes of one record file go to. */
  openRecords(entryName: string): RecordFile;
  /** Opens the place that the bytes of schema.json or urls.json go to. */
  openDocument(entryName: string, document: DocumentName): BodyTaker;
  /** Called behind the last entry, before what only the end of the archive shows is added. */
  finish(): void;
  /** True when enough waits that reading should pause. */
  readonly isFull: boolean;
  /** True once a finding went through that means the container is not whole. */
  readonly hasContainerFault: boolean;
}

/** What a container turns out to be, beside its entries. */
export type ContainerBytes = Pick<ContainerSummary, 'packedBytes' | 'unpackedBytes' | 'sha256'>;

/** What readers of every form of archive get. */
export interface ContainerReading<Source> {
  readonly source: Source;
  readonly entries: EntryReader;
  readonly sink: ReadingSink;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((packedBytesRead: number) => void) | undefined;
}
