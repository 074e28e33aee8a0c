/**
 * An archive (tar.gz, tar, stream or extracted folder) as a stream of entries, records and findings, in one pass and in
 * bounded memory. It writes nothing, joins no entry name to the file system, and never throws for what is in an archive.
 */

export type { ArchiveEntry, ArchiveEvent, ContainerSummary, EntryClass } from './archive-event.ts';
export { type ArchiveSchemas, createArchiveSchemas } from './archive-schemas.ts';
export {
  type ArchiveSource,
  archiveSourceFromStream,
  type FolderSource,
  openArchiveSource,
  type PackedSource,
} from './archive-source.ts';
export { checkContainer } from './check-container.ts';
export type { FileTally, GitDirectoryTally } from './file-tallies.ts';
export type { Exporter } from './guess-exporter.ts';
export { createInspection, type InspectedKind, type Inspection, type InspectReport } from './inspection.ts';
export { type ReadArchiveOptions, readArchive } from './read-archive.ts';
export type { RepositoryTally } from './repository-tallies.ts';
export { createVerification, type Verification, type VerifyReport } from './verification.ts';
