import { createSeededRandom } from '../../../base/index.ts';
import { createIdSource, pickSome } from '../chance.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { DAY_MS, SECOND_MS } from '../timestamps.ts';
import { findContent, type Repository, type World } from '../world.ts';
import type { ActivityDraft, ActivityEvent } from './activity-event.ts';
import { gitActivity } from './git-activity.ts';
import { threadActivity } from './thread-activity.ts';

/** Feeds tell nothing older (specification 6, rule 1), so nothing older is kept. */
export const ACTIVITY_SPAN_MS = 30 * DAY_MS;

/** How many people put a star on a repository in that time, at most. */
const MAX_STARS = 12;

/** Tells what was done in the last days of a world, newest first: all of it is what its records say as well. */
export function createActivity(world: World): readonly ActivityEvent[] {
  const ids = createIdSource();
  const known = new Set([world.account, ...world.people].map((person) => person.login));
  const drafts = world.repositories.flatMap((repository) =>
    repositoryActivity(repository, world).map((draft) => ({ ...draft, repository })),
  );
  return drafts
    .filter(({ timeMs }) => timeMs > world.nowMs - ACTIVITY_SPAN_MS && timeMs <= world.nowMs)
    .filter(({ actor }) => known.has(actor))
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .map((draft) => ({ ...draft, id: ids('event', draft.timeMs) }))
    .reverse();
}

function repositoryActivity(repository: Repository, world: World): readonly ActivityDraft[] {
  const content = findContent(world, repository);
  return [
    ...beginning(repository, world),
    ...starActivity(repository, world),
    ...(content === undefined
      ? []
      : [
          ...threadActivity(content),
          ...gitActivity(content, repository, world),
          ...publications(content, repository),
        ]),
  ];
}

function beginning({ owner, ownerType, createdAt }: Repository, world: World): readonly ActivityDraft[] {
  const actor = ownerType === 'User' ? owner : world.account.login;
  const detail = { type: 'CreateEvent', refType: 'repository', ref: null } as const;
  return [{ actor, timeMs: Date.parse(createdAt), detail }];
}

/** Stars have no date anywhere else: those of the last days are a few of all that a repository has. */
function starActivity(repository: Repository, world: World): readonly ActivityDraft[] {
  const random = createSeededRandom(`${world.seed}/stars/${repository.id}`);
  const count = Math.min(repository.stars, random.integer(1, MAX_STARS));
  const people = world.people.filter((person) => !person.isBot);
  return pickSome(people, count, random).map(({ login }) => ({
    actor: login,
    timeMs: world.nowMs - random.integer(60, ACTIVITY_SPAN_MS / SECOND_MS) * SECOND_MS,
    detail: { type: 'WatchEvent' },
  }));
}

function publications(content: RepositoryContent, { isArchived }: Repository): readonly ActivityDraft[] {
  return [
    ...content.releases.flatMap((release): readonly ActivityDraft[] =>
      release.publishedAt === null || isArchived
        ? []
        : [
            {
              actor: release.author,
              timeMs: Date.parse(release.publishedAt),
              detail: { type: 'ReleaseEvent', release },
            },
          ],
    ),
    ...content.commitComments.map(
      (comment): ActivityDraft => ({
        actor: comment.author,
        timeMs: Date.parse(comment.createdAt),
        detail: { type: 'CommitCommentEvent', comment },
      }),
    ),
    ...content.discussions.map(
      (discussion): ActivityDraft => ({
        actor: discussion.author,
        timeMs: Date.parse(discussion.createdAt),
        detail: { type: 'DiscussionEvent', discussion },
      }),
    ),
  ];
}
