import { statSync } from 'node:fs';
import { completeTitles, type SearchOptions, searchStore } from '../../search/index.ts';
import {
  type Database,
  type FileFolders,
  foldersNextTo,
  openForReading,
  openSteadily,
  readHistory,
  requireStore,
} from '../../store/index.ts';
import { readStrip } from '../activity/read-strip.ts';
import { createReading, type Reading } from '../open-reading.ts';
import { findDiscussion, listDiscussions } from '../read-discussions.ts';
import { isQuick } from './is-quick.ts';
import {
  createGlance,
  type FindGlance,
  findOrigins,
  type NumberedKind,
  readUrlPlace,
} from './locate-record.ts';
import { type PageOptions, pageThreads, type ThreadPage } from './page-threads.ts';
import type { ListOptions } from './plan-list.ts';
import { createQueryLimiter } from './query-pool/query-limiter.ts';
import {
  createPooledProcess,
  createQueryPool,
  type PooledProcess,
  type QueryPool,
} from './query-pool/query-pool.ts';
import { SLOW_QUERIES } from './query-pool/slow-queries.table.ts';
import {
  createAccountTest,
  findAccount,
  listAccounts,
  listMembers,
  listPictures,
  listTeams,
} from './read-accounts.ts';
import { type CapturedOptions, countCaptured, listCaptured } from './read-captures.ts';
import {
  type ChangeOptions,
  findVanished,
  listEdits,
  listVanished,
  listVanishedBelow,
} from './read-changes.ts';
import {
  listBranchRules,
  listCommitComments,
  listLabels,
  listMilestones,
  listOtherRecords,
} from './read-collections.ts';
import { readIntegrity } from './read-integrity.ts';
import { createRoleReader } from './read-roles.ts';
import { findGitPlace, findReleaseAsset, findUpload, listUploads } from './read-uploads.ts';
import { countWritings, listLatest, pageWritings, type WritingOptions } from './read-writings.ts';
import { createMemory, type Memory } from './remember.ts';

export type { KeptBytes } from './read-uploads.ts';

export interface BrowsingOptions {
  /** The folders of the store's files; the ones next to it by default. */
  readonly folders?: FileFolders | undefined;
  /** Whether to query the file in this process as it was opened, even if it is replaced meanwhile. */
  readonly isFixed?: boolean | undefined;
}

/** The maximum number of cached results about repositories, lists and people. */
const MAX_REMEMBERED = 500;

/** The maximum number of cached answers about accounts and numbers, which pages ask for at each link. */
const MAX_GLANCES = 20_000;

/** The maximum number of cached result pages, to which people return after each result. A page takes about 10 kB. */
const MAX_SEARCHES = 500;

/** What the query functions of an open store share. */
interface Open {
  readonly db: Database;
  readonly reading: Reading;
  readonly memory: Memory;
  readonly folders: FileFolders;
  readonly pool: QueryPool;
  /** The process that restores snapshots; none is started before the first one. */
  readonly restoring: PooledProcess;
}

/** An open store with all queries that the pages of the reader need. Times are in UTC. */
export type Browsing = ReturnType<typeof openBrowsing>;

/**
 * Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. Slow queries run in
 * another process and fail with `query-stopped` after ten seconds.
 */
export function openBrowsing(path: string, options: BrowsingOptions = {}) {
  requireStore(path);
  const identity = readStoreIdentity(path) ?? '';
  const memory = createMemory(MAX_REMEMBERED);
  const isFixed = options.isFixed === true;
  const db = isFixed ? openSteadily(path) : openForReading(path);
  const folders = options.folders ?? foldersNextTo(path);
  const pool = isFixed ? runHere(db) : createQueryPool(path);
  const restoring = createPooledProcess(path, MAX_RESTORE_MS);
  const open: Open = { db, reading: createReading(db), memory, folders, pool, restoring };
  return {
    path,
    /** Changes whenever the store changes. */
    identity,
    /** Whether the file has been replaced or modified since it was opened. */
    isOutdated: () => !isFixed && (readStoreIdentity(path) ?? identity) !== identity,
    queryLimiter: createQueryLimiter(),
    /** Caches a result until the store changes. */
    remember: memory.get,
    close() {
      open.pool.close();
      open.restoring.end();
      open.reading.close();
    },
    ...timeReaders(open),
    ...repositoryReaders(open),
    ...threadReaders(open),
    ...accountReaders(open),
    ...fileReaders(open),
    ...searchReaders(open),
    captured: (options: CapturedOptions) => listCaptured(db, options),
    capturedCounts: () => memory.get('captured', () => countCaptured(db)),
  };
}

