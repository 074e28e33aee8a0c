import { type Database, openSteadily, readSnapshots, requireStore } from '../store/index.ts';
import { findThread } from './find-thread.ts';
import { listThreads, type ThreadFilter } from './list-threads.ts';
import { readRepositoryNames, requireRepository } from './read-names.ts';
import { findRelease, listReleases, type ReleaseFilter } from './read-releases.ts';
import { findRepository, listRepositories, type RepositoryFilter } from './read-repositories.ts';
import type { ThreadAddress } from './thread-address.ts';

/** A store that is open for people to read: whole threads, releases and repositories instead of rows. */
export type Reading = ReturnType<typeof openReading>;

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openReading(path: string) {
  requireStore(path);
  return createReading(openSteadily(path));
}

/** Reads a store that is open already; closing the reading closes it. */
export function createReading(db: Database) {
  return {
    /** Fails with `absent` if there is no such thread, with `usage` if the address fits several repositories. */
    thread: (address: ThreadAddress) => findThread(db, address),
    threads: (filter: ThreadFilter) => listThreads(db, filter),
    /** The release of a tag, else the latest one. Fails with `absent`. */
    release: (wish: { readonly repo: string | undefined; readonly tag: string | undefined }) =>
      findRelease(db, wish),
    releases: (filter: ReleaseFilter) => listReleases(db, filter),
    /** The repository of this name, else the only one. */
    repository: (name: string | undefined) => findRepository(db, name),
    repositories: (filter: RepositoryFilter) => listRepositories(db, filter),
    /** `owner/name`, in the order of the names. */
    repositoryNames: () => readRepositoryNames(db),
    /** `owner/name` as the store spells it, for a name in any case. Fails with `absent`, or with `usage` if two have it. */
    spellRepository: (name: string) => requireRepository(db, name),
    /** Oldest first. */
    snapshots: () => readSnapshots(db),
    close(): void {
      db.close();
    },
  };
}
