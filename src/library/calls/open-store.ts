import type { RecordValues } from '../../../schemas/library/records.d.ts';
import { definedMembers } from '../../base/json.ts';
import { Failure } from '../../model/failure.ts';
import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { ListedThread } from '../../reading/list-threads.ts';
import { createReading } from '../../reading/open-reading.ts';
import type { ListedRelease } from '../../reading/read-releases.ts';
import type { Repository } from '../../reading/read-repositories.ts';
import { chooseSavedQuery, type SAVED_QUERIES, type SavedQueryName } from '../../reading/saved-queries.ts';
import type { Thread } from '../../reading/thread.ts';
import { parseThreadAddress } from '../../reading/thread-address.ts';
import { threadText } from '../../reading/thread-text.ts';
import { type SearchResult, type SearchResults, searchAll } from '../../search/search-store.ts';
import type { StoreTable } from '../../store/database/store-tables.ts';
import type { SqlValue } from '../../store/query.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import { openStore as open } from '../../store/store.ts';
import { checkedMethods, type MethodRow, pathOf } from './check-arguments.ts';
import { type Listing, listed } from './listing.ts';
import { createQuery, type Query, type QueryOptions } from './query.ts';
import { RECORD_KIND } from './read-archive.ts';
import { COUNT, FLAG, objectOf, optional, PATH, RECORD, recordOf, TEXT, TEXT_OR_NUMBER } from './shapes.ts';
import {
  type AllOptions,
  FILTERS_OF_ALL,
  type ReleaseOptions,
  type RepositoryOptions,
  releaseFilterOf,
  repositoryFilterOf,
  type SearchOptions,
  search,
  type ThreadOptions,
  threadFilterOf,
} from './store-filters.ts';
import {
  type AnyDifference,
  type AnyStoredRecord,
  asDifference,
  asHistory,
  asRecord,
  type RecordHistory,
  type StoredRecordOf,
} from './typed-records.ts';

/** A saved query, and values for some of its parameters. */
export type SavedCall = {
  readonly [Name in SavedQueryName]: readonly [
    name: Name,
    parameters?: {
      readonly [Parameter in keyof (typeof SAVED_QUERIES)[Name]['parameters']]?: string | number | undefined;
    },
  ];
}[SavedQueryName];

