import { createSystemClock } from '../../base/clock.ts';
import { definedMembers } from '../../base/json.ts';
import { Failure } from '../../model/failure.ts';
import type { RecordHistory } from '../../reading/find-history.ts';
import type { ListedThread, ThreadFilter } from '../../reading/list-threads.ts';
import { createReading } from '../../reading/open-reading.ts';
import type { ListedRelease, ReleaseFilter } from '../../reading/read-releases.ts';
import type { Repository, RepositoryFilter } from '../../reading/read-repositories.ts';
import { chooseSavedQuery, type SavedQueryName } from '../../reading/saved-queries.ts';
import type { Thread } from '../../reading/thread.ts';
import { parseThreadAddress } from '../../reading/thread-address.ts';
import { threadText } from '../../reading/thread-text.ts';
import { type SearchResults, searchStore } from '../../search/search-store.ts';
import type { StoreTable } from '../../store/database/store-tables.ts';
import type { SqlValue } from '../../store/query.ts';
import type { RecordDifference } from '../../store/read-differences.ts';
import type { StoredRecord } from '../../store/read-records.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import { openStore as open } from '../../store/store.ts';
import { requireCount, requireOneOf, requirePlace } from './check-arguments.ts';
import { createQuery, type Query, type QueryOptions } from './query.ts';
import { pathOf } from './read-archive.ts';

/** How to search a store. */
export interface SearchOptions {
  /** Continues after an earlier page: its `after`. */
  readonly after?: string | undefined;
  /** Only records in repositories of these accounts; default: all. */
  readonly owners?: readonly string[] | undefined;
  /** The maximum number of results; default: 30. */
  readonly limit?: number | undefined;
  /** The current time, in milliseconds since the epoch, for terms such as `last week`; default: that of the system. */
  readonly nowMs?: number | undefined;
}

/** A store that is open for reading. Its methods are synchronous, like SQLite. */
export interface Store extends Disposable {
  readonly path: string;
  /**
   * Runs one SELECT, WITH, VALUES or EXPLAIN statement. Rows are objects with a member for each column.
   *
   * A `for` loop reads them in this process, without limits; `for await` reads them in a process of its own, which a time
   * limit, a memory limit and a signal can stop: for statements that others wrote. Nothing runs before the loop.
   *
   * @example
   * for (const { title } of store.query<{ title: string }>('SELECT title FROM issues WHERE number < $max', { parameters: { max: 10 } })) {
   *   console.log(title);
   * }
   */
  query<Row extends object = Record<string, SqlValue>>(sql: string, options?: QueryOptions): Query<Row>;
  /** Runs one of `SAVED_QUERIES`, with the default values of its parameters. */
  savedQuery<Row extends object = Record<string, SqlValue>>(
    name: SavedQueryName,
    parameters?: Readonly<Record<string, string>>,
  ): Query<Row>;
  /** Searches titles, texts, comments and files, in the language of the service's search box. Throws `search-refused`. */
  search(text: string, options?: SearchOptions): SearchResults;
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
  changes(snapshotId: number): Iterable<RecordDifference>;
  /** Every record that differs between two snapshots; the first may be the newer one. */
  differences(fromSnapshotId: number, toSnapshotId: number): Iterable<RecordDifference>;
  /** All current records as in their archives, of one kind or of all. */
  records(kind?: string): Iterable<StoredRecord>;
  /** All records at a snapshot, of one kind or of all. */
  recordsAt(snapshotId: number, kind?: string): Iterable<StoredRecord>;
  /** Writes the store as it was at a snapshot to a path. Throws `usage` if something is there. */
  restoreSnapshot(
    snapshotId: number,
    to: string,
    options?: { readonly hasSearch?: boolean | undefined },
  ): void;
  /** The versions of a record: by url, as `acme/app#7`, or by the address of a comment. Throws `absent`. */
  history(address: string): RecordHistory;
  /** Lists issues or pull requests, the newest first; 30 by default. */
  threads(filter: Pick<ThreadFilter, 'kind'> & Partial<ThreadFilter>): readonly ListedThread[];
  /** Lists releases, the newest first; 30 by default. */
  releases(filter?: Partial<ReleaseFilter>): readonly ListedRelease[];
  /** Lists repositories by name; 30 by default. */
  repositories(filter?: Partial<RepositoryFilter>): readonly Repository[];
  /** `owner/name` of each, sorted. */
  repositoryNames(): readonly string[];
  /**
   * Ends reading. Later calls throw a `Failure` with the code `closed`. Throws `usage` while a loop over rows or records is
   * still running: leave it first.
   */
  close(): void;
}

/** How many items lists and searches have unless the caller says otherwise. */
const LIMIT = 30;

/**
 * Opens the store at a path. Throws a `Failure`: `absent`, `not-a-store`, `store-older`, `store-newer` or `file-system`.
 *
 * @example
 * using store = openStore('work.db');
 * const { title, timeline } = store.thread('acme/app#7');
 */
export function openStore(path: string | URL): Store {
  requirePlace('open the store', path);
  const store = open(pathOf(path));
  const reading = createReading(store.db);
  let isClosed = false;
  const requireOpen = (name: string) => {
    if (isClosed) {
      throw new Failure('closed', `Cannot call ${name}() of the store "${store.path}": it was closed`);
    }
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
  const { repositoryNames, history } = reading;
  const { tables, snapshots, changes, differences, recordsAt, records } = store;
  const findThread = (address: string) => reading.thread(parseThreadAddress([address]));
  const methods = whileOpen(requireOpen, {
    ...{ tables, snapshots, changes, differences, recordsAt, records },
    restoreSnapshot(snapshotId: number, to: string, options?: Parameters<Store['restoreSnapshot']>[2]) {
      requirePlace('restore the snapshot', to);
      store.restoreSnapshot(snapshotId, to, options);
    },
    ...{ repositoryNames, history },
    threads(filter: Parameters<Store['threads']>[0]) {
      requireCount('list threads', 'limit', filter.limit);
      requireOneOf('list threads', 'kind', filter.kind, ['issue', 'pull_request']);
      return [...reading.threads({ limit: LIMIT, nowMs: createSystemClock().now(), ...filter }).threads()];
    },
    releases(filter: Partial<ReleaseFilter> = {}) {
      requireCount('list releases', 'limit', filter.limit);
      return [...reading.releases({ limit: LIMIT, isOldestFirst: false, ...filter })];
    },
    repositories(filter: Partial<RepositoryFilter> = {}) {
      requireCount('list repositories', 'limit', filter.limit);
      requireOneOf('list repositories', 'sort', filter.sort, ['name', 'updated', 'created']);
      return [...reading.repositories({ limit: LIMIT, sort: 'name', ...filter })];
    },
    query: <Row extends object>(sql: string, options: QueryOptions = {}) =>
      createQuery<Row>({ store, requireOpen }, sql, options),
    savedQuery: <Row extends object>(name: SavedQueryName, parameters?: Readonly<Record<string, string>>) => {
      const chosen = chooseSavedQuery(name, parameters);
      return createQuery<Row>({ store, requireOpen }, chosen.sql, { parameters: chosen.parameters });
    },
    search(
      text: string,
      { limit = LIMIT, nowMs = createSystemClock().now(), after, owners }: SearchOptions = {},
    ) {
      requireCount('search', 'limit', limit);
      return searchStore(store.db, text, { limit, nowMs, ...definedMembers({ after, owners }) });
    },
    thread: findThread,
    threadMarkdown: (address: string) => threadText(findThread(address)),
  });
  return { path: store.path, ...methods, close, [Symbol.dispose]: close };
}

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
