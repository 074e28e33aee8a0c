/**
 * Loads an archive into a store: receives the events of an archive while it is read and writes them, all or nothing.
 * The room `archive` defines archives; the room `store` maps records to rows.
 */

export { type KeepFilesOptions, removeStages } from './keep-files/file-keeper.ts';
export {
  folderNameOfList,
  isKeptWhole,
  keepRepositoryFolder,
  listOfRepository,
  listRepositoryFiles,
  type RepositoryFile,
} from './keep-files/keep-repository.ts';
export { listBlobs, listOrphans, listRepositories } from './keep-files/remove-orphans.ts';
export { restoreFiles } from './keep-files/restore-files.ts';
export { type ArchiveFacts, type LoadOptions, loadArchive, type VerifiedLoad } from './load-archive.ts';
export { loadArchiveSource } from './load-archive-source.ts';
export { loadState } from './load-state.ts';
export type { LoadCounts } from './load-tally.ts';
export { sortByAge } from './sort-by-age.ts';
