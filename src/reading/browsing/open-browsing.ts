import { statSync } from 'node:fs';
import { completeTitles, searchStore } from '../../search/index.ts';
import {
  type Database,
  type FileFolders,
  foldersBeside,
  openForReading,
  readHistory,
  readSnapshots,
  requireStore,
} from '../../store/index.ts';
import { readStrip } from '../activity/read-strip.ts';
import { findThread } from '../find-thread.ts';
import { findDiscussion, listDiscussions } from '../read-discussions.ts';
import { readRepositoryNames } from '../read-names.ts';
import { findRelease, listReleases } from '../read-releases.ts';
import { findRepository } from '../read-repositories.ts';
import { type Asking, createAsking } from './asking/asking-process.ts';
import type { Browsing } from './browsing.ts';
import { isQuick } from './is-quick.ts';
import { createNumberFinder, readUrlPlace } from './locate-record.ts';
import { pageThreads } from './page-threads.ts';
import { findAccount, listAccounts, listMembers, listTeams } from './read-accounts.ts';
import { countCaptured, listCaptured } from './read-captures.ts';
import { findVanished, listEdits, listVanished, listVanishedBelow } from './read-changes.ts';
import { listBranchRules, listLabels, listMilestones, listOtherRecords } from './read-collections.ts';
import { readIntegrity } from './read-integrity.ts';
import { findGitPlace, findReleaseAsset, findUpload, listUploads } from './read-uploads.ts';
import { countWritings, listLatest, pageWritings } from './read-writings.ts';
import { createMemory, type Memory } from './remember.ts';

export type { Browsing } from './browsing.ts';

export type { KeptBytes } from './read-uploads.ts';

export interface BrowsingOptions {
  /** Where the files of the store lie; beside it where nothing is said. */
  readonly folders?: FileFolders | undefined;
}

/** Answers about repositories, lists and people that are kept at once. */
const MAX_REMEMBERED = 500;

/** Pages of results that are kept: people come back to them from each result. A page takes some ten kilobytes. */
const MAX_SEARCHES = 500;

/** What the parts of an open store are made from. */
interface Open {
  readonly db: Database;
  readonly memory: Memory;
  readonly folders: FileFolders;
  readonly asking: Asking;
}

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openBrowsing(path: string, options: BrowsingOptions = {}): Browsing {
  requireStore(path);
  const identity = readStoreIdentity(path);
  const memory = createMemory(MAX_REMEMBERED);
  const searches = createMemory(MAX_SEARCHES);
  const open: Open = {
    db: openForReading(path),
    memory,
    folders: options.folders ?? foldersBeside(path),
    asking: createAsking(path),
  };
  return {
    path,
    identity,
    isOutdated: () => readStoreIdentity(path) !== identity,
    remember: memory.get,
    close() {
      open.asking.close();
      open.db.close();
    },
    ...timeReaders(open),
    ...repositoryReaders(open),
    ...threadReaders(open),
    ...accountReaders(open),
    ...fileReaders(open),
    captured: (wish) => listCaptured(open.db, wish),
    capturedCounts: () => memory.get('captured', () => countCaptured(open.db)),
    search: (text, wish) => {
      const minute = Math.floor(wish.nowMs / 60_000); // Where `last week` ends.
      return searches.get(JSON.stringify({ ...wish, text, nowMs: minute }), async () =>
        isQuick(text, wish.nowMs)
          ? searchStore(open.db, text, wish)
          : open.asking.ask('search', { ...wish, text }),
      );
    },
    completeTitles: (typed, limit) => completeTitles(open.db, typed, limit),
  };
}

type TimeReader =
  | 'snapshots'
  | 'integrity'
  | 'changes'
  | 'history'
  | 'edits'
  | 'vanishedBelow'
  | 'vanishedOf'
  | 'vanished';

function timeReaders({ db, memory, asking }: Open): Pick<Browsing, TimeReader> {
  const snapshots = () => memory.get('snapshots', () => readSnapshots(db));
  /** Where there is one snapshot nothing has changed: most stores need no look. */
  const ifSeveral = <Item>(read: () => readonly Item[]) => (snapshots().length < 2 ? [] : read());
  return {
    snapshots,
    integrity: () => memory.get('integrity', () => readIntegrity(db)),
    changes: (wish) => asking.ask('changes', wish),
    history: (url) => readHistory(db, url),
    edits: (url) => ifSeveral(() => listEdits(db, url)),
    vanishedBelow: (url) => ifSeveral(() => listVanishedBelow(db, url)),
    vanishedOf: (repo, kind) => ifSeveral(() => listVanished(db, repo, kind)),
    vanished: (url) => ifSeveral(() => findVanished(db, url)),
  };
}

