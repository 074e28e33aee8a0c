/** The nouns of Satchel as data: tables and pure functions; nothing here reads a file, a socket or the clock. */

export { ARCHIVE_LIMITS, type ArchiveLimits, MAX_FINGERPRINTS_IN_MEMORY } from './archive-limits.table.ts';
export {
  type BegunBackup,
  findDownloads,
  findFinishedBackup,
  findMigrationsOf,
  findOpenBackup,
  findSpentMigrations,
  linesAtService,
  listBackups,
  type OpenBackup,
  type PartHistory,
  readPartHistories,
  reasonAgainstResuming,
} from './backup-history.ts';
export { bareRepositoryConfig, type ObjectFormat } from './bare-repository-config.ts';
export { dialectOf, tokenKindOf } from './dialect.ts';
export {
  DIALECTS,
  type Dialect,
  type DialectName,
  TOKEN_KINDS_REFUSED_BY_MIGRATIONS,
  type TokenKind,
  type TokenVariable,
} from './dialects.table.ts';
export { digestOf } from './digest-of.ts';
export type { FileSink } from './file-sink.ts';
export { describeDrop, findDrops, type SnapshotSizes } from './find-drops.ts';
export { FINDINGS, type FindingCode } from './findings.table.ts';
export {
  createFinding,
  createFindingCounter,
  type Finding,
  type FindingTally,
  firstError,
  MAX_FINDINGS_LISTED,
  worstSeverity,
} from './findings.ts';
export { isGitPath } from './is-git-path.ts';
export type {
  JournalFact,
  JournalLine,
  JournalWriter,
  MigrationOrigin,
  PassingFact,
} from './journal.ts';
export { SERVICE_LIMITS, type SecondaryLimit } from './limits.table.ts';
export { createMarkdownParser } from './markdown/create-markdown-parser.ts';
export {
  ARCHIVE_KEPT_DAYS,
  isKnownState,
  isOver,
  MIGRATION_SWITCHES,
  type Migration,
  type MigrationId,
  type MigrationOwner,
  type MigrationRequest,
  type MigrationState,
  type MigrationSwitch,
  readMigrationId,
} from './migrations.ts';
export { findNeededLines } from './needed-lines.ts';
export { findOwedWork, type OwedWork } from './owed-work.ts';
export { type EndpointAccess, UNLISTED_PERMISSIONS } from './permissions.table.ts';
export { accessOf, callInWordsOf, listPermissions, needsOf } from './permissions.ts';
export {
  isRecordFileName,
  kindOfRecordFile,
  prefixOfRecordFile,
  readRecordFileName,
} from './record-file-name.ts';
export { isRecordKind, kindOfPrefix, pluralOfKind } from './record-kind.ts';
export { RECORD_KINDS, type RecordKind } from './record-kinds.table.ts';
export type { ArchiveRecord, RecordBatch, RejectedRecord, SourceFacts } from './records.ts';
export { isSameRepository, parseRepositoryName, plainRepositoryName } from './repository-name.ts';
export { type RunSummary, summarizeRuns } from './summarize-runs.ts';
export { findUsualWait } from './usual-wait.ts';
export { NUMBERED_SECTIONS, UNNUMBERED_SECTIONS, WRITER_VARIATIONS } from './writer-variations.table.ts';
export { repositoryNameOfPath, writtenField } from './writer-variations.ts';