/** A store that is open for reading. Its methods are synchronous, like SQLite. */
export interface Store extends Disposable {
  readonly path: string;
  /**
   * Runs one SELECT, WITH, VALUES or EXPLAIN statement. Rows are objects with a member for each column.
   *
   * A `for` loop reads them in this process, and its limits are looked at after each row; `for await` reads them in a process of its own, which a time
   * limit, a memory limit and a signal can stop: for statements that others wrote. Nothing runs before the loop.
   *
   * @example
   * for (const { title } of store.query<{ title: string }>('SELECT title FROM issues WHERE number < $max', { parameters: { max: 10 } })) {
   *   console.log(title);
   * }
   */
  query<Row extends object = Record<string, SqlValue>>(sql: string, options?: QueryOptions): Query<Row>;
  /** Runs one of `SAVED_QUERIES`, with the default values of its parameters. */
  savedQuery<Row extends object = Record<string, SqlValue>>(...call: SavedCall): Query<Row>;
  /** Searches titles, texts, comments and files, in the language of the service's search box. Throws `search-refused` or `not-indexed`. */
  search(text: string, options?: SearchOptions): SearchResults;
  /**
   * All results of a search, in its order, found while the loop runs: the memory does not grow with their number.
   *
   * @example
   * for await (const { repo, number, title } of store.searchAll('is:open crash', { signal })) console.log(repo, number, title);
   */
  searchAll(text: string, options?: AllOptions<SearchOptions>): Listing<SearchResult>;
  /**
   * An issue or a pull request with all comments, reviews and events: `acme/app#7`, or its address at the service.
   * Throws `absent`, or `usage` if the address is ambiguous.
   */
  thread(address: string): Thread;
  /** The same as a Markdown document with front matter. */
  threadMarkdown(address: string): string;
  /** The tables and views that can be queried, with the number of rows of each table. */
  tables(): readonly StoreTable[];
  /** The archives that were loaded, oldest first. */
  snapshots(): readonly Snapshot[];
  /** The changes between a snapshot and the one before it; none for the first in time. */
  changes(snapshotId: number): Listing<AnyDifference>;
  /** Every record that differs between two snapshots; the first may be the newer one. */
  differences(fromSnapshotId: number, toSnapshotId: number): Listing<AnyDifference>;
  /**
   * All current records as in their archives, of one kind or of all: those of kinds from a later service come last.
   *
   * @example
   * for (const { repo, value } of store.records('release')) console.log(repo, value.tag_name);
   */
  records<Kind extends RecordKind>(kind: Kind): Listing<StoredRecordOf<Kind, RecordValues[Kind]>>;
  records(): Listing<AnyStoredRecord>;
  /** All records at a snapshot, of one kind or of all. */
  recordsAt<Kind extends RecordKind>(
    snapshotId: number,
    kind: Kind,
  ): Listing<StoredRecordOf<Kind, RecordValues[Kind]>>;
  recordsAt(snapshotId: number): Listing<AnyStoredRecord>;
  /** Writes the store as it was at a snapshot to a path. Throws `exists` if something is there. */
  restoreSnapshot(
    snapshotId: number,
    to: string | URL,
    options?: { readonly hasSearch?: boolean | undefined },
  ): void;
  /**
   * The versions of a record: by url, as `acme/app#7`, or by the address of a comment. Throws `absent`.
   *
   * @example
   * for (const { from, change, value } of store.history('acme/app#7').versions) console.log(from, change, value);
   */
  history(address: string): RecordHistory;
  /**
   * Lists issues or pull requests, the newest first; 30 by default.
   *
   * @example
   * const secondPage = store.threads({ kind: 'issue', state: 'open', limit: 30, offset: 30 });
   */
  threads(options: ThreadOptions): readonly ListedThread[];
  /** All of them, read while the loop runs. */
  allThreads(options: AllOptions<ThreadOptions>): Listing<ListedThread>;
  /** Lists releases, the newest first; 30 by default. */
  releases(options?: ReleaseOptions): readonly ListedRelease[];
  /** All of them, read while the loop runs. */
  allReleases(options?: AllOptions<ReleaseOptions>): Listing<ListedRelease>;
  /** Lists repositories by name; 30 by default. */
  repositories(options?: RepositoryOptions): readonly Repository[];
  /** All of them, read while the loop runs. */
  allRepositories(options?: AllOptions<RepositoryOptions>): Listing<Repository>;
  /** `owner/name` of each, sorted. */
  repositoryNames(): readonly string[];
  /**
   * Ends reading. Later calls throw a `Failure` with the code `closed`. Throws `usage` while a loop over rows or records is
   * still running: leave it first.
   */
  close(): void;
}

/**
 * Opens the store at a path. Throws a `Failure`: `absent`, `not-a-store`, `store-older`, `store-newer` or `file-system`.
 *
 * @example
 * using store = openStore('work.db');
 * const { title, timeline } = store.thread('acme/app#7');
 */
