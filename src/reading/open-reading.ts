import { openForReading, readSnapshots, requireStore, type Snapshot } from '../store/index.ts';
import { findThread } from './find-thread.ts';
import { type ListedThread, listThreads, type ThreadFilter } from './list-threads.ts';
import { readRepositoryNames, requireRepository } from './read-names.ts';
import {
  findRelease,
  type ListedRelease,
  listReleases,
  type Release,
  type ReleaseFilter,
} from './read-releases.ts';
import {
  findRepository,
  listRepositories,
  type Repository,
  type RepositoryFilter,
} from './read-repositories.ts';
import type { Thread } from './thread.ts';
import type { ThreadAddress } from './thread-address.ts';

/** A store that is open for people to read: whole threads, releases and repositories instead of rows. */
export interface Reading {
  /** Fails with `absent` where there is no such thread, with `usage` where the repository is open. */
  thread(address: ThreadAddress): Thread;
  threads(filter: ThreadFilter): readonly ListedThread[];
  /** The release of a tag, else the latest one. */
  release(wish: { readonly repo: string | undefined; readonly tag: string | undefined }): Release;
  releases(filter: ReleaseFilter): readonly ListedRelease[];
  /** The repository of this name, else the only one. */
  repository(name: string | undefined): Repository;
  repositories(filter: RepositoryFilter): readonly Repository[];
  repositoryNames(): readonly string[];
  /** `owner/name` as the store spells it, of a name in any case. Fails with `absent`, or `usage` where two have it. */
  spellRepository(name: string): string;
  /** The newest state's archive; undefined in a store without any. */
  newestSnapshot(): Snapshot | undefined;
  close(): void;
}

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openReading(path: string): Reading {
  requireStore(path);
  const db = openForReading(path);
  return {
    thread: (address) => findThread(db, address),
    threads: (filter) => listThreads(db, filter),
    release: (wish) => findRelease(db, wish),
    releases: (filter) => listReleases(db, filter),
    repository: (name) => findRepository(db, name),
    repositories: (filter) => listRepositories(db, filter),
    repositoryNames: () => readRepositoryNames(db),
    spellRepository: (name) => requireRepository(db, name),
    newestSnapshot: () => readSnapshots(db).at(-1),
    close: () => db.close(),
  };
}
