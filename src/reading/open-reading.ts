import type { Database } from '../store/database.ts';
import { openSteadily } from '../store/open-for-reading.ts';
import { readSnapshots } from '../store/snapshot.ts';
import { requireReadable } from '../store/store-header.ts';
import { listEdits, listVanishedBelow } from './browsing/read-changes.ts';
import { findHistory } from './find-history.ts';
import { createThreadFinder } from './find-thread.ts';
import { eachThread, listThreads, type ThreadFilter, type ThreadScope } from './list-threads.ts';
import {
  createKnownNames,
  type KnownNames,
  readRepositoryNames,
  requireOwned,
  requireRepository,
} from './read-names.ts';
import { findRelease, listReleases } from './read-releases.ts';
import { findRepository, listRepositories, type RepositoryFilter } from './read-repositories.ts';

/** A store opened for reading whole threads, releases and repositories instead of rows. */
export type Reading = ReturnType<typeof openReading>;

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-older`, `store-newer` or `file-system`. */
export function openReading(path: string) {
  requireReadable(path);
  return createReading(openSteadily(path));
}

/** The repositories of accounts in the store at `path`. Fails with `absent` if one has none, and like `openReading`. */
export function readRepositoriesOf(path: string, accounts: readonly string[]): readonly string[] {
  const reading = openReading(path);
  try {
    return reading.repositoriesOf(accounts);
  } finally {
    reading.close();
  }
}

/** Reads from an open store; `close` closes the database. */
export function createReading(db: Database) {
  let known: KnownNames | undefined;
  const names = () => {
    known ??= createKnownNames(readRepositoryNames(db)); // A store that changes is opened again.
    return known;
  };
  const thread = createThreadFinder(db, names);
  return {
    /** Fails with `absent` if there is no such thread, and with `usage` if the address matches several repositories. */
    thread,
    /** The same, with texts and reactions of long threads that are read when someone looks at them. */
    lazyThread: createThreadFinder(db, names, { isLazy: true }),
    /** Edits of the texts of a thread, its comments and its reviews. */
    edits: (threadUrl: string) => listEdits(db, threadUrl),
    vanishedBelow: (threadUrl: string) => listVanishedBelow(db, threadUrl),
    /** By url, as `acme/app#7` or by an address of the service. Fails with `absent` or `usage`. */
    history: (text: string) => findHistory(db, text, { names, thread }),
    threads: (filter: ThreadFilter, options?: Parameters<typeof listThreads>[3]) =>
      listThreads(db, names(), filter, options),
    eachThread: (filter: ThreadScope) => eachThread(db, names(), filter),
    /** The release with this tag, or the latest one if no tag is given. Fails with `absent`. */
    release: (options: { readonly repo: string | undefined; readonly tag: string | undefined }) =>
      findRelease(db, names(), options),
    releases: (filter: Parameters<typeof listReleases>[2]) => listReleases(db, names(), filter),
    /** The repository with this name, or the only one if no name is given. */
    repository: (name: string | undefined) => findRepository(db, names(), name),
    repositories: (filter: RepositoryFilter) => listRepositories(db, names(), filter),
    /** `owner/name`, sorted. */
    repositoryNames: () => names().all,
    /** The spellings of the repositories that a person may mean by `Acme/App` or `app`. */
    namesMeant: (name: string) => names().meant(name),
    /** The repositories of accounts. Fails with `absent` if one has none. */
    repositoriesOf: (accounts: readonly string[]) => requireOwned(names().all, accounts),
    /** `owner/name` as spelled in the store, ignoring case. Fails with `absent`, or with `usage` if several match. */
    spellRepository: (name: string) => requireRepository(names(), name),
    /** Oldest first. */
    snapshots: () => readSnapshots(db),
    close(): void {
      db.close();
    },
  };
}
