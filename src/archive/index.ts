/**
 * An archive (tar.gz, tar, stream or extracted folder) as a stream of entries, records and findings, in one pass and in
 * bounded memory. It writes nothing, joins no entry name to the file system, and never throws for what is in an archive.
 */

export type { ArchiveEntry, ArchiveEvent, ContainerSummary } from './archive-event.ts';
export { createArchiveSchemas } from './archive-schemas.ts';
export {
  type ArchiveSource,
  archiveSourceFromStream,
  type OpenSourceOptions,
  openArchiveSource,
} from './archive-source.ts';
export { checkContainer } from './check-container.ts';
export type { VerifyExtent } from './checks/verify-checks.ts';
export type { Decrypt } from './encrypted-source.ts';
export type { FileTally } from './file-tallies.ts';
export { createInspection, type InspectReport } from './inspection.ts';
export { readArchive } from './read-archive.ts';
export type { ReadArchiveOptions } from './read-source.ts';
export { readTogether } from './read-together.ts';
export {
  createRepositoryTallies,
  type RepositoryTally,
} from './repository-tallies.ts';
export {
  type Accompaniment,
  type Companion,
  feedArchive,
} from './threads/feed-archive.ts';
export { READER_MEMORY } from './threads/reader-memory.ts';
export { serveArchive } from './threads/serve-archive.ts';
export { isLarge, isThreadWorthwhile, verifyInThread } from './threads/verify-in-thread.ts';
export { createVerification, type RepositoryThreads, type VerifyReport } from './verification.ts';
export type { ArchiveFile } from './write/archive-file.ts';
export { type WrittenArchive, writeArchive } from './write/write-archive.ts';
