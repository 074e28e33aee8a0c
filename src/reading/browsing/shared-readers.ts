import { statSync } from 'node:fs';
import { filterSlowly } from '../../base/each-of.ts';
import { RecentValues } from '../../base/recent-values.ts';
import { ownerOf } from '../../model/accounts.ts';
import { searchKey } from '../../search/parse-search.ts';
import { readHistory } from '../../store/read-history.ts';
import { readStrip } from '../activity/read-strip.ts';
import { findNearestNumbers } from '../find-thread.ts';
import {
  createGlance,
  type FindGlance,
  findOrigins,
  type NumberedKind,
  readUrlPlace,
} from '../locate-record.ts';
import { type ActivityScope, shareActivity } from '../read-activity.ts';
import { findDiscussion, listDiscussions } from '../read-discussions.ts';
import { createDetailReader } from '../read-releases.ts';
import { createRepositoryReader, type RepositorySort } from '../read-repositories.ts';
import type { Thread } from '../thread.ts';
import type { ThreadAddress } from '../thread-address.ts';
import { isQuick } from './is-quick.ts';
import { type PageOptions, pageThreads, type ThreadPage } from './page-threads.ts';
import type { ListOptions } from './plan-list.ts';
import type { SlowQueries } from './query-pool/slow-queries.table.ts';
import {
  createAccountTest,
  findAccount,
  listLoginsByMail,
  listLoginsByName,
  listMembers,
  listMemberships,
  listPictures,
  listTeamPlaces,
  listTeams,
} from './read-accounts.ts';
import {
  countSnapshotChanges,
  findVanished,
  listDeletions,
  listEdits,
  listVanished,
  listVanishedBelow,
} from './read-changes.ts';
import { findClone } from './read-clones.ts';
import {
  countLabelUses,
  createMilestoneReader,
  listBranchRules,
  listCommitComments,
  listLabels,
  listMilestones,
  listOtherRecords,
  listPullsByBranch,
} from './read-collections.ts';
import { readIntegrity, readKeptState } from './read-integrity.ts';
import { createRoleReader, listCollaborators } from './read-roles.ts';
import {
  countUploads,
  createGitFinder,
  findAssetName,
  findLfsFile,
  findReleaseAsset,
  findUpload,
  findUploadPlace,
  findUploadUrl,
  listUploads,
  type Upload,
} from './read-uploads.ts';
import { createCompletions, createMemory } from './remember.ts';
import type { Open } from './scoped-readers.ts';

/** The maximum number of cached answers about accounts and numbers, which pages ask for at each link. */
const MAX_GLANCES = 20_000;

/** The queries that ask for one repository, thread, file or snapshot by its name. */
export type SharedReaders = ReturnType<typeof createSharedReaders>;

/** The queries with the same answers for all owners: those about one repository, thread, file or snapshot. */
export function createSharedReaders(open: Open, path: string, isFixed: boolean) {
  const identity = readStoreIdentity(path) ?? '';
  return {
    path,
    /** The size of its file. */
    storeBytes: () => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    /** Changes whenever the store changes. */
    identity,
    /** Whether the file has been replaced or modified since it was opened. */
    isOutdated: () => !isFixed && (readStoreIdentity(path) ?? identity) !== identity,
    close() {
      open.pool.close();
      open.reading.close();
    },
    /** Runs one read-only statement. Fails with `query-refused`. */
    sql: (options: SlowQueries['sql']['options'], signal?: AbortSignal) =>
      open.pool.run('sql', options, signal),
    ...timeReaders(open),
    ...repositoryReaders(open),
    ...threadReaders(open),
    ...accountReaders(open),
    ...fileReaders(open),
  };
}

