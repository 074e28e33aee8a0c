import { crc32 } from 'node:zlib';
import type { JsonObject } from '../../../base/index.ts';
import type { Commit } from '../../world/git/git-history.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import {
  type Comment,
  type PullRequest,
  type ThreadEvent,
  type ThreadOf,
  threadsOf,
} from '../../world/threads.ts';
import { DAY_MS, SECOND_MS } from '../../world/timestamps.ts';
import { findContent, type Repository, type World } from '../../world/world.ts';
import { accountJson } from '../json/account-json.ts';
import {
  commentJson,
  commitCommentJson,
  commitJson,
  discussionJson,
  issueJson,
  labelJson,
  type RecordPlace,
  reducedPullRequestJson,
  releaseJson,
  reviewCommentJson,
  reviewJson,
} from '../json/thread-json.ts';

/** The maximum age of events in feeds (specification 6, rule 1). */
export const ACTIVITY_SPAN_MS = 30 * DAY_MS;

const NO_COMMIT = '0'.repeat(40);

/** Ids grow with time. Within its second, the id of an event is a hash of its record. */
const IDS_PER_SECOND = 2 ** 20;
const FIRST_ID_MS = Date.UTC(2009, 0, 1);

/** An event as the service's feeds show it (specification 2.5). */
export interface ActivityEvent extends Omit<Draft, 'actor' | 'at' | 'key'> {
  readonly id: number;
  readonly timeMs: number;
  /** Login. */
  readonly actor: string;
  readonly repository: Repository;
}

/** An event derived from a record. */
interface Draft {
  readonly actor: string | null;
  readonly at: string | number;
  /** Unique among the events of a type in a repository. */
  readonly key: number | string;
  /** The types are those of the service (specification 6, and its own list for the others). */
  readonly type: string;
  readonly payload: (place: RecordPlace, id: number) => JsonObject;
}

/**
 * The recent events of a world, newest first, derived from its records. An event has the same id in every later world
 * that still contains its record.
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

/** Empty for events that are too old or in the future, and for deleted accounts. */
function finish(
  { actor, at, key, type, payload }: Draft,
  repository: Repository,
  nowMs: number,
): readonly ActivityEvent[] {
  const timeMs = typeof at === 'number' ? at : Date.parse(at);
  if (actor === null || timeMs <= nowMs - ACTIVITY_SPAN_MS || timeMs > nowMs) {
    return [];
  }
  const place = crc32(`${repository.id} ${type} ${key}`) % IDS_PER_SECOND;
  const id = Math.floor((timeMs - FIRST_ID_MS) / SECOND_MS) * IDS_PER_SECOND + place;
  return [{ id, timeMs, actor, repository, type, payload }];
}

function draftsOf(repository: Repository, world: World): readonly Draft[] {
  const { owner, ownerType, createdAt: at } = repository;
  const actor = ownerType === 'User' ? owner : world.account.login;
  const content = findContent(world, repository);
  return [
    { actor, at, key: '', type: 'CreateEvent', payload: createdPayload('repository', null) },
    ...(content === undefined
      ? []
      : [
          ...threadsOf(content).flatMap(threadDrafts),
          ...content.pullRequests.flatMap((pull) => pullDrafts(pull, content.repository)),
          ...gitDrafts(content, world),
          ...publicationDrafts(content, repository),
        ]),
  ];
}

function threadDrafts(item: ThreadOf): readonly Draft[] {
  const { thread, kind } = item;
  const acted = (
    key: Draft['key'],
    who: Pick<Draft, 'actor' | 'at'>,
    action: (place: RecordPlace) => JsonObject,
  ): Draft => ({
    ...who,
    key,
    type: kind === 'issue' ? 'IssuesEvent' : 'PullRequestEvent',
    payload: (place) => ({
      ...action(place),
      ...(kind === 'issue'
        ? { issue: issueJson(item, place) }
        : { number: thread.number, pull_request: reducedPullRequestJson(thread, place) }),
    }),
  });
  return [
    acted(`opened ${thread.number}`, { actor: thread.author, at: thread.createdAt }, () => ({
      action: 'opened',
    })),
    ...thread.events.flatMap((event): readonly Draft[] => {
      const action = actionOf(event);
      const { actor, createdAt: at, id } = event;
      return action === undefined ? [] : [acted(id, { actor, at }, action)];
    }),
    ...thread.comments.map((comment) =>
      creationDraft('IssueCommentEvent', comment, (place) => ({
        issue: issueJson(item, place),
        comment: commentJson(comment, item, place),
      })),
    ),
  ];
}

/** The action that feeds show for an event of a thread; undefined for events that they omit. */
function actionOf(event: ThreadEvent): ((place: RecordPlace) => JsonObject) | undefined {
  const { event: action } = event;
  switch (action) {
    case 'closed':
    case 'reopened':
      return () => ({ action });
    case 'labeled':
    case 'unlabeled':
      return (place) => ({ action, label: labelJson(event.label, place) });
    case 'assigned':
    case 'unassigned':
      return ({ context }) => ({ action, assignee: accountJson(event.subjectLogin, context) });
    default:
      return undefined;
  }
}

