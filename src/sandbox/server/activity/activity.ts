import { crc32 } from 'node:zlib';
import type { JsonObject } from '../../../base/json.ts';
import { firstParents } from '../../world/git/git-history.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import { type PullRequest, type ThreadOf, threadsOf } from '../../world/threads.ts';
import { DAY_MS, SECOND_MS } from '../../world/timestamps.ts';
import { findContent, findPerson, type Repository, type World } from '../../world/world.ts';
import { accountJson } from '../json/account-json.ts';
import * as threadJson from '../json/thread-json.ts';

/** The maximum age of events in feeds (specification 6, rule 1). */
export const ACTIVITY_SPAN_MS = 30 * DAY_MS;

const NO_COMMIT = '0'.repeat(40);

/** Ids grow with time. Within its second, the id of an event is a hash of its record. */
const IDS_PER_SECOND = 2 ** 20;
const FIRST_ID_MS = Date.UTC(2009, 0, 1);

/** An event as the service's feeds show it (specification 2.5). */
export interface ActivityEvent extends Pick<Draft, 'payload' | 'type'> {
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
  readonly payload: (place: threadJson.RecordPlace, id: number) => JsonObject;
}

/** The recent events of a world in time. Those of a repository are derived once, until it changes. */
export class Activity {
  readonly #ofContent = new WeakMap<RepositoryContent, readonly ActivityEvent[]>();
  #last: { readonly of: World; readonly events: readonly ActivityEvent[] } | undefined;
  /** Logins by the address of commits. */
  #committers: { readonly of: World['people']; readonly logins: ReadonlyMap<string, string> } | undefined;