type RepositoryReader =
  | 'repositoryNames'
  | 'repositoryName'
  | 'repository'
  | 'origins'
  | 'urlPlace'
  | 'kindOf'
  | 'labels'
  | 'milestones'
  | 'branchRules'
  | 'otherRecords'
  | 'gitPlace'
  | 'strip';

function repositoryReaders(open: Open): Pick<Browsing, RepositoryReader> {
  const { db, memory } = open;
  const numbers = createNumberFinder(db);
  const names = () => memory.get('repository names', () => readRepositoryNames(db));
  const spelled = () =>
    memory.get('repository spellings', () => new Map(names().map((name) => [name.toLowerCase(), name])));
  return {
    repositoryNames: names,
    repositoryName: (name) => spelled().get(name.toLowerCase()),
    repository: (repo) => memory.get(`repository ${repo}`, () => findRepository(db, repo)),
    origins: () => memory.get('origins', () => findOrigins(db)),
    urlPlace: readUrlPlace,
    kindOf: numbers.kindOf,
    labels: (repo) => memory.get(`labels ${repo}`, () => listLabels(db, repo)),
    milestones: (repo) => memory.get(`milestones ${repo}`, () => listMilestones(db, repo)),
    branchRules: (repo) => listBranchRules(db, repo),
    otherRecords: (kind, repo) => listOtherRecords(db, kind, repo),
    strip: (repo) => memory.get(`strip ${repo}`, () => readStrip(db, repo)),
    gitPlace: (repo, isWiki) => memory.get(`git ${isWiki} ${repo}`, () => findGitPlace(open, repo, isWiki)),
  };
}

type ThreadReader = 'threads' | 'facets' | 'thread' | 'discussions' | 'discussion' | 'releases' | 'release';

function threadReaders({ db, memory, asking }: Open): Pick<Browsing, ThreadReader> {
  return {
    threads: async (wish) =>
      isQuick(wish.search, wish.nowMs) ? pageThreads(db, wish) : asking.ask('threads', wish),
    facets: (wish) =>
      memory.get(`facets ${wish.kind} ${wish.repo} ${wish.search}`, () => asking.ask('facets', wish)),
    thread: (repo, number) => findThread(db, { repo, number, anchor: undefined }),
    discussions: (repo, wish) => listDiscussions(db, repo, wish),
    discussion: (repo, number) => findDiscussion(db, repo, number),
    releases: (filter) => listReleases(db, filter),
    release: (wish) => findRelease(db, wish),
  };
}

type AccountReader =
  | 'hasAccount'
  | 'account'
  | 'accounts'
  | 'members'
  | 'teams'
  | 'writings'
  | 'writingCounts'
  | 'latest';

function accountReaders({ db, memory }: Open): Pick<Browsing, AccountReader> {
  return {
    hasAccount: createAccountTest(db),
    account: (login) => findAccount(db, login),
    accounts: (wish) => listAccounts(db, wish),
    members: (organization) => listMembers(db, organization),
    teams: (organization) => listTeams(db, organization),
    writings: (wish) => pageWritings(db, wish),
    writingCounts: (author) => memory.get(`writings ${author}`, () => countWritings(db, author)),
    latest: (wish) => memory.get(`latest ${wish.limit} ${wish.repos.join(' ')}`, () => listLatest(db, wish)),
  };
}

function fileReaders(open: Open): Pick<Browsing, 'uploads' | 'upload' | 'releaseAsset'> {
  return {
    uploads: (repo, wish) => listUploads(open.db, repo, wish),
    upload: (url) => findUpload(open, url),
    releaseAsset: (wish) => findReleaseAsset(open, wish),
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

/** The records of repositories tell where they lived; where there are none, those of people do. */
function findOrigins(db: Database): readonly string[] {
  const urls = db
    .prepare<[], string>(
      'SELECT url FROM repositories UNION ALL SELECT url FROM (SELECT url FROM users LIMIT 100)',
    )
    .pluck()
    .all();
  return [...new Set(urls.flatMap((url) => /^https?:\/\/[^/]+/.exec(url)?.[0] ?? []))];
}

/** A word that is another one as soon as the file of a store is another one, or was written to. */
function readStoreIdentity(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino}-${size}-${mtimeMs}`;
}
