/**
 * Reads an archive (tar.gz, tar, stream or extracted folder) as a stream of entries, records and findings, in one pass
 * and in bounded memory. It never uses entry names as paths on disk, and never throws because of the content of an
 * archive.
 * Also verifies, inspects and writes archives.
 */

export type { ArchiveEntry, ArchiveEvent, ContainerSummary } from './archive-event.ts';
export {
  type ArchiveSource,
  archiveSourceFromStream,
  type OpenSourceOptions,
  openArchiveSource,
} from './archive-source.ts';
export { checkContainer } from './check-container.ts';
export type { VerifyExtent } from './checks/verify-checks.ts';
export type { Decrypt } from './encrypted-source.ts';
export { createInspection, createTimeRange, type FileTally, type InspectReport } from './inspection.ts';
export { createArchiveSchemas } from './kind-schemas.ts';
export { type ReadArchiveOptions, readArchive, readTogether } from './read-archive.ts';
export { isMigrationContent, refuseForeign } from './refuse-foreign.ts';
export {
  createRepositoryTallies,
  type RepositoryTally,
} from './repository-tallies.ts';
export { isThreadWorthwhile, readInThread } from './threads/feed-archive.ts';
export { serveArchive } from './threads/serve-archive.ts';
export { verifiesInThread, verifyInThread } from './threads/verify-in-thread.ts';
export { createVerification, type RepositoryThreads, type VerifyReport } from './verification.ts';
export { whyIncomplete } from './why-incomplete.ts';
export type { ArchiveFile } from './write/tar-blocks.ts';
export { type WrittenArchive, writeArchive } from './write/write-archive.ts';
