/** The nouns of Satchel as data: tables and pure functions. Nothing here uses files, sockets or the clock. */

export { isOwnedBy, ofAccounts, ownerOf, ownerPattern, requireAccounts, typedLogin } from './accounts.ts';
export { ARCHIVE_LIMITS, type ArchiveLimits, MAX_FINGERPRINTS_IN_MEMORY } from './archive-limits.table.ts';
export type { BackupRequest, RepositorySelection } from './backup-request.ts';
export {
  BACKUP_SETTINGS,
  backupSettings,
  CLONE_NAMES,
  type CloneName,
  ENCRYPTION_SETTINGS,
  GROUP_MEMBERS,
  type GroupMember,
  KEEP_SETTINGS,
  PLACE_SETTINGS,
  RUN_SETTINGS,
} from './backup-settings.table.ts';
export { bareRepositoryConfig, isGitPath, type ObjectFormat } from './bare-repository.ts';
export {
  type CalendarSpan,
  formatCalendarSpan,
  parseCalendarSpan,
  subtractSpan,
} from './calendar-span.ts';
export {
  CAPTURE_NAMES,
  CAPTURES,
  type CaptureContext,
  type CaptureName,
  OWNER_TITLES,
} from './captures.table.ts';
export { dialectOf, tokenKindOf } from './dialect.ts';
export {
  DIALECTS,
  type Dialect,
  type DialectName,
  TOKEN_KINDS_REFUSED_BY_MIGRATIONS,
  type TokenKind,
  type TokenVariable,
} from './dialects.table.ts';
export { EXIT_CODES, type ExitName } from './exit-codes.table.ts';
export { exitOf, Failure, isTemporary, messageOf, schemaFailure } from './failure.ts';
export { FAILURES, type FailureCode } from './failures.table.ts';
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
export type {
  JournalFact,
  JournalLine,
  JournalWriter,
  MigrationOrigin,
  PartHistory,
  PassingFact,
} from './journal.ts';
export { SERVICE_LIMITS } from './limits.table.ts';
export {
  addEmoji,
  createMarkdownParser,
  createTitleParser,
  MAX_MARKDOWN_CHARS,
} from './markdown/create-markdown-parser.ts';
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
  type RepositoryListing,
  readMigrationId,
} from './migrations.ts';
export { halvePart, type Part, planParts } from './parts.ts';
export type { EndpointAccess } from './permissions.table.ts';
export { accessOf, callInWordsOf, needsOf } from './permissions.ts';
export {
  isRecordFileName,
  isRecordKind,
  kindOfPrefix,
  kindOfRecordFile,
  pluralOfKind,
  prefixOfRecordFile,
  readRecordFileName,
} from './record-kind.ts';
export { RECORD_KINDS, type RecordKind } from './record-kinds.table.ts';
export type { ArchiveRecord, FileSink, FindKnown, RecordBatch, RejectedRecord } from './records.ts';
export { createRedactor, redactSecrets } from './redact-secrets.ts';
export {
  isSameRepository,
  isStoredRepositoryName,
  pairRepositories,
  parseRepositoryName,
  parseStoredRepositoryName,
  plainRepositoryName,
  repositoryIdsByName,
} from './repository-name.ts';
export { REQUEST_SETTINGS } from './request-settings.table.ts';
export type { Setting, SettingKind, SettingsOf, SettingTable } from './settings.ts';
export { findNeeds, TOKEN_KINDS, type TokenNeed } from './token-needs.ts';
export { VAULT_MARKER_NAME } from './vault-marker-name.ts';
export { NUMBERED_SECTIONS, UNNUMBERED_SECTIONS, WRITER_VARIATIONS } from './writer-variations.table.ts';
export { repositoryNameOfPath, writtenField } from './writer-variations.ts';
