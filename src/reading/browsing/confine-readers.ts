import { invariant } from '../../base/failure.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { isOwnedBy } from '../../model/accounts.ts';
import { Failure } from '../../model/failure.ts';
import { createMemory } from './remember.ts';
import type { ScopedReaders } from './scoped-readers.ts';
import type { SharedReaders } from './shared-readers.ts';

/**
 * The same queries without what belongs to others than the owners that the store is narrowed to: what is asked for by
 * its name or address is absent then. A new query does not compile without a place here.
 */
export function confineReaders(all: SharedReaders, scoped: ScopedReaders): SharedReaders {
  invariant(scoped.owners.length > 0, 'a store is confined to at least one owner');
  const guard = createGuard(all, scoped);
  return {
    // What says nothing of records, or only hands on what was found.
    ...{ path: all.path, identity: all.identity, isOutdated: all.isOutdated, close: all.close },
    ...{ snapshots: all.snapshots, restoreSnapshot: all.restoreSnapshot, origins: all.origins },
    ...{ urlPlace: all.urlPlace, rememberWith: all.rememberWith },
    sql: () => refuse('the tables of the store'),
    integrity: () => refuse('the integrity of the store'),
    keptState: () => refuse('the integrity of the store'),
    storeBytes: () => refuse('the size of the store'),
    snapshotChanges: () => refuse('the changes of the store'),
    activity(scope, signal) {
      const isOwn =
        scope.of === 'owner'
          ? scope.repos.every(guard.isOwn)
          : scope.of === 'repo' && guard.isOwn(scope.name);
      return isOwn ? all.activity(scope, signal) : refuse(scope.name);
    },
    ...confinedRepositories(all, scoped, guard),
    ...confinedThreads(all, guard),
    ...confinedAccounts(all, guard),
    ...confinedFiles(all, guard),
  };
}

/** The maximum number of cached answers about people, whom pages ask for at each link. */
const MAX_LOGINS = 20_000;

type Guard = ReturnType<typeof createGuard>;

function createGuard(all: SharedReaders, { owners, writingCounts }: ScopedReaders) {
  const isOwn = (repo: string) => repo.includes('/') && isOwnedBy(repo, owners);
  const knownLogins = createMemory(MAX_LOGINS);
  return {
    isOwn,
    isOwnUrl: (url: string) => isOwn(all.urlPlace(url).repo ?? ''),
    /** The owners and those who wrote something in their repositories. */
    isKnown: (login: string) =>
      knownLogins.get(login, () => isOwnedBy(login, owners) || writingCounts(login).length > 0),
    /** A function of a repository that fails with `absent` for those of others. */
    ofOwn:
      <Rest extends readonly unknown[], Result>(read: (repo: string, ...rest: Rest) => Result) =>
      (repo: string, ...rest: Rest): Result =>
        isOwn(repo) ? read(repo, ...rest) : refuse(repo),
    isOwner: (login: string) => isOwnedBy(login, owners),
  };
}

function refuse(name: string): never {
  throw new Failure('absent', `Cannot show ${quoteText(name)}: no loaded archive has it`, {
    hint: 'The home page lists the repositories',
  });
}

function confinedRepositories(
  all: SharedReaders,
  { repositoryNames }: ScopedReaders,
  { isOwn, isOwner, ofOwn }: Guard,
) {
  return {
    allRepositoryNames: repositoryNames,
    allOwners: () => all.allOwners().filter(isOwner),
    repositoryName(name: string) {
      const found = all.repositoryName(name);
      return found !== undefined && isOwn(found) ? found : undefined;
    },
    repository: ofOwn(all.repository),
    repositoryOrder: async (...asked: Parameters<SharedReaders['repositoryOrder']>) =>
      (await all.repositoryOrder(...asked)).filter(isOwn),
    glance: ((repo, number, expected) =>
      isOwn(repo) ? all.glance(repo, number, expected) : undefined) satisfies SharedReaders['glance'],
    kindOf: ((repo, number, expected) =>
      isOwn(repo) ? all.kindOf(repo, number, expected) : undefined) satisfies SharedReaders['kindOf'],
    labels: ofOwn(all.labels),
    labelUses: ofOwn(all.labelUses),
    milestones: ofOwn(all.milestones),
    inMilestone: ofOwn(all.inMilestone),
    pullsByBranch: ofOwn(all.pullsByBranch),
    branchRules: ofOwn(all.branchRules),
    collaborators: ofOwn(all.collaborators),
    commitComments: ofOwn(all.commitComments),
    otherRecords: (kind: string, repo: string | null) =>
      repo !== null && isOwn(repo) ? all.otherRecords(kind, repo) : [],
    strip: ofOwn(all.strip),
    gitPlace: (repo: string, isWiki: boolean) => (isOwn(repo) ? all.gitPlace(repo, isWiki) : undefined),
    // They belong to the account that was backed up, and stars to anyone.
    clone: () => undefined,
    repositoriesWithGit: async (signal?: AbortSignal) =>
      (await all.repositoriesWithGit(signal)).filter(isOwn),
  };
}

