import { crc32 } from 'node:zlib';
import { createSeededRandom } from '../../../base/index.ts';
import { pickSome } from '../chance.ts';
import type { RepositoryContent } from '../repository-content.ts';
import type { PullRequest, ThreadEvent } from '../threads.ts';
import { DAY_MS, SECOND_MS } from '../timestamps.ts';
import { findContent, type Repository, type World } from '../world.ts';
import {
  type ActivityDetail,
  type ActivityEvent,
  type ThreadAction,
  type ThreadOf,
  threadsOf,
} from './activity-event.ts';

/** Feeds show nothing older (specification 6, rule 1). */
export const ACTIVITY_SPAN_MS = 30 * DAY_MS;

const MAX_FOLLOWED = 5;
const NO_COMMIT = '0'.repeat(40);

/** Ids grow with time. Each second has this many, of which an event takes the one that its record leads to. */
const IDS_PER_SECOND = 2 ** 20;
const FIRST_ID_MS = Date.UTC(2009, 0, 1);

/** Something that somebody did. `key` is unique among its type in a repository. */
interface Draft {
  readonly actor: string | null;
  readonly at: string | number;
  readonly key: number | string;
  readonly detail: ActivityDetail;
}

/**
 * What people did in the last days of a world, newest first, as its records say. An event has the same id in every
 * later world that still has its record.
 */
export function createActivity(world: World): readonly ActivityEvent[] {
  const known = new Set([world.account, ...world.people].map((person) => person.login));
  return world.repositories
    .flatMap((repository) =>
      draftsOf(repository, world).flatMap((draft) => finish(draft, repository, world.nowMs)),
    )
    .filter(({ actor }) => known.has(actor))
    .toSorted((a, b) => b.id - a.id);
}

/** Logins of the people whom somebody follows. */
export function followedBy(login: string, world: World): readonly string[] {
  const random = createSeededRandom(`${world.seed}/following/${login}`);
  const others = [world.account, ...world.people].filter((person) => !person.isBot && person.login !== login);
  return pickSome(others, random.integer(1, MAX_FOLLOWED), random).map((person) => person.login);
}

/** Nothing for what is too old or still to come, and for deleted accounts. */
function finish(
  { actor, at, key, detail }: Draft,
  repository: Repository,
  nowMs: number,
): readonly ActivityEvent[] {
  const timeMs = typeof at === 'number' ? at : Date.parse(at);
  if (actor === null || timeMs <= nowMs - ACTIVITY_SPAN_MS || timeMs > nowMs) {
    return [];
  }
  const place = crc32(`${repository.id} ${detail.type} ${key}`) % IDS_PER_SECOND;
  const id = Math.floor((timeMs - FIRST_ID_MS) / SECOND_MS) * IDS_PER_SECOND + place;
  return [{ id, timeMs, actor, repository, detail }];
}

function draftsOf(repository: Repository, world: World): readonly Draft[] {
  const { owner, ownerType, createdAt } = repository;
  const beginning: Draft = {
    actor: ownerType === 'User' ? owner : world.account.login,
    at: createdAt,
    key: '',
    detail: { type: 'CreateEvent', refType: 'repository', ref: null },
  };
  const content = findContent(world, repository);
  return content === undefined
    ? [beginning]
    : [
        beginning,
        ...threadsOf(content).flatMap(threadDrafts),
        ...content.pullRequests.flatMap((pull) => pullDrafts(pull, content.repository)),
        ...gitDrafts(content, world),
        ...publicationDrafts(content, repository),
      ];
}

function threadDrafts(item: ThreadOf): readonly Draft[] {
  const { thread } = item;
  return [
    {
      actor: thread.author,
      at: thread.createdAt,
      key: `opened ${thread.number}`,
      detail: actionDetail(item, { name: 'opened' }),
    },
    ...thread.events.flatMap((event): readonly Draft[] => {
      const action = actionOf(event);
      const { actor, createdAt: at, id: key } = event;
      return action === undefined ? [] : [{ actor, at, key, detail: actionDetail(item, action) }];
    }),
    ...thread.comments.map((comment): Draft => {
      const { author: actor, createdAt: at, id: key } = comment;
      return { actor, at, key, detail: { type: 'IssueCommentEvent', thread: item, comment } };
    }),
  ];
}

