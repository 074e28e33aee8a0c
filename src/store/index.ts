/**
 * Records in SQLite: the schema (`schemas/store`), the mapping between records and rows (`tables`), history, and the writer
 * that replaces a store as a whole. The only room that knows SQLite: others get an open database from it.
 */

export type { CaptureName } from './captures/capture-tables.table.ts';
export { type Capture, type CaptureCounts, writeCapture } from './captures/write-capture.ts';
export { parseTimestamp } from './conversions.ts';
export { type Database, quoteName } from './database.ts';
export { diffRecords, type FieldDifference } from './diff/diff-records.ts';
export { requireDriver } from './driver.ts';
export {
  blobPath,
  type FileFolders,
  foldersBeside,
  foldersIn,
  gitFolderPath,
  isBlobName,
  isGitFolderName,
} from './files/file-folders.ts';
export type { FileRegister } from './files/file-register.ts';
export {
  type FileContent,
  type KeptFile,
  type KeptRepository,
  NEWEST_KEPT,
  readKeptFiles,
  readKeptRepositories,
} from './files/kept-files.ts';
export type { ChangeCounts } from './history/change-counts.ts';
export type { Change } from './history/change-log.ts';
export { type RecordDifference, readDifferences } from './history/read-differences.ts';
export { type RecordVersion, readHistory } from './history/read-history.ts';
export { openForQuestions, openForReading } from './open-for-reading.ts';
export type { LoadOrder } from './place-in-time.ts';
export { runQuery, type SqlValue } from './query.ts';
export { readRecords, type StoredRecord } from './read-records.ts';
export { type DocumentedTable, documentSchema } from './schema-documentation.ts';
export { isIndexed } from './search/index/build-index.ts';
export { hasCjk, spaceCjk } from './search/index/cjk-text.ts';
export {
  type ArchiveClaim,
  readSnapshots,
  type Snapshot,
  type SnapshotFacts,
  salvageOf,
} from './snapshot.ts';
export { openStore, readChangeCounters, type Store } from './store.ts';
export { requireStore } from './store-header.ts';
export { lockStore, removeParts, waitForStore } from './store-lock.ts';
export { openStoreWriter, type StoreWriter, type WrittenSnapshot } from './store-writer.ts';
export type { ColumnField, FieldSpec } from './table-spec.ts';
export { LINK_TABLES } from './tables/links.table.ts';
export { RECORD_TABLES } from './tables/record-tables.table.ts';
export { URL_READINGS } from './url-readings.ts';
