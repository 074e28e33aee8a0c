/**
 * Records in SQLite: the schema (`schemas/store`), the mapping between records and rows (`rows`), history, and the
 * writer of a store. This is the only room that uses SQLite directly: others receive an open database from it.
 */

export { type Capture, type CaptureCounts, writeCapture } from './captures/write-capture.ts';
export { type Database, quoteName } from './database/database.ts';
export { requireDriver } from './database/driver.ts';
export { openForQueries, openForReading, openSteadily } from './database/open-for-reading.ts';
export { type DocumentedTable, documentSchema } from './database/schema-documentation.ts';
export { copyStoreFile, readStoreFile, type StoreContent } from './database/store-file.ts';
export { readChangeCounters, requireReadable, requireStore } from './database/store-header.ts';
export { lockStore, removeParts, waitForStore } from './database/store-lock.ts';
export {
  blobPath,
  type FileFolders,
  findBlob,
  findGitFolder,
  foldersIn,
  foldersNextTo,
  gitFolderPath,
  isBlobName,
  isGitFolderName,
} from './files/file-folders.ts';
export type { FileRegister } from './files/file-register.ts';
export {
  type FileContent,
  findKeptRepository,
  type KeptFile,
  type KeptRepository,
  NEWEST_GIT,
  NEWEST_KEPT,
  readKeptFiles,
  readKeptRepositories,
} from './files/kept-files.ts';
export type { ChangeCounts } from './history/change-counts.ts';
export type { Change } from './history/change-log.ts';
export { type RecordDifference, readDifferences } from './history/read-differences.ts';
export { type RecordVersion, readHistory } from './history/read-history.ts';
export { readRejectedRecords } from './history/rejected-records.ts';
export { PRIVATE_TABLES, type PublicReport, writePublicStore } from './public/write-public-store.ts';
export { requireReading, runQuery, type SqlValue } from './query.ts';
export type { AuditLogEntry } from './rows/audit-log-row.ts';
export { diffRecords, type FieldDifference } from './rows/diff-records.ts';
export { readRecords, type StoredRecord } from './rows/read-records.ts';
export type { ColumnField, FieldSpec } from './rows/table-spec.ts';
export { LINK_TABLES } from './rows/tables/links.table.ts';
export { RECORD_TABLES } from './rows/tables/record-tables.table.ts';
export { hostOf, URL_READINGS } from './rows/url-readings.ts';
export {
  type ArchiveClaim,
  readSnapshots,
  type Snapshot,
  type SnapshotFacts,
  salvageOf,
} from './snapshot.ts';
export { openStore, type Store } from './store.ts';
export { isIndexed } from './text-index/build-index.ts';
export { hasCjk, spaceCjk } from './text-index/cjk-text.ts';
export { countPlaces } from './text-index/count-places.ts';
export { type LoadOrder, latestBelievable } from './writing/place-snapshot.ts';
export type { StoreWriter, WrittenSnapshot } from './writing/snapshot-writer.ts';
export { openStoreWriter } from './writing/store-writer.ts';
