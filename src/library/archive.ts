/** Archives: reading, inspecting, verifying and extracting. Imported as `satchel/archive`. */

export type * from '../../schemas/library/records.d.ts';
export type { ExtractRemarks } from '../app/extract/extract-job.ts';
export type { ExtractSelection } from '../app/extract/extract-selection.ts';
export type { ExtractedFile } from '../app/extract/extract-target.ts';
export type { ExtractReport } from '../app/extract.ts';
export type { ArchiveEntry, ContainerSummary, EntryClass } from '../archive/archive-event.ts';
export type { ArchiveSource, FolderSource } from '../archive/archive-source.ts';
export type { ReferenceTally } from '../archive/checks/reference-check.ts';
export type { UploadTally } from '../archive/checks/upload-check.ts';
export type { OpenFile } from '../archive/entry-reader.ts';
export type { Exporter } from '../archive/guess-exporter.ts';
export type { FileTally, GitDirectoryTally, InspectedKind, InspectReport } from '../archive/inspection.ts';
export type { PackedSource } from '../archive/read-packed.ts';
export type { RepositoryTally } from '../archive/repository-tallies.ts';
export type { RepositoryThreads, VerifyReport } from '../archive/verification.ts';
export type { ArchiveLimits } from '../model/archive-limits.table.ts';
export { ARCHIVE_LIMITS } from '../model/archive-limits.table.ts';
export type { FindingCode, FindingRow, Severity } from '../model/findings.table.ts';
export { FINDINGS } from '../model/findings.table.ts';
export type { Finding, FindingTally } from '../model/findings.ts';
export type { RecordKind, RecordKindRow } from '../model/record-kinds.table.ts';
export { RECORD_KINDS } from '../model/record-kinds.table.ts';
export type { ArchiveRecord, FileSink, RecordBatch, RejectedRecord } from '../model/records.ts';
export type { ExtractOptions } from './calls/extract-archive.ts';
export { extractArchive } from './calls/extract-archive.ts';
export type {
  AnyBatch,
  ArchiveEvent,
  ArchiveInput,
  BatchOf,
  EventOptions,
  KeyOptions,
  OpenOptions,
  ReadOptions,
  RecordOf,
  VerifyOptions,
} from './calls/read-archive.ts';
export {
  inspectArchive,
  openArchive,
  readArchive,
  recordsOf,
  verifyArchive,
} from './calls/read-archive.ts';