/** Runs the queries in this process. */
function runHere(db: Database): QueryPool {
  return { run: async (name, options) => SLOW_QUERIES[name](db, options), close: () => undefined };
}

/** The time limit for restoring a snapshot, which copies the store. */
const MAX_RESTORE_MS = 600_000;

function timeReaders({ db, reading, memory, pool, restoring }: Open) {
  const snapshots = () => memory.get('snapshots', reading.snapshots);
  /** Most stores have one snapshot, in which nothing can have changed: those need no query. */
  const ifSeveral = <Item>(read: () => readonly Item[]) => (snapshots().length < 2 ? [] : read());
  return {
    snapshots,
    /** Writes the store as it was at a snapshot to a new file. */
    restoreSnapshot: (snapshotId: number, to: string) => restoring.run('restore', { snapshotId, to }),
    integrity: () => memory.get('integrity', () => readIntegrity(db)),
    changes: (options: ChangeOptions, signal?: AbortSignal) => pool.run('changes', options, signal),
    history: (url: string) => readHistory(db, url),
    /** Edits of the texts of a thread, its comments and its reviews. */
    edits: (threadUrl: string) => ifSeveral(() => listEdits(db, threadUrl)),
    vanishedBelow: (url: string) => ifSeveral(() => listVanishedBelow(db, url)),
    vanishedOf: (repo: string, kind: string) => ifSeveral(() => listVanished(db, repo, kind)),
    vanished: (url: string) => ifSeveral(() => findVanished(db, url)),
  };
}

function repositoryReaders(open: Open) {
  const { db, reading, memory } = open;
  const glances = createMemory(MAX_GLANCES);
  const findGlance = createGlance(db);
  const glance: FindGlance = (repo, number, expected) =>
    glances.get(`${expected} ${number} ${repo}`, () => findGlance(repo, number, expected));
  const names = reading.repositoryNames;
  const spelled = () =>
    memory.get('repository spellings', () => new Map(names().map((name) => [name.toLowerCase(), name])));
  return {
    repositoryNames: names,
    /** The repository's name as spelled in the store; undefined if it is unknown. */
    repositoryName: (name: string) => spelled().get(name.toLowerCase()),
    repository: (repo: string) => memory.get(`repository ${repo}`, () => reading.repository(repo)),
    /** The origins of the records' urls. */
    origins: () => memory.get('origins', () => findOrigins(db)),
    urlPlace: readUrlPlace,
    /** The kind, title and state of the record with this number in a repository. */
    glance,
    kindOf: (repo: string, number: number, expected: NumberedKind) => glance(repo, number, expected)?.kind,
    labels: (repo: string) => memory.get(`labels ${repo}`, () => listLabels(db, repo)),
    milestones: (repo: string) => memory.get(`milestones ${repo}`, () => listMilestones(db, repo)),
    branchRules: (repo: string) => memory.get(`rules ${repo}`, () => listBranchRules(db, repo)),
    commitComments: (repo: string, sha: string) => listCommitComments(db, repo, sha),
    otherRecords: (kind: string, repo: string | null) => listOtherRecords(db, kind, repo),
    /** Records per month over the last three years of a repository's activity. */
    strip: (repo: string) => memory.get(`strip ${repo}`, () => readStrip(db, repo)),
    gitPlace: (repo: string, isWiki: boolean) =>
      memory.get(`git ${isWiki} ${repo}`, () => findGitPlace(open, repo, isWiki)),
  };
}

function threadReaders({ db, reading, memory, pool }: Open) {
  return {
    /** Fails with `search-refused` if the search is invalid. */
    threads: async (options: PageOptions, signal?: AbortSignal): Promise<ThreadPage> =>
      isQuick(options.search, options.nowMs)
        ? pageThreads(db, options)
        : await pool.run('threads', options, signal),
    /** Slower than the list itself, until it is cached. */
    facets: (options: ListOptions, signal?: AbortSignal) =>
      memory.share(
        `facets ${options.kind} ${options.repo} ${options.search}`,
        (stop) => pool.run('facets', options, stop),
        signal,
      ),
    thread: reading.thread,
    discussions: (repo: string, options: { readonly before: number; readonly limit: number }) =>
      listDiscussions(db, repo, options),
    discussion: (repo: string, number: number) => findDiscussion(db, repo, number),
    releases: reading.releases,
    release: reading.release,
  };
}

