import { isOwnedBy } from '../../model/accounts.ts';
import type { CaptureName } from '../../model/captures.table.ts';
import { searchKey } from '../../search/parse-search.ts';
import type { FormerSearch } from '../../search/search-history.ts';
import { completeTitles, type SearchOptions } from '../../search/search-store.ts';
import type { Database } from '../../store/database.ts';
import type { FileFolders } from '../../store/file-folders.ts';
import type { Reading } from '../open-reading.ts';
import { requireOwned } from '../read-names.ts';
import { isQuick } from './is-quick.ts';
import type { DifferenceOptions, PlanOptions } from './plan-changes.ts';
import type { QueryPool } from './query-pool/query-pool.ts';
import { type AccountOptions, listAccounts } from './read-accounts.ts';
import {
  type CapturedOptions,
  countCaptured,
  listCaptured,
  readCaptureOrigin,
  tallyCaptured,
} from './read-captures.ts';
import { listSharedNames } from './read-collections.ts';
import {
  countWritings,
  type LatestOptions,
  listLatest,
  pageWritings,
  type WritingOptions,
} from './read-writings.ts';
import type { Memory } from './remember.ts';
import { searchListed } from './search-listed.ts';

/** What the query functions of an open store share. */
export interface Open {
  readonly db: Database;
  readonly reading: Reading;
  readonly memory: Memory;
  /** The cache of searches. */
  readonly searches: Memory;
  readonly folders: FileFolders;
  readonly pool: QueryPool;
}

/** The queries over many repositories, which a reader can narrow to some owners. */
export type ScopedReaders = ReturnType<typeof createScopedReaders>;

/** How many titles are looked at for each that is suggested, because those of other owners are left out. */
const TITLES_PER_SUGGESTION = 20;

/** Creates these queries for the repositories of some owners; for all if none is named. Fails with `absent`. */
export function createScopedReaders(open: Open, owners: readonly string[]) {
  const all = open.reading.repositoryNames;
  const isWhole = owners.length === 0;
  const names = isWhole ? undefined : requireOwned(all(), owners);
  const scope: Scope = {
    owners,
    repos: names && JSON.stringify(names),
    key: isWhole ? '' : `of ${owners.join(',').toLowerCase()} `,
  };
  return {
    /** The owners that the reader is narrowed to; empty for all. */
    owners,
    repositoryNames: () => names ?? all(),
    /** The threads, discussions and releases that were opened or published last: in some repositories, or in all of the scope. */
    latest: ({ repos = names, limit }: LatestOptions) =>
      open.memory.get(`latest ${limit} ${repos?.join(' ') ?? ''}`, () =>
        listLatest(open.db, { repos, limit }),
      ),
    ...storeReaders(open, scope),
    ...personReaders(open, scope),
    ...searchReaders(open, scope),
  };
}

interface Scope {
  readonly owners: readonly string[];
  /** The names of their repositories, as a JSON array; undefined for all. */
  readonly repos: string | undefined;
  /** The beginning of the names of cached results. */
  readonly key: string;
}

function storeReaders({ db, memory, pool }: Open, { owners, repos, key }: Scope) {
  return {
    /** Caches a result until the store changes. */
    remember: <Value>(name: string, make: () => Value) => memory.get(`${key}${name}`, make),
    sharedNames: (of: 'labels' | 'topics') =>
      memory.get(`${key}names of ${of}`, () => listSharedNames(db, { of, repos })),
    captured: (options: CapturedOptions) => listCaptured(db, { ...options, owners }),
    /** How many captured rows of a kind have each value that people choose them by. */
    capturedTallies: (options: Pick<CapturedOptions, 'kind' | 'repo'>) =>
      memory.get(`${key}tallies ${options.kind} ${options.repo}`, () =>
        tallyCaptured(db, { ...options, owners }),
      ),
    /** When and from whom the rows of a kind were last read. */
    captureOrigin: (kind: CaptureName) =>
      memory.get(`${key}origin ${kind}`, () => readCaptureOrigin(db, { kind, owners })),
    capturedCounts: () => memory.get(`${key}captured`, () => countCaptured(db, owners)),
    /** What differs between two positions of snapshots, by thread. */
    changes: (options: Omit<PlanOptions, 'owners'>, signal?: AbortSignal) =>
      memory.share(
        `${key}changes ${options.from} ${options.to} ${options.key} ${options.repo} ${options.happening}`,
        (stop) => pool.run('changes', { ...options, owners }, stop),
        signal,
      ),
    /** The records with these urls, which `changes` names, as they differ. */
    differences: (options: Omit<DifferenceOptions, 'owners'>, signal?: AbortSignal) =>
      memory.share(
        `${key}differences ${options.from} ${options.to} ${options.urls.join(' ')}`,
        (stop) => pool.run('differences', { ...options, owners }, stop),
        signal,
      ),
    /** What happened on a day of the year: `MM-DD`. */
    dayOfYear: (day: string, signal?: AbortSignal) =>
      memory.share(`${key}on ${day}`, (stop) => pool.run('dayOfYear', { day, repos }, stop), signal),
  };
}