function confinedThreads(all: SharedReaders, { isOwn, isOwnUrl, ofOwn }: Guard) {
  return {
    history: (url: string) => (isOwnUrl(url) ? all.history(url) : []),
    edits: (threadUrl: string) => (isOwnUrl(threadUrl) ? all.edits(threadUrl) : []),
    vanishedBelow: (url: string) => (isOwnUrl(url) ? all.vanishedBelow(url) : []),
    deletions: (threadUrl: string) => (isOwnUrl(threadUrl) ? all.deletions(threadUrl) : []),
    vanishedOf: ofOwn(all.vanishedOf),
    vanished: (url: string) => (isOwnUrl(url) ? all.vanished(url) : []),
    threads: ((options, signal) =>
      isOwn(options.repo ?? '')
        ? all.threads(options, signal)
        : refuse(options.repo ?? '')) satisfies SharedReaders['threads'],
    facets: ((options, signal) =>
      isOwn(options.repo ?? '')
        ? all.facets(options, signal)
        : refuse(options.repo ?? '')) satisfies SharedReaders['facets'],
    thread(address: Parameters<SharedReaders['thread']>[0]) {
      const found = all.thread(address);
      return isOwn(found.repo ?? '') ? found : refuse(address.repo ?? '');
    },
    hasMoreComments: (threadUrl: string, count: number) =>
      isOwnUrl(threadUrl) && all.hasMoreComments(threadUrl, count),
    nearestNumbers: ofOwn(all.nearestNumbers),
    discussions: ofOwn(all.discussions),
    discussion: ofOwn(all.discussion),
    releases: ((filter) =>
      isOwn(filter.repo ?? '')
        ? all.releases(filter)
        : refuse(filter.repo ?? '')) satisfies SharedReaders['releases'],
    release: ((options) =>
      isOwn(options.repo ?? '')
        ? all.release(options)
        : refuse(options.repo ?? '')) satisfies SharedReaders['release'],
    wholeRelease: ((listed) =>
      isOwn(listed.repo ?? '')
        ? all.wholeRelease(listed)
        : refuse(listed.repo ?? '')) satisfies SharedReaders['wholeRelease'],
  };
}

function confinedAccounts(all: SharedReaders, { isKnown, isOwner, ofOwn }: Guard) {
  const ofKnown = (find: (text: string) => string | undefined) => (text: string) => {
    const login = find(text);
    return login !== undefined && isKnown(login) ? login : undefined;
  };
  return {
    hasAccount: (login: string) => isKnown(login) && all.hasAccount(login),
    loginOfName: ofKnown(all.loginOfName),
    loginOfMail: ofKnown(all.loginOfMail),
    account: (login: string) => (isKnown(login) ? all.account(login) : undefined),
    pictureUrl: (login: string) => (isKnown(login) ? all.pictureUrl(login) : undefined),
    roles: ofOwn(all.roles),
    members: (organization: string) => (isOwner(organization) ? all.members(organization) : []),
    memberships: (login: string) => all.memberships(login).filter(isOwner),
    teams: (organization: string) => (isOwner(organization) ? all.teams(organization) : []),
    teamPlace(name: string) {
      const place = all.teamPlace(name);
      return place !== undefined && isOwner(place.organization) ? place : undefined;
    },
  };
}

function confinedFiles(all: SharedReaders, { isOwn, ofOwn }: Guard) {
  return {
    uploads: ofOwn(all.uploads),
    uploadCount: ofOwn(all.uploadCount),
    uploadPlace: ofOwn(all.uploadPlace),
    upload(url: string) {
      const found = all.upload(url);
      return found !== undefined && isOwn(found.repo ?? '') ? found : undefined;
    },
    lfsFile: () => undefined, // A repository can have a pointer to the file of any other.
    uploadUrl: all.uploadUrl, // Its file is found by `upload`.
    assetName(assetUrl: string) {
      const found = all.assetName(assetUrl);
      return found !== undefined && isOwn(found.repo) ? found : undefined;
    },
    releaseAsset: (options: Parameters<SharedReaders['releaseAsset']>[0]) =>
      isOwn(options.repo) ? all.releaseAsset(options) : undefined,
  };
}