function timeReaders({ db, reading, memory, pool }: Open) {
  const snapshots = () => memory.get('snapshots', reading.snapshots);
  /** Most stores have one snapshot, in which nothing can have changed: those need no query. */
  const ifSeveral = <Item>(read: () => readonly Item[]) => (snapshots().length < 2 ? [] : read());
  const keptState = () => memory.get('kept', () => readKeptState(db));
  return {
    snapshots,
    /** Writes the store as it was at a snapshot to a new file. */
    restoreSnapshot: (snapshotId: number, to: string) => pool.run('restore', { snapshotId, to }),
    /** The rows of each activity chart, in display order. */
    activity: (scope: ActivityScope, signal?: AbortSignal) =>
      memory.share(
        `activity ${scope.of} ${scope.name}`,
        async (stop) => {
          const shares = shareActivity(scope).map((parts) => pool.run('activity', { scope, parts }, stop));
          return (await Promise.all(shares)).flat();
        },
        signal,
      ),
    /** How much of what archives name is here; cheaper than `integrity`. */
    keptState,
    integrity: () => memory.get('integrity', () => readIntegrity(db, keptState())),
    /** What a snapshot changed, counted up to a limit. */
    snapshotChanges: (id: number) => memory.get(`changes of ${id}`, () => countSnapshotChanges(db, id)),
    history: (url: string) => readHistory(db, url),
    /** Edits of the texts of a thread, its comments and its reviews. */
    edits: (threadUrl: string) => ifSeveral(() => listEdits(db, threadUrl)),
    vanishedBelow: (url: string) => ifSeveral(() => listVanishedBelow(db, url)),
    /** Who deleted comments of a thread, as its events say. */
    deletions: (threadUrl: string) => listDeletions(db, threadUrl),
    vanishedOf: (repo: string, kind: string) => ifSeveral(() => listVanished(db, repo, kind)),
    vanished: (url: string) => ifSeveral(() => findVanished(db, url)),
  };
}

function repositoryReaders(open: Open) {
  const { db, reading, memory, pool } = open;
  const glances = createMemory(MAX_GLANCES);
  const findGlance = createGlance(db);
  const glance: FindGlance = (repo, number, expected) =>
    glances.get(`${expected} ${number} ${repo}`, () => findGlance(repo, number, expected));
  const names = reading.repositoryNames;
  const readRepository = createRepositoryReader(db);
  const findGit = createGitFinder(open);
  return {
    /** `owner/name` of all repositories, sorted, whatever the reader is narrowed to. */
    allRepositoryNames: names,
    /** Their owners, sorted. */
    allOwners: () => memory.get('owners', () => [...new Set(names().map(ownerOf))].sort()),
    /** The repository's name as spelled in the store; undefined if it is unknown. */
    repositoryName(name: string) {
      const meant = name.includes('/') ? reading.namesMeant(name) : [];
      return meant.includes(name) ? name : meant[0];
    },
    /** The repository with this name, as `repositoryName` spells it. */
    repository: (repo: string) => memory.get(`repository ${repo}`, () => readRepository(repo)),
    /** The names of all repositories in another order than by name. */
    repositoryOrder: (by: Exclude<RepositorySort, 'name'>, signal?: AbortSignal) =>
      memory.share(`repositories by ${by}`, (stop) => pool.run('repositoryOrder', by, stop), signal),
    origins: () => memory.get('origins', () => findOrigins(db)),
    urlPlace: readUrlPlace,
    /** The kind, title and state of the record with this number in a repository. */
    glance,
    kindOf: (repo: string, number: number, expected: NumberedKind) => glance(repo, number, expected)?.kind,
    labels: (repo: string) => memory.get(`labels ${repo}`, () => listLabels(db, repo)),
    /** How many threads have each label, by its name. */
    labelUses: (repo: string) => memory.get(`label uses ${repo}`, () => countLabelUses(db, repo)),
    milestones: (repo: string) => memory.get(`milestones ${repo}`, () => listMilestones(db, repo)),
    inMilestone: createMilestoneReader(db),
    pullsByBranch: (repo: string) => listPullsByBranch(db, repo),
    collaborators: (repo: string) => memory.get(`collaborators ${repo}`, () => listCollaborators(db, repo)),
    branchRules: (repo: string) => memory.get(`rules ${repo}`, () => listBranchRules(db, repo)),
    commitComments: (repo: string, sha: string) => listCommitComments(db, repo, sha),
    otherRecords: (kind: string, repo: string | null) => listOtherRecords(db, kind, repo),
    /** Records per month over the last three years of a repository's activity. */
    strip: (repo: string) => memory.get(`strip ${repo}`, () => readStrip(db, repo)),
    gitPlace: (repo: string, isWiki: boolean) =>
      memory.get(`git ${isWiki} ${repo}`, () => findGit(repo, isWiki)),
    /** A cloned gist or starred repository by its name; its state is looked at each time. */
    clone: (name: string) => findClone(open, name),
    /** The names of all repositories with git data, sorted. */
    repositoriesWithGit: (signal?: AbortSignal) =>
      memory.share(
        'repositories with git',
        () => filterSlowly(names(), (repo) => findGit(repo, false) !== undefined),
        signal,
      ),
  };
}

/** The entries of threads that are kept. */
const MAX_ENTRIES = 50_000;