function accountReaders({ db, memory, pool }: Open) {
  const known = createMemory(MAX_GLANCES);
  const findAccountOf = createAccountTest(db);
  return {
    /** The days on which a person wrote something. */
    days: (author: string, signal?: AbortSignal) =>
      memory.share(`days ${author}`, (stop) => pool.run('days', { author }, stop), signal),
    /** What happened on a day of the year: `MM-DD`. */
    dayOfYear: (day: string, signal?: AbortSignal) =>
      memory.share(`on ${day}`, (stop) => pool.run('dayOfYear', { day }, stop), signal),
    /** Whether the store has a record of this person or organization. */
    hasAccount: (login: string) => known.get(login, () => findAccountOf(login)),
    account: (login: string) => memory.get(`account ${login}`, () => findAccount(db, login)),
    /** The url of an account's picture if its file was kept. */
    pictureUrl: (login: string) => memory.get('pictures', () => listPictures(db)).get(login),
    /** The roles of people in a repository; those without one are left out. */
    roles: createRoleReader(db, memory),
    accounts: (options: Parameters<typeof listAccounts>[1]) => listAccounts(db, options),
    members: (organization: string) => listMembers(db, organization),
    teams: (organization: string) => listTeams(db, organization),
    writings: (options: WritingOptions) => pageWritings(db, options),
    writingCounts: (author: string) => memory.get(`writings ${author}`, () => countWritings(db, author)),
    /** The threads, discussions and releases that were opened or published last in these repositories. */
    latest: (options: { readonly repos: readonly string[]; readonly limit: number }) =>
      memory.get(`latest ${options.limit} ${options.repos.join(' ')}`, () => listLatest(db, options)),
  };
}

function fileReaders(open: Open) {
  return {
    uploads: (repo: string, options: { readonly offset: number; readonly limit: number }) =>
      listUploads(open.db, repo, options),
    upload: (url: string) => findUpload(open, url),
    releaseAsset: (options: Parameters<typeof findReleaseAsset>[1]) => findReleaseAsset(open, options),
  };
}

function searchReaders({ db, pool, folders }: Open) {
  const searches = createMemory(MAX_SEARCHES);
  /** The resolution of relative times such as `last week`. */
  const minuteOf = (nowMs: number) => Math.floor(nowMs / 60_000);
  return {
    /** Fails with `search-refused` if the text is not a valid search. */
    search: (text: string, options: SearchOptions, signal?: AbortSignal) =>
      searches.share(
        JSON.stringify({ ...options, text, nowMs: minuteOf(options.nowMs) }),
        async (stop) =>
          isQuick(text, options.nowMs)
            ? searchStore(db, text, options)
            : await pool.run('search', { ...options, text }, stop),
        signal,
      ),
    /** The number of hits of a search; the answer may take seconds for words in many texts. */
    hits: (text: string, nowMs: number, signal?: AbortSignal) =>
      searches.share(
        `hits ${minuteOf(nowMs)} ${text}`,
        (stop) => pool.run('hits', { text, nowMs }, stop),
        signal,
      ),
    /** The attached text files that a search finds. */
    attachedTexts: (
      text: string,
      options: { readonly nowMs: number; readonly limit: number },
      signal?: AbortSignal,
    ) =>
      searches.share(
        `attachments ${options.limit} ${minuteOf(options.nowMs)} ${text}`,
        (stop) => pool.run('attachments', { ...options, text, folders }, stop),
        signal,
      ),
    /** Caches the answer to a search until the store changes. */
    rememberSearch: searches.get,
    shareSearch: searches.share,
    /** Threads and other records whose titles contain the words typed so far. */
    completeTitles: (typed: string, limit: number) => completeTitles(db, typed, limit),
  };
}

/** Changes when the store's file is replaced or modified; undefined while there is no file. */
function readStoreIdentity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
}