function personReaders({ db, memory, pool }: Open, { owners, repos, key }: Scope) {
  /** Those who wrote something in the repositories, or belong to an owner; undefined for all. */
  const logins = async (signal?: AbortSignal) =>
    repos === undefined
      ? undefined
      : await memory.share(`${key}logins`, (stop) => pool.run('logins', { owners, repos }, stop), signal);
  return {
    /** The days on which a person wrote something. */
    days: (author: string, signal?: AbortSignal) =>
      memory.share(`${key}days ${author}`, (stop) => pool.run('days', { author, repos }, stop), signal),
    accounts: async (options: Omit<AccountOptions, 'among'>, signal?: AbortSignal) =>
      listAccounts(db, { ...options, among: await logins(signal) }),
    writings: (options: Omit<WritingOptions, 'repos'>) => pageWritings(db, { ...options, repos }),
    /** How much a person wrote by kind, altogether or during a month or day. */
    writingCounts: (author: string, during?: string) =>
      memory.get(`${key}writings ${author} ${during ?? ''}`, () =>
        countWritings(db, { author, repos, during }),
      ),
  };
}

function searchReaders({ db, pool, folders, searches, memory, reading }: Open, { owners, key }: Scope) {
  const snapshots = () => memory.get('snapshots', reading.snapshots);
  return {
    /** Fails with `search-refused` if the text is not a valid search. */
    search: (text: string, options: SearchOptions, signal?: AbortSignal) =>
      searches.share(
        `${key}${JSON.stringify({ ...options, nowMs: 0 })} ${searchKey(text, options.nowMs)}`,
        async (stop) =>
          isQuick(text, options.nowMs)
            ? searchListed(db, text, { ...options, owners })
            : await pool.run('search', { ...options, text, owners }, stop),
        signal,
      ),
    /** The number of hits of a search; the answer may take seconds for words in many texts. */
    hits: (text: string, nowMs: number, signal?: AbortSignal) =>
      searches.share(
        `${key}hits ${searchKey(text, nowMs)}`,
        (stop) => pool.run('hits', { text, nowMs, owners }, stop),
        signal,
      ),
    /** The attached text files that a search finds. */
    attachedTexts: (
      text: string,
      options: { readonly nowMs: number; readonly limit: number },
      signal?: AbortSignal,
    ) =>
      searches.share(
        `${key}attachments ${options.limit} ${searchKey(text, options.nowMs)}`,
        (stop) => pool.run('attachments', { ...options, text, folders, owners }, stop),
        signal,
      ),
    /** What a search finds in older snapshots only; most stores have one, and need no query. */
    formerTexts: async (text: string, options: Omit<FormerSearch, 'owners'>, signal?: AbortSignal) =>
      snapshots().length < 2
        ? { hits: [], isComplete: true }
        : await searches.share(
            `${key}former ${options.limit} ${searchKey(text, options.nowMs)}`,
            (stop) => pool.run('former', { ...options, text, owners }, stop),
            signal,
          ),
    /** Caches the answer to a search until the store changes. */
    rememberSearch: <Value>(name: string, make: () => Value) => searches.get(`${key}${name}`, make),
    shareSearch: <Value>(
      name: string,
      make: (stop: AbortSignal) => Promise<Value>,
      signal: AbortSignal | undefined,
    ) => searches.share(`${key}${name}`, make, signal),
    /** Threads and other records whose titles contain the words typed so far. */
    completeTitles: (typed: string, limit: number, repo?: string) =>
      owners.length === 0
        ? completeTitles(db, typed, limit, repo)
        : completeTitles(db, typed, limit * TITLES_PER_SUGGESTION, repo)
            .filter(({ repo }) => isOwnedBy(repo ?? '', owners))
            .slice(0, limit),
  };
}