function actionDetail({ kind, thread }: ThreadOf, action: ThreadAction): ActivityDetail {
  return kind === 'issue'
    ? { type: 'IssuesEvent', action, issue: thread }
    : { type: 'PullRequestEvent', action, pullRequest: thread };
}

function actionOf(event: ThreadEvent): ThreadAction | undefined {
  switch (event.event) {
    case 'closed':
    case 'reopened':
      return { name: event.event };
    case 'labeled':
    case 'unlabeled':
      return { name: event.event, label: event.label };
    case 'assigned':
    case 'unassigned':
      return { name: event.event, login: event.subjectLogin };
    default:
      return undefined;
  }
}

function pullDrafts(pull: PullRequest, repository: string): readonly Draft[] {
  const { author, head, createdAt, number } = pull;
  const created: Draft = {
    actor: author,
    at: createdAt,
    key: head.ref,
    detail: { type: 'CreateEvent', refType: 'branch', ref: head.ref },
  };
  return [
    ...(head.repository === repository ? [created] : []),
    ...pull.events
      .filter(({ event }) => event === 'head_ref_deleted')
      .map(({ actor, createdAt: at }): Draft => {
        const detail = { type: 'DeleteEvent', refType: 'branch', ref: head.ref } as const;
        return { actor, at, key: number, detail };
      }),
    ...pull.reviews.map((review): Draft => {
      const { author: actor, submittedAt: at, id: key } = review;
      return { actor, at, key, detail: { type: 'PullRequestReviewEvent', pullRequest: pull, review } };
    }),
    ...pull.reviewThreads.flatMap((reviewThread) =>
      reviewThread.comments.map((comment): Draft => {
        const type = 'PullRequestReviewCommentEvent';
        const { author: actor, createdAt: at, id: key } = comment;
        return { actor, at, key, detail: { type, pullRequest: pull, reviewThread, comment } };
      }),
    ),
  ];
}

/** Pushes to the default branch, a commit each along first parents, and tags. */
function gitDrafts({ git }: RepositoryContent, { account, people }: World): readonly Draft[] {
  const loginOf = new Map([account, ...people].map(({ email, login }) => [email, login]));
  const bySha = new Map(git.commits.map((commit) => [commit.sha, commit]));
  const ref = `refs/heads/${git.defaultBranch}`;
  const drafts: Draft[] = git.tags.map(({ name, tagger }) => ({
    actor: loginOf.get(tagger.email) ?? null,
    at: tagger.timeSeconds * SECOND_MS,
    key: name,
    detail: { type: 'CreateEvent', refType: 'tag', ref: name },
  }));
  const tip = git.refs.find(({ name }) => name === ref)?.sha ?? '';
  for (let commit = bySha.get(tip); commit !== undefined; commit = bySha.get(commit.parents[0] ?? '')) {
    drafts.push({
      actor: loginOf.get(commit.committer.email) ?? null,
      at: commit.committer.timeSeconds * SECOND_MS,
      key: commit.sha,
      detail: { type: 'PushEvent', ref, before: commit.parents[0] ?? NO_COMMIT, commits: [commit] },
    });
  }
  return drafts;
}

function publicationDrafts(content: RepositoryContent, { isArchived }: Repository): readonly Draft[] {
  const releases = content.releases.filter(({ state }) => state === 'published' && !isArchived);
  return [
    ...releases.map((release): Draft => {
      const { author: actor, publishedAt: at, slug: key } = release;
      return { actor, at: at ?? release.createdAt, key, detail: { type: 'ReleaseEvent', release } };
    }),
    ...content.commitComments.map((comment): Draft => {
      const { author: actor, createdAt: at, id: key } = comment;
      return { actor, at, key, detail: { type: 'CommitCommentEvent', comment } };
    }),
    ...content.discussions.map((discussion): Draft => {
      const { author: actor, createdAt: at, number: key } = discussion;
      return { actor, at, key, detail: { type: 'DiscussionEvent', discussion } };
    }),
    ...content.stars.map(({ login: actor, starredAt: at }): Draft => {
      return { actor, at, key: actor, detail: { type: 'WatchEvent' } };
    }),
  ];
}