function threadReaders({ db, reading, memory, pool }: Open) {
  const threads = new RecentValues<Thread>({ maxWeight: MAX_ENTRIES });
  const isLong = db
    .prepare<[string, number], number>('SELECT 1 FROM issue_comments WHERE thread_url = ? LIMIT 1 OFFSET ?')
    .pluck();
  return {
    /** Fails with `search-refused` if the search is invalid. */
    threads: async (options: PageOptions, signal?: AbortSignal): Promise<ThreadPage> =>
      isQuick(options.search, options.nowMs)
        ? pageThreads(db, options)
        : await pool.run('threads', options, signal),
    /** Slower than the list itself, until it is cached. */
    facets: (options: ListOptions, signal?: AbortSignal) =>
      memory.share(
        `facets ${options.kind} ${options.repo} ${searchKey(options.search, options.nowMs)}`,
        (stop) => pool.run('facets', options, stop),
        signal,
      ),
    /** Long ones are kept: people and sites go from part to part. */
    thread(address: ThreadAddress): Thread {
      const read = () => reading.lazyThread(address);
      return threads.getOrMake(JSON.stringify(address), read, ({ timeline }) => timeline.length + 1);
    },
    /** Keeps what one caller makes of a thread for as long as the thread is kept, unless it fails. */
    rememberWith: createCompletions<Thread>(),
    /** Whether a thread has more comments than this. */
    hasMoreComments: (threadUrl: string, count: number) =>
      memory.get(`more than ${count} ${threadUrl}`, () => isLong.get(threadUrl, count) === 1),
    discussions: (repo: string, options: { readonly before: number; readonly limit: number }) =>
      listDiscussions(db, repo, options),
    discussion: (repo: string, number: number) => findDiscussion(db, repo, number),
    nearestNumbers: (repo: string, number: number) => findNearestNumbers(db, repo, number),
    releases: reading.releases,
    release: reading.release,
    /** A listed release with its text, reactions and assets. */
    wholeRelease: createDetailReader(db),
  };
}

function accountReaders({ db, memory }: Open) {
  const known = createMemory(MAX_GLANCES);
  const findAccountOf = createAccountTest(db);
  return {
    /** Whether the store has a record of this person or organization. */
    hasAccount: (login: string) => known.get(login, () => findAccountOf(login)),
    account: (login: string) => memory.get(`account ${login}`, () => findAccount(db, login)),
    /** The login of who shows this name, as authors of commits do; undefined if none or several do. */
    loginOfName: (name: string) =>
      memory.get('logins by name', () => listLoginsByName(db)).get(name.toLowerCase()),
    loginOfMail: (mail: string) => memory.get('mails', () => listLoginsByMail(db)).get(mail.toLowerCase()),
    /** The url of an account's picture if its file was kept. */
    pictureUrl: (login: string) => memory.get('pictures', () => listPictures(db)).get(login),
    /** The roles of people in a repository; those without one are left out. */
    roles: createRoleReader(db, memory),
    members: (organization: string) => listMembers(db, organization),
    memberships: (login: string) => memory.get(`memberships ${login}`, () => listMemberships(db, login)),
    teams: (organization: string) => listTeams(db, organization),
    /** Where a team is, by its url or as `organization/slug`; undefined if it is unknown. */
    teamPlace(name: string) {
      const places = memory.get('team places', () => listTeamPlaces(db));
      return places.get(name) ?? places.get(name.toLowerCase());
    },
  };
}

function fileReaders(open: Open) {
  return {
    uploads: (repo: string, options: { readonly offset: number; readonly limit: number }) =>
      listUploads(open.db, repo, options),
    uploadCount: (repo: string) => open.memory.get(`uploads ${repo}`, () => countUploads(open.db, repo)),
    uploadPlace: (repo: string, upload: Pick<Upload, 'createdAt' | 'url' | 'parentUrl'>) =>
      findUploadPlace(open.db, repo, upload),
    upload: (url: string) => findUpload(open, url),
    /** A file in Git LFS, by the digest in its pointer. */
    lfsFile: (oid: string) => findLfsFile(open, oid),
    uploadUrl: (assetUrl: string) => findUploadUrl(open.db, assetUrl),
    assetName: (assetUrl: string) => findAssetName(open.db, assetUrl),
    releaseAsset: (options: Parameters<typeof findReleaseAsset>[1]) => findReleaseAsset(open, options),
  };
}

/** Changes when the store's file is replaced or modified; undefined while there is no file. */
export function readStoreIdentity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
}