function pullDrafts(pull: PullRequest, repository: string): readonly Draft[] {
  const { head, number } = pull;
  const created: Draft = {
    actor: pull.author,
    at: pull.createdAt,
    key: head.ref,
    type: 'CreateEvent',
    payload: createdPayload('branch', head.ref),
  };
  return [
    ...(head.repository === repository ? [created] : []),
    ...pull.events
      .filter(({ event }) => event === 'head_ref_deleted')
      .map(({ actor, createdAt: at }): Draft => {
        const payload: Draft['payload'] = (place) => refJson('branch', head.ref, {}, place);
        return { actor, at, key: number, type: 'DeleteEvent', payload };
      }),
    ...pull.reviews.map((review) =>
      creationDraft('PullRequestReviewEvent', { ...review, createdAt: review.submittedAt }, (place) => ({
        review: reviewJson(review, pull, place),
        pull_request: reducedPullRequestJson(pull, place),
      })),
    ),
    ...pull.reviewThreads.flatMap((thread) =>
      thread.comments.map((comment) =>
        creationDraft('PullRequestReviewCommentEvent', comment, (place) => ({
          comment: reviewCommentJson(comment, thread, pull, place),
          pull_request: reducedPullRequestJson(pull, place),
        })),
      ),
    ),
  ];
}

/** An event for the creation of a record. */
function creationDraft(
  type: string,
  { author: actor, createdAt: at, id: key }: Pick<Comment, 'author' | 'createdAt' | 'id'>,
  fields: (place: RecordPlace) => JsonObject,
): Draft {
  return { actor, at, key, type, payload: (place) => ({ action: 'created', ...fields(place) }) };
}

function createdPayload(refType: 'branch' | 'repository' | 'tag', ref: string | null): Draft['payload'] {
  return (place) => {
    const { defaultBranch, description } = place.repository;
    return refJson(refType, ref, { master_branch: defaultBranch, description }, place);
  };
}

function refJson(
  refType: string,
  ref: string | null,
  more: JsonObject,
  { context }: RecordPlace,
): JsonObject {
  const isFull = context.dialect.name === 'github' && ref !== null;
  return {
    ref,
    ref_type: refType,
    ...(isFull ? { full_ref: `refs/${refType === 'tag' ? 'tags' : 'heads'}/${ref}` } : {}),
    ...more,
    pusher_type: 'user',
  };
}

/** Tags, and one push for each commit of the default branch along first parents. */
function gitDrafts({ git }: RepositoryContent, { account, people }: World): readonly Draft[] {
  const loginOf = new Map([account, ...people].map(({ email, login }) => [email, login]));
  const bySha = new Map(git.commits.map((commit) => [commit.sha, commit]));
  const ref = `refs/heads/${git.defaultBranch}`;
  const drafts: Draft[] = git.tags.map(({ name, tagger }) => ({
    actor: loginOf.get(tagger.email) ?? null,
    at: tagger.timeSeconds * SECOND_MS,
    key: name,
    type: 'CreateEvent',
    payload: createdPayload('tag', name),
  }));
  const tip = git.refs.find(({ name }) => name === ref)?.sha ?? '';
  for (let commit = bySha.get(tip); commit !== undefined; commit = bySha.get(commit.parents[0] ?? '')) {
    drafts.push(pushDraft(commit, ref, loginOf.get(commit.committer.email) ?? null));
  }
  return drafts;
}

/** The specification shows the commits of a push; the hosted service no longer sends them. */
function pushDraft(commit: Commit, ref: string, actor: string | null): Draft {
  const { sha, parents, committer } = commit;
  return {
    actor,
    at: committer.timeSeconds * SECOND_MS,
    key: sha,
    type: 'PushEvent',
    payload: (place, id) => {
      const isService = place.context.dialect.name === 'service';
      return {
        repository_id: place.repository.id,
        push_id: id,
        ...(isService ? { size: 1, distinct_size: 1 } : {}),
        ref,
        head: sha,
        before: parents[0] ?? NO_COMMIT,
        ...(isService ? { commits: [commitJson(commit, place)] } : {}),
      };
    },
  };
}

function publicationDrafts(content: RepositoryContent, { isArchived }: Repository): readonly Draft[] {
  const releases = content.releases.filter(({ state }) => state === 'published' && !isArchived);
  return [
    ...releases.map((release): Draft => {
      const { author: actor, publishedAt, createdAt, slug: key } = release;
      const payload: Draft['payload'] = (place) => ({
        action: 'published',
        release: releaseJson(release, place),
      });
      return { actor, at: publishedAt ?? createdAt, key, type: 'ReleaseEvent', payload };
    }),
    ...content.commitComments.map((comment) =>
      creationDraft('CommitCommentEvent', comment, (place) => ({
        comment: commitCommentJson(comment, place),
      })),
    ),
    ...content.discussions.map((discussion) =>
      creationDraft('DiscussionEvent', { ...discussion, id: discussion.number }, (place) => ({
        discussion: discussionJson(discussion, place),
      })),
    ),
    ...content.stars.map(({ login: actor, starredAt: at }): Draft => {
      return { actor, at, key: actor, type: 'WatchEvent', payload: () => ({ action: 'started' }) };
    }),
  ];
}