  /**
   * The events of a world, or of one of its repositories, newest first. An event has the same id in every later world that
   * still contains its record.
   */
  list(world: World, repository?: Repository): readonly ActivityEvent[] {
    if (repository !== undefined) {
      return this.#listSome(world, [repository]);
    }
    this.#last =
      this.#last?.of === world
        ? this.#last
        : { of: world, events: this.#listSome(world, world.repositories) };
    return this.#last.events;
  }

  #listSome(world: World, repositories: readonly Repository[]): readonly ActivityEvent[] {
    const sinceMs = world.nowMs - ACTIVITY_SPAN_MS;
    return repositories
      .flatMap((repository) => this.#eventsOf(repository, world))
      .filter(({ timeMs }) => timeMs > sinceMs)
      .toSorted((a, b) => b.id - a.id);
  }

  #eventsOf(repository: Repository, world: World): readonly ActivityEvent[] {
    const content = findContent(world, repository);
    const known = content === undefined ? undefined : this.#ofContent.get(content);
    const events = known ?? recentEvents(draftsOf(repository, content, this.#view(world)), repository, world);
    if (content !== undefined) {
      this.#ofContent.set(content, events);
    }
    return events;
  }

  #view({ account, people }: World): View {
    this.#committers =
      this.#committers?.of === people
        ? this.#committers
        : {
            of: people,
            logins: new Map([account, ...people].map(({ email, login }) => [email, login])),
          };
    return { account, logins: this.#committers.logins };
  }
}

interface View extends Pick<World, 'account'> {
  readonly logins: ReadonlyMap<string, string>;
}

function recentEvents(
  drafts: Iterable<Draft>,
  repository: Repository,
  world: World,
): readonly ActivityEvent[] {
  const sinceMs = world.nowMs - ACTIVITY_SPAN_MS;
  return [...drafts].flatMap(({ actor, at, key, type, payload }) => {
    const timeMs = typeof at === 'number' ? at : Date.parse(at);
    const isRecent = timeMs > sinceMs && timeMs <= world.nowMs;
    if (!isRecent || actor === null || findPerson(world, actor) === undefined) {
      return [];
    }
    const hash = crc32(`${repository.id} ${type} ${key}`) % IDS_PER_SECOND;
    const id = Math.floor((timeMs - FIRST_ID_MS) / SECOND_MS) * IDS_PER_SECOND + hash;
    return [{ id, timeMs, actor, repository, type, payload }];
  });
}

function* draftsOf(
  repository: Repository,
  content: RepositoryContent | undefined,
  view: View,
): Generator<Draft> {
  const { owner, ownerType, createdAt: at } = repository;
  const actor = ownerType === 'User' ? owner : view.account.login;
  yield creationDraft({ actor, at, key: '' }, 'repository', null);
  if (content === undefined) {
    return;
  }
  for (const item of threadsOf(content)) {
    yield* threadDrafts(item);
  }
  for (const pull of content.pullRequests) {
    yield* pullDrafts(pull, content.repository);
  }
  yield* gitDrafts(content, view);
  for (const release of repository.isArchived ? [] : content.releases) {
    const { author, state, publishedAt, createdAt, slug: key } = release;
    if (state === 'published') {
      const payload: Draft['payload'] = (place) => ({
        action: 'published',
        release: threadJson.releaseJson(release, place),
      });
      yield { actor: author, at: publishedAt ?? createdAt, key, type: 'ReleaseEvent', payload };
    }
  }
  for (const { login, starredAt } of content.stars) {
    const payload = () => ({ action: 'started' });
    yield { actor: login, at: starredAt, key: login, type: 'WatchEvent', payload };
  }
}

/** The events of a thread that feeds show. */
const SHOWN: ReadonlySet<string> = new Set([
  'assigned',
  'closed',
  'labeled',
  'reopened',
  'unassigned',
  'unlabeled',
]);

function* threadDrafts(item: ThreadOf): Generator<Draft> {
  const { thread, kind } = item;
  const type = kind === 'issue' ? 'IssuesEvent' : 'PullRequestEvent';
  const subject = (place: threadJson.RecordPlace): JsonObject =>
    kind === 'issue'
      ? { issue: threadJson.issueJson(item, place) }
      : { number: thread.number, pull_request: threadJson.reducedPullRequestJson(thread, place) };
  yield {
    actor: thread.author,
    at: thread.createdAt,
    key: `opened ${thread.number}`,
    type,
    payload: (place) => ({ action: 'opened', ...subject(place) }),
  };
  for (const event of thread.events.filter(({ event: name }) => SHOWN.has(name))) {
    const payload: Draft['payload'] = (place) => ({
      action: event.event,
      ...('label' in event ? { label: threadJson.labelJson(event.label, place) } : {}),
      ...('subjectLogin' in event ? { assignee: accountJson(event.subjectLogin, place.context) } : {}),
      ...subject(place),
    });
    yield { actor: event.actor, at: event.createdAt, key: event.id, type, payload };
  }
  for (const comment of thread.comments) {
    const { author: actor, createdAt: at, id: key } = comment;
    const payload: Draft['payload'] = (place) => ({
      action: 'created',
      issue: threadJson.issueJson(item, place),
      comment: threadJson.commentJson(comment, item, place),
    });
    yield { actor, at, key, type: 'IssueCommentEvent', payload };
  }
}

function* pullDrafts(pull: PullRequest, repository: string): Generator<Draft> {
  const { head, author, createdAt } = pull;
  if (head.repository === repository) {
    yield creationDraft({ actor: author, at: createdAt, key: head.ref }, 'branch', head.ref);
  }
  for (const review of pull.reviews) {
    const payload: Draft['payload'] = (place) => ({
      action: 'created',
      review: threadJson.reviewJson(review, pull, place),
      pull_request: threadJson.reducedPullRequestJson(pull, place),
    });
    const { author: actor, submittedAt: at, id: key } = review;
    yield { actor, at, key, type: 'PullRequestReviewEvent', payload };
  }
}

/** The creation of a repository, branch or tag. */
function creationDraft(
  who: Pick<Draft, 'actor' | 'at' | 'key'>,
  refType: 'branch' | 'repository' | 'tag',
  ref: string | null,
): Draft {
  const fullRef = `refs/${refType === 'tag' ? 'tags' : 'heads'}/${ref}`;
  return {
    ...who,
    type: 'CreateEvent',
    payload: ({ repository: { defaultBranch, description }, context }) => ({
      ref,
      ref_type: refType,
      ...(context.dialect.name === 'github' && ref !== null ? { full_ref: fullRef } : {}),
      master_branch: defaultBranch,
      description,
      pusher_type: 'user',
    }),
  };
}

/** Tags, and one push for each commit of the default branch along first parents. */
function* gitDrafts({ git }: RepositoryContent, { logins }: View): Generator<Draft> {
  for (const { name: key, tagger } of git.tags) {
    const actor = logins.get(tagger.email) ?? null;
    yield creationDraft({ actor, at: tagger.timeSeconds * SECOND_MS, key }, 'tag', key);
  }
  const ref = `refs/heads/${git.defaultBranch}`;
  const tip = git.refs.find(({ name }) => name === ref)?.sha;
  for (const commit of firstParents(git, tip)) {
    const { sha: head, parents, committer } = commit;
    // The specification shows the commits of a push; the hosted service no longer sends them.
    const payload: Draft['payload'] = (place, id) => {
      const isService = place.context.dialect.name === 'service';
      return {
        repository_id: place.repository.id,
        push_id: id,
        ...(isService ? { size: 1, distinct_size: 1 } : {}),
        ref,
        head,
        before: parents[0] ?? NO_COMMIT,
        ...(isService ? { commits: [threadJson.commitJson(commit, place)] } : {}),
      };
    };
    const actor = logins.get(committer.email) ?? null;
    yield { actor, at: committer.timeSeconds * SECOND_MS, key: head, type: 'PushEvent', payload };
  }
}
