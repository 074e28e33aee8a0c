/** Stores: loading archives into SQLite; querying, searching, comparing and dumping. Imported as `satchel/store`. */

export type { DumpFormatName } from '../app/dump-formats.table.ts';
export type { LoadingProgress, LoadStage } from '../app/load-progress.ts';
export type { DumpedTable, DumpReport } from '../dump/dump-report.ts';
export type { ForgeKindName } from '../dump/forge/forge-kinds.table.ts';
export type { ForgeCount } from '../dump/forge/forge-tally.ts';
export type { TableTextName } from '../dump/table-texts.table.ts';
export type { TableFormatName } from '../dump/write-table.ts';
export type { LoadReport, VerifiedLoad } from '../load/load-archive.ts';
export type { ListedThread, ThreadFilter, ThreadScope } from '../reading/list-threads.ts';
export type { QueryTerms, Spelling } from '../reading/query-terms.ts';
export type { ListedRelease, ReleaseFilter } from '../reading/read-releases.ts';
export type {
  Repository,
  RepositoryCounts,
  RepositoryFilter,
  RepositorySort,
} from '../reading/read-repositories.ts';
export type { SavedParameter, SavedQuery } from '../reading/saved-queries/saved-queries.table.ts';
export type { SavedQueryName } from '../reading/saved-queries.ts';
export { SAVED_QUERIES } from '../reading/saved-queries.ts';
export type {
  CodeRemark,
  Comment,
  Conversation,
  EventRow,
  Label,
  PullRequestFacts,
  Reaction,
  Remark,
  Review,
  Thread,
  ThreadEvent,
  TimelineEntry,
} from '../reading/thread.ts';
export type { RecordConditions, RecordScope, WordCondition } from '../search/find-record-ids.ts';
export type { FilterName, QualifierName, SettingName } from '../search/qualifiers.table.ts';
export type { SearchSort } from '../search/search-query.ts';
export type { SearchMatch, SearchResult, SearchResults } from '../search/search-store.ts';
export type { WordGuess } from '../search/similar-word.ts';
export type { SnippetPart } from '../search/snippet.ts';
export type { SubjectFacts } from '../search/sql/read-subjects.ts';
export type { SubjectKindName } from '../search/subjects.table.ts';
export type { ChangeCounts } from '../store/change-counts.ts';
export type { Change } from '../store/change-log.ts';
export type { StoreTable } from '../store/database/store-tables.ts';
export type { LeftOut, PrivateWordKind, Publication, PublicReport } from '../store/public-report.ts';
export type { SqlValue } from '../store/query.ts';
export type { RecordDifference } from '../store/read-differences.ts';
export type { RecordVersion } from '../store/read-history.ts';
export type { StoredRecord } from '../store/read-records.ts';
export type { DocumentedColumn, DocumentedTable } from '../store/schema-documentation.ts';
export { documentSchema } from '../store/schema-documentation.ts';
export type { Snapshot, SnapshotFacts } from '../store/snapshot.ts';
export type { WrittenSnapshot } from '../store/snapshot-writer.ts';
export type { CaptureCounts } from '../store/write-capture.ts';
export type { DumpOptions } from './calls/dump-store.ts';
export { dumpStore } from './calls/dump-store.ts';
export type { Listing } from './calls/listing.ts';
export type { LoadedArchive, LoadOptions } from './calls/load-archive.ts';
export { loadArchive } from './calls/load-archive.ts';
export type { SavedCall, Store } from './calls/open-store.ts';
export { openStore } from './calls/open-store.ts';
export type { Query, QueryOptions } from './calls/query.ts';
export type { DumpEvent, LoadEvent, LoadingEvent } from './calls/reported-events.ts';
export type {
  AllOptions,
  ReleaseOptions,
  RepositoryOptions,
  SearchOptions,
  ThreadOptions,
} from './calls/store-filters.ts';
export type {
  AnyDifference,
  AnyStoredRecord,
  AnyVersion,
  DifferenceOf,
  RecordHistory,
  StoredRecordOf,
  VersionOf,
} from './calls/typed-records.ts';
