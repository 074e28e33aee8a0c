import type { Database } from '../store/database.ts';
import { type FileFolders, foldersNextTo } from '../store/file-folders.ts';
import { openForReading, openSteadily, rememberStatements } from '../store/open-for-reading.ts';
import { requireReadable } from '../store/store-header.ts';
import { confineReaders } from './browsing/confine-readers.ts';
import { createQueryPool, type QueryPool } from './browsing/query-pool/query-pool.ts';
import { SLOW_QUERIES } from './browsing/query-pool/slow-queries.table.ts';
import { definePlainWords } from './browsing/read-accounts.ts';
import { createMemory } from './browsing/remember.ts';
import { createScopedReaders, type Open, type ScopedReaders } from './browsing/scoped-readers.ts';
import { createSharedReaders, type SharedReaders } from './browsing/shared-readers.ts';
import { createReading } from './open-reading.ts';

export type { CapturedFilter, CapturedTally } from './browsing/read-captures.ts';
export type { KeptClone } from './browsing/read-clones.ts';
export type { KeptBytes, KeptUpload } from './browsing/read-uploads.ts';
export { readStoreIdentity } from './browsing/shared-readers.ts';

export interface BrowsingOptions {
  /** The folders of the store's files; the ones next to it by default. */
  readonly folders?: FileFolders | undefined;
  /** Whether to query the file in this process as it was opened, even if it is replaced meanwhile. */
  readonly isFixed?: boolean | undefined;
  /** The owners whose repositories it is confined to: nothing of others can be read. Default: all. */
  readonly owners?: readonly string[] | undefined;
}

/** The maximum number of cached results about repositories, lists and people. */
const MAX_REMEMBERED = 5_000;

/** The maximum number of cached result pages, to which people return after each result. A page takes about 10 kB. */
const MAX_SEARCHES = 500;

/** A result page asks for its results, their number, and what is in git data and in attached files. */
const ANSWERS_PER_SEARCH = 4;

/** An open store, or its part that belongs to some owners, with all queries that the pages of the reader need. */
export type Browsing = SharedReaders & ScopedReaders;

export interface OpenBrowsing extends Browsing {
  /** The same for the repositories of these owners only. Fails with `absent` if one has none. */
  narrowedTo(owners: readonly string[]): Browsing;
}

/**
 * Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-older`, `store-newer` or `file-system`. Slow queries run in
 * other processes and fail with `query-stopped` after ten seconds.
 */
export function openBrowsing(path: string, options: BrowsingOptions = {}): OpenBrowsing {
  requireReadable(path);
  const isFixed = options.isFixed === true;
  const db = isFixed ? openSteadily(path) : openForReading(path);
  if (isFixed) {
    rememberStatements(db);
  }
  definePlainWords(db);
  const open: Open = {
    db,
    reading: createReading(db),
    memory: createMemory(MAX_REMEMBERED),
    searches: createMemory(MAX_SEARCHES * ANSWERS_PER_SEARCH),
    folders: options.folders ?? foldersNextTo(path),
    pool: isFixed ? runHere(db) : createQueryPool(path),
  };
  const all = createSharedReaders(open, path, isFixed);
  try {
    return browsingOf(open, all, options.owners);
  } catch (error) {
    all.close(); // An owner has no repositories any more.
    throw error;
  }
}

function browsingOf(open: Open, all: SharedReaders, owners: BrowsingOptions['owners']): OpenBrowsing {
  const scoped = createScopedReaders(open, owners ?? []);
  const shared = owners === undefined ? all : confineReaders(all, scoped);
  return {
    ...shared,
    ...scoped,
    narrowedTo: (some) =>
      open.memory.get(`narrowed to ${some.join(',')}`, () => ({
        ...shared,
        ...createScopedReaders(open, some),
      })),
  };
}

function runHere(db: Database): QueryPool {
  return { run: async (name, options) => SLOW_QUERIES[name](db, options), close: () => undefined };
}
