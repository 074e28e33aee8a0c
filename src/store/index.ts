/**
 * Records in SQLite: the schema (`schemas/store`), the mapping between records and rows (`tables`), the writer that
 * replaces a store as a whole, and the reader that can do nothing but read. The only room that knows SQLite.
 */

export {
  type Activity,
  type ActivityPart,
  type ActivityRow,
  type ActivityScope,
  readActivity,
} from './activity/read-activity.ts';
export {
  type Browsing,
  type BrowsingOptions,
  type KeptBytes,
  openBrowsing,
} from './browsing/open-browsing.ts';
export type { CaptureName } from './captures/capture-tables.table.ts';
export { type Capture, type CaptureCounts, writeCapture } from './captures/write-capture.ts';
export { diffLines } from './diff/diff-lines.ts';
export { diffRecords, type FieldDifference } from './diff/diff-records.ts';
export { requireDriver } from './driver.ts';
export { type DumpFolder, type DumpPlace, writeDumpFolder } from './dump/dump-place.ts';
export { type DumpReport, dumpTables } from './dump/dump-tables.ts';
export { dumpMarkdown } from './dump/markdown/dump-markdown.ts';
export { eventSentence } from './dump/markdown/event-sentences.table.ts';
export { referenceText } from './dump/markdown/reference-text.ts';
export { threadText } from './dump/markdown/thread-text.ts';
export type { TableFormatName } from './dump/write-table.ts';
export { type ArchiveContent, openArchiveContent } from './dump-archive/archive-content.ts';
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
export type { FileContent, KeptFile, KeptRepository } from './files/kept-files.ts';
export type { ChangeCounts } from './history/change-counts.ts';
export type { Change } from './history/change-log.ts';
export type { RecordDifference } from './history/read-differences.ts';
export type { RecordVersion } from './history/read-history.ts';
export type { LoadOrder } from './place-in-time.ts';
export { type GuardedQuery, QUERY_LIMITS, runGuardedQuery } from './query-guard/run-guarded-query.ts';
export type { StoredRecord } from './read-records.ts';
export { findAnchored, urlsOf } from './reading/find-thread.ts';
export type { ListedThread, ThreadFilter } from './reading/list-threads.ts';
export { openReading, type Reading } from './reading/open-reading.ts';
export type { ListedRelease, Release, ReleaseAsset } from './reading/read-releases.ts';
export type { Repository, RepositoryCounts, RepositorySort } from './reading/read-repositories.ts';
export type {
  Conversation,
  PullRequestFacts,
  Reaction,
  Remark,
  Review,
  Thread,
  ThreadEvent,
  TimelineEntry,
} from './reading/thread.ts';
export {
  parseReleaseAddress,
  parseRepositoryAddress,
  parseThreadAddress,
} from './reading/thread-address.ts';
export {
  chooseSavedQuery,
  isQueryName,
  SAVED_QUERIES,
  showSavedQuery,
} from './saved-queries/saved-queries.ts';
export { type DocumentedTable, documentSchema } from './schema-documentation.ts';
export { QUALIFIERS } from './search/language/qualifiers.table.ts';
export { type SearchResult, type SearchResults, snapshotAsked } from './search/search-store.ts';
export { type ArchiveClaim, type Snapshot, type SnapshotFacts, salvageOf } from './snapshot.ts';
export { openStore, readChangeCounters, type Store } from './store.ts';
export { lockStore, removeParts, waitForStore } from './store-lock.ts';
export { openStoreWriter, type StoreWriter, type WrittenSnapshot } from './store-writer.ts';
