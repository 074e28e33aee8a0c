import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/model/failure.ts';
import { type Browsing, type OpenBrowsing, openBrowsing } from '../../../src/reading/open-browsing.ts';
import { parseThreadAddress } from '../../../src/reading/thread-address.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { NAMED_OTHERWISE } from '../../store/support/named-otherwise.table.ts';
import { TELLING_PLACES, urlOf } from '../../store/support/telling-records.ts';
import {
  misnamedIn,
  namedOtherwiseIn,
  originsOf,
  writeTellingStore,
} from '../../store/support/telling-store.ts';

const NOW_MS = Date.UTC(2026, 5, 1);
const { open, hidden, internal } = TELLING_PLACES;

/** What a reader is asked about. */
interface Asked {
  readonly repo: string;
  readonly owner: string;
  readonly login: string;
  /** The name of the repository as part of addresses. */
  readonly path: string;
}

const LIST = { search: '', nowMs: NOW_MS, limit: 20 } as const;

/** A call of each reader that answers with what is in records. */
const CALLS = {
  account: (from, { login }) => from.account(login),
  accounts: (from) => from.accounts({ after: '', limit: 500, search: '' }),
  activity: (from, { repo }) => from.activity({ of: 'repo', name: repo }),
  allOwners: (from) => from.allOwners(),
  allRepositoryNames: (from) => from.allRepositoryNames(),
  assetName: (from, { path }) =>
    from.assetName(`tarball://root/attachments/release-assets-0-asset-url-0-in-${path}`),
  attachedTexts: (from) => from.attachedTexts('notes', { nowMs: NOW_MS, limit: 20 }),
  branchRules: (from, { repo }) => from.branchRules(repo),
  commitComments: (from, { repo }) => from.commitComments(repo, `commit_comment commit_id 5 in ${repo}`),
  completeTitles: (from) => from.completeTitles('title', 500),
  deletions: (from, { repo }) => from.deletions(urlOf('issue', repo, 0)),
  days: (from, { login }) => from.days(login),
  discussion: (from, { repo }) => from.discussion(repo, 31),
  discussions: (from, { repo }) => from.discussions(repo, { before: 1_000, limit: 20 }),
  facets: (from, { repo }) => from.facets({ ...LIST, kind: 'issue', repo }),
  gitPlace: (from, { repo }) => from.gitPlace(repo, false),
  glance: (from, { repo }) => from.glance(repo, 10),
  hasAccount: (from, { login }) => from.hasAccount(login),
  hasMoreComments: (from, { repo }) => from.hasMoreComments(urlOf('issue', repo, 0), 0),
  history: (from, { repo }) => from.history(urlOf('issue', repo, 0)),
  hits: (from) => from.hits('title', NOW_MS),
  kindOf: (from, { repo }) => from.kindOf(repo, 10, 'issue'),
  labels: (from, { repo }) => from.labels(repo),
  labelUses: (from, { repo }) => from.labelUses(repo),
  latest: (from) => from.latest({ repos: undefined, limit: 500 }),
  members: (from, { owner }) => from.members(owner),
  memberships: (from, { login }) => from.memberships(login),
  inMilestone: (from, { repo }) =>
    from.inMilestone(repo, urlOf('milestone', repo, 0), { isOpen: true, limit: 20 }),
  milestones: (from, { repo }) => from.milestones(repo),
  nearestNumbers: (from, { repo }) => from.nearestNumbers(repo, 15),
  release: (from, { repo }) => from.release({ repo, tag: `release tag_name 1 in ${repo}` }),
  releaseAsset: (from, { repo }) => {
    const [tag, name] = [`release tag_name 0 in ${repo}`, `release_assets 0 asset_name 0 in ${repo}`];
    return from.releaseAsset({ repo, tag, name });
  },
  wholeRelease: (from, { repo }) => {
    const [listed] = from.releases({ repo, limit: 1, isOldestFirst: false });
    return listed && from.wholeRelease(listed);
  },
  releases: (from, { repo }) => [...from.releases({ repo, limit: 20, isOldestFirst: false })],
  collaborators: (from, { repo }) => from.collaborators(repo),
  repositoriesWithGit: (from) => from.repositoriesWithGit(),
  repository: (from, { repo }) => from.repository(repo),
  repositoryName: (from, { repo }) => from.repositoryName(repo),
  repositoryNames: (from) => from.repositoryNames(),
  repositoryOrder: (from) => from.repositoryOrder('updated'),
  roles: (from, { repo, path }) => from.roles(repo, [`repository-collaborators-0-user-0-in-${path}`]),
  search: (from) => from.search('title', { limit: 500, nowMs: NOW_MS }),
  sharedNames: (from) => [...from.sharedNames('labels'), ...from.sharedNames('topics')],
  strip: (from, { repo }) => from.strip(repo),
  teams: (from, { owner }) => from.teams(owner),
  thread: (from, { repo }) => from.thread(parseThreadAddress([`${repo}#20`])),
  threads: (from, { repo }) => from.threads({ ...LIST, kind: 'pull_request', repo }),
  upload: (from, { repo }) => from.upload(urlOf('attachment', repo, 0)),
  uploadCount: (from, { repo }) => from.uploadCount(repo),
  uploadPlace: (from, { repo }) => from.uploadPlace(repo, { createdAt: null, url: '', parentUrl: null }),
  uploads: (from, { repo }) => from.uploads(repo, { offset: 0, limit: 50 }),
  writingCounts: (from, { login }) => from.writingCounts(login),
  writings: (from, { login }) =>
    from.writings({ author: login, kind: undefined, limit: 20, after: undefined }),
} as const satisfies { readonly [Name in keyof Browsing]?: (from: Browsing, asked: Asked) => unknown };