export function openStore(path: string | URL): Store {
  const store = open(pathOf('open the store', path));
  const reading = createReading(store.db);
  let isClosed = false;
  const requireOpen = (name: string) => {
    if (isClosed) {
      throw new Failure('closed', `Cannot call ${name}() of the store "${store.path}": it was closed`);
    }
  };
  const whenOpen =
    <Items>(name: string, read: () => Items) =>
    () => {
      requireOpen(name);
      return read();
    };
  const close = () => {
    try {
      store.close();
    } catch (error) {
      throw new Failure(
        'usage',
        `Cannot close the store "${store.path}": a loop over its rows has not ended`,
        {
          cause: error,
          hint: 'Leave the loop, or call return() of its iterator',
        },
      );
    }
    isClosed = true;
  };
  const { repositoryNames } = reading;
  const { tables, snapshots } = store;
  const findThread = (address: string) => reading.thread(parseThreadAddress([address]));
  const rowsOf = <Item, Shown>(name: string, read: () => Iterable<Item>, show: (item: Item) => Shown) =>
    listed({ read: whenOpen(name, read), show });
  const allOf = <Item>(name: string, signal: AbortSignal | undefined, read: () => Iterable<Item>) =>
    listed<Item, Item>({ read: whenOpen(name, read), show: (item) => item, signal });
  const methods = {
    ...{ tables, snapshots, repositoryNames },
    history: (address: string) => asHistory(reading.history(address)),
    changes: (snapshotId: number) => rowsOf('changes', () => store.changes(snapshotId), asDifference),
    differences: (from: number, to: number) =>
      rowsOf('differences', () => store.differences(from, to), asDifference),
    records: (kind?: string) => rowsOf('records', () => store.records(kind), asRecord),
    recordsAt: (snapshotId: number, kind?: string) =>
      rowsOf('recordsAt', () => store.recordsAt(snapshotId, kind), asRecord),
    restoreSnapshot(
      snapshotId: number,
      to: string | URL,
      options?: { readonly hasSearch?: boolean | undefined },
    ) {
      store.restoreSnapshot(snapshotId, pathOf('restore the snapshot', to), options);
    },
    searchAll: (text: string, options: AllOptions<SearchOptions> = {}) =>
      allOf('searchAll', options.signal, () => searchAll(store.db, text, FILTERS_OF_ALL.search(options))),
    allThreads: (options: AllOptions<ThreadOptions>) =>
      allOf('allThreads', options.signal, () => reading.eachThread(FILTERS_OF_ALL.threads(options))),
    allReleases: (options: AllOptions<ReleaseOptions> = {}) =>
      allOf('allReleases', options.signal, () => reading.releases(FILTERS_OF_ALL.releases(options))),
    allRepositories: (options: AllOptions<RepositoryOptions> = {}) =>
      allOf('allRepositories', options.signal, () =>
        reading.repositories(FILTERS_OF_ALL.repositories(options)),
      ),
    threads: (options: ThreadOptions) => [...reading.threads(threadFilterOf(options)).threads()],
    releases: (options: ReleaseOptions = {}) => [...reading.releases(releaseFilterOf(options))],
    repositories: (options: RepositoryOptions = {}) => [...reading.repositories(repositoryFilterOf(options))],
    query: <Row extends object>(sql: string, options: QueryOptions = {}) =>
      createQuery<Row>({ store, requireOpen }, sql, options),
    savedQuery: <Row extends object>(...[name, given = {}]: SavedCall) => {
      const texts = Object.entries(definedMembers(given)).map(([key, value]) => [key, String(value)]);
      const { sql, parameters } = chooseSavedQuery(name, Object.fromEntries(texts));
      return createQuery<Row>({ store, requireOpen }, sql, { parameters });
    },
    search: (text: string, options: SearchOptions = {}) => search(store.db, text, options),
    thread: findThread,
    threadMarkdown: (address: string) => threadText(findThread(address)),
  };
  return {
    path: store.path,
    ...whileOpen(requireOpen, checkedMethods(methods, METHODS)),
    close,
    [Symbol.dispose]: close,
  };
}

const ADDRESS = { address: TEXT };
const SNAPSHOT = { snapshotId: COUNT };
const KIND = { kind: optional(RECORD_KIND) };

const METHODS: Readonly<Record<Exclude<keyof Store, 'path' | 'close' | typeof Symbol.dispose>, MethodRow>> = {
  query: ['run the query', { sql: TEXT }, 'at once'],
  savedQuery: [
    'run the saved query',
    { name: TEXT, parameters: optional(recordOf(TEXT_OR_NUMBER)) },
    'at once',
  ],
  search: ['search', { text: TEXT }, 'at once'],
  searchAll: ['search', { text: TEXT, options: optional(RECORD) }, 'at once'],
  thread: ['find the thread', ADDRESS, 'at once'],
  threadMarkdown: ['find the thread', ADDRESS, 'at once'],
  tables: ['list the tables', {}, 'at once'],
  snapshots: ['list the snapshots', {}, 'at once'],
  changes: ['compare the snapshot', SNAPSHOT, 'at once'],
  differences: ['compare the snapshots', { fromSnapshotId: COUNT, toSnapshotId: COUNT }, 'at once'],
  records: ['read the records', KIND, 'at once'],
  recordsAt: ['read the records', { ...SNAPSHOT, ...KIND }, 'at once'],
  restoreSnapshot: [
    'restore the snapshot',
    { ...SNAPSHOT, to: PATH, options: optional(objectOf({ hasSearch: FLAG })) },
    'at once',
  ],
  history: ['find the history', ADDRESS, 'at once'],
  threads: ['list threads', {}, 'at once'],
  allThreads: ['list threads', { options: RECORD }, 'at once'],
  releases: ['list releases', {}, 'at once'],
  allReleases: ['list releases', { options: optional(RECORD) }, 'at once'],
  repositories: ['list repositories', {}, 'at once'],
  allRepositories: ['list repositories', { options: optional(RECORD) }, 'at once'],
  repositoryNames: ['list repositories', {}, 'at once'],
};

/** The same functions, which fail once `requireOpen` does. */
function whileOpen<Methods extends object>(requireOpen: (name: string) => void, methods: Methods): Methods {
  const guarded = Object.entries(methods).map(
    ([name, method]: [string, (...values: unknown[]) => unknown]) => [
      name,
      (...values: unknown[]) => {
        requireOpen(name);
        return method(...values);
      },
    ],
  );
  return Object.fromEntries(guarded) as Methods; // The same names and signatures.
}
