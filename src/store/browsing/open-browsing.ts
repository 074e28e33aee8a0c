import type { Database } from '../database.ts';
import { openForReading } from '../open-for-reading.ts';
import { findThread } from '../reading/find-thread.ts';
import { findRepository, type Repository } from '../reading/read-repositories.ts';
import type { Thread } from '../reading/thread.ts';
import { type SearchOptions, type SearchResults, searchStore } from '../search/search-store.ts';
import { readSnapshots, type Snapshot } from '../snapshot.ts';
import { requireStore } from '../store-header.ts';
import { createNumberFinder, type NumberedKind, readUrlPlace, type UrlPlace } from './locate-record.ts';
import { createMemory } from './remember.ts';
import { findRepositoryNames } from './repository-names.ts';
import { readStoreIdentity } from './store-identity.ts';

/** A store that is open for a reader in a browser: everything that its pages ask for. */
export interface Browsing {
  readonly path: string;
  /** Another word for every state of the store. */
  readonly identity: string;
  /** Whether the file has been replaced or written to since it was opened. */
  isOutdated(): boolean;
  /** Oldest first. */
  snapshots(): readonly Snapshot[];
  /** `owner/name`, in the order of the names. */
  repositoryNames(): readonly string[];
  /** The repository as the store spells it; undefined where there is none of this name. */
  repositoryName(name: string): string | undefined;
  repository(repo: string): Repository;
  /** What has this number in a repository. */
  kindOf(repo: string, number: number): NumberedKind | undefined;
  /** Whether the store has a record of this person or organization. */
  hasAccount(login: string): boolean;
  /** Where the records of this store lived: origins of urls. */
  origins(): readonly string[];
  urlPlace(url: string): UrlPlace;
  /** Fails with `absent` where there is none. */
  thread(repo: string, number: number): Thread;
  search(text: string, options: SearchOptions): SearchResults;
  close(): void;
}

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openBrowsing(path: string): Browsing {
  requireStore(path);
  const identity = readStoreIdentity(path);
  const db = openForReading(path);
  const memory = createMemory();
  const numbers = createNumberFinder(db);
  const names = () => memory.get('repository names', () => findRepositoryNames(db));
  return {
    path,
    identity,
    isOutdated: () => readStoreIdentity(path) !== identity,
    snapshots: () => memory.get('snapshots', () => readSnapshots(db)),
    repositoryNames: names,
    repositoryName: (name) => names().find((known) => known.toLowerCase() === name.toLowerCase()),
    repository: (repo) => memory.get(`repository ${repo}`, () => findRepository(db, repo)),
    kindOf: numbers.kindOf,
    hasAccount: createAccountTest(db),
    origins: () => memory.get('origins', () => findOrigins(db)),
    urlPlace: readUrlPlace,
    thread: (repo, number) => findThread(db, { repo, number, anchor: undefined }),
    search: (text, options) => searchStore(db, text, options),
    close: () => db.close(),
  };
}

function createAccountTest(db: Database): (login: string) => boolean {
  const find = db
    .prepare<[string, string], number>(
      'SELECT 1 FROM users WHERE login = ? UNION ALL SELECT 1 FROM organizations WHERE login = ? LIMIT 1',
    )
    .pluck();
  return (login) => find.get(login, login) === 1;
}

function findOrigins(db: Database): readonly string[] {
  const urls = db.prepare<[], string>('SELECT url FROM repositories').pluck().all();
  return [...new Set(urls.flatMap((url) => /^https?:\/\/[^/]+/.exec(url)?.[0] ?? []))];
}