const READERS = Object.entries(CALLS);

/** What other tests prove: readers of other things than the newest records. */
const OTHERS: readonly (keyof OpenBrowsing)[] = [
  'clone',
  'lfsFile',
  'capturedCounts',
  'capturedTallies',
  'keptState',
  'snapshotChanges',
  'storeBytes',
  'teamPlace',
  'captured',
  'changes',
  'differences',
  'dayOfYear',
  'edits',
  'formerTexts',
  'otherRecords',
  'vanished',
  'vanishedBelow',
  'vanishedOf',
  'pictureUrl',
  'loginOfName',
  'loginOfMail',
  'pullsByBranch',
  'captureOrigin',
  'integrity',
  'snapshots',
  'origins',
  'close',
  'identity',
  'isOutdated',
  'narrowedTo',
  'owners',
  'path',
  'remember',
  'rememberSearch',
  'rememberWith',
  'restoreSnapshot',
  'shareSearch',
  'sql',
  'uploadUrl',
  'urlPlace',
];

let browsing: OpenBrowsing;
let origins: ReadonlyMap<string, string>;

beforeAll(async () => {
  const path = join(temporaryFolder(), 'telling.db');
  await writeTellingStore(path);
  origins = originsOf(path);
  browsing = openBrowsing(path, { isFixed: true });
});

afterAll(() => browsing.close());

function askedOf(repo: string): Asked {
  const path = repo.replace('/', '-');
  return { repo, path, owner: repo.slice(0, repo.indexOf('/')), login: `issue-user-0-in-${path}` };
}

/** Plain data: texts of long threads are read when someone looks at them. */
async function answerOf(call: (from: Browsing, asked: Asked) => unknown, from: Browsing, repo: string) {
  return JSON.stringify((await call(from, askedOf(repo))) ?? null);
}

describe('readers of a store', () => {
  it('are all called here, or proved elsewhere', () => {
    const known = new Set<string>([...Object.keys(CALLS), ...OTHERS]);
    expect(Object.keys(browsing).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(READERS)('give each field of a record the name of its column: %s', async (_, call) => {
    const answer: unknown = JSON.parse(await answerOf(call, browsing, open.repo));
    expect(answer).not.toBeNull();
    expect(misnamedIn(answer, origins)).toEqual([]);
  });

  it('need each name that is another one than that of the column', async () => {
    const answers = await Promise.all(READERS.map(([, call]) => answerOf(call, browsing, open.repo)));
    const found = new Set(answers.flatMap((answer) => namedOtherwiseIn(JSON.parse(answer), origins)));
    expect(Object.keys(NAMED_OTHERWISE).filter((name) => !found.has(name))).toEqual([]);
  });

  it.each(READERS)('give nothing of other owners where they are confined: %s', async (_, call) => {
    const own = openBrowsing(browsing.path, { isFixed: true, owners: ['acme'] });
    try {
      for (const { repo } of [hidden, internal]) {
        const answer = await answerOf(call, own, repo).catch((error: unknown) => {
          expect(error instanceof Failure && error.code).toBe('absent');
          return '';
        });
        expect(answer).not.toMatch(/gamma|beta/);
        expect(answer).not.toBe('true');
      }
    } finally {
      own.close();
    }
  });
});
