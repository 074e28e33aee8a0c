import { createSeededRandom } from '../../../base/random.ts';
import { createLaterIds, type IdSource, pickWeighted } from '../random-picks.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { threadsOf } from '../threads.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { World } from '../world.ts';
import { type Action, maintainersOf } from './action.ts';
import * as git from './git-actions.ts';
import { type Notice, noticesOf } from './notices.ts';
import * as threads from './thread-actions.ts';

/** The maximum number of actions after a long pause. */
const MAX_ACTIONS_AT_ONCE = 2_000;

/** The maximum number of attempts to find a possible action. */
const MAX_TRIES = 12;

/** A world in time. The seed determines its actions, and the pace their times. */
export class LiveWorld {
  readonly origin: World;
  readonly #paceMs: number | undefined;
  readonly #notices: Notice[] = [];
  #ids: IdSource | undefined;
  #world: World;
  #actionCount = 0;
  #lastMs: number;

  /** `paceMs` is the average time between two actions, at least a second; without it nothing happens. */
  constructor(origin: World, paceMs?: number) {
    this.origin = origin;
    this.#paceMs = paceMs === undefined ? undefined : Math.max(SECOND_MS, paceMs);
    this.#world = origin;
    this.#lastMs = origin.nowMs;
  }

  world(): World {
    return this.#world;
  }

  /** All notices so far, oldest first. */
  notices(): readonly Notice[] {
    return this.#notices;
  }

  actionCount(): number {
    return this.#actionCount;
  }

  /** Performs all actions that are due at a moment. Nothing happens in locked repositories, which are given by id. */
  advance(toMs: number, locked: ReadonlySet<number> = new Set()): void {
    if (this.#paceMs === undefined) {
      return;
    }
    this.#lastMs = Math.max(this.#lastMs, toMs - MAX_ACTIONS_AT_ONCE * this.#paceMs);
    for (let atMs = this.#nextMs(this.#paceMs); atMs <= toMs; atMs = this.#nextMs(this.#paceMs)) {
      this.#act(atMs, locked);
    }
  }

  /** Performs a random action in a random repository, or none if no action is possible. */
  #act(atMs: number, locked: ReadonlySet<number>): void {
    const random = createSeededRandom(`${this.origin.seed}/live/${this.#actionCount}`);
    this.#ids ??= createLaterIds(this.origin);
    this.#world = { ...this.#world, nowMs: atMs };
    this.#actionCount += 1;
    this.#lastMs = atMs;
    const world = this.#world;
    const places = world.repositories.flatMap((repository, index) => {
      const content = world.contents[index];
      const isActive = content !== undefined && !content.isEmpty && !repository.isArchived;
      return isActive ? [{ repository, content, index }] : [];
    });
    for (let tries = 0; tries < MAX_TRIES && places.length > 0; tries += 1) {
      const { repository, index, ...place } = random.pick(places);
      if (locked.has(repository.id)) {
        continue;
      }
      // What is made on demand would be made again later.
      const content = { ...place.content };
      const maintainers = maintainersOf(world, content);
      const { run } = ACTIONS[pickWeighted(WEIGHTS, random)];
      const outcome = run({ world, repository, content, maintainers, atMs, random, ids: this.#ids });
      if (outcome !== undefined) {
        const changed = withoutOrphans(outcome);
        const updatedAt = formatSeconds(atMs);
        const updated = {
          ...repository,
          openIssues: threadsOf(changed).filter(({ thread }) => thread.closedAt === null).length,
          updatedAt,
          pushedAt: changed.git === content.git ? repository.pushedAt : updatedAt,
        };
        const repositories = world.repositories.with(index, updated);
        this.#world = { ...world, repositories, contents: world.contents.with(index, changed) };
        this.#notices.push(...noticesOf(content, changed, updated));
        return;
      }
    }
  }

  /** Between half the pace and one and a half of it after the last action, in whole seconds. */
  #nextMs(paceMs: number): number {
    const { next } = createSeededRandom(`${this.origin.seed}/pace/${this.#actionCount}`);
    const gapMs = Math.max(SECOND_MS, paceMs * (0.5 + next()));
    return Math.floor((this.#lastMs + gapMs) / SECOND_MS) * SECOND_MS;
  }
}

/** Removes the pictures of deleted comments. */
function withoutOrphans(content: RepositoryContent): RepositoryContent {
  const comments = threadsOf(content).flatMap(({ thread }) => thread.comments);
  const ids = new Set<number | undefined>([undefined, ...comments.map(({ id }) => id)]);
  const attachments = content.attachments.filter(({ parent }) => ids.has(parent.commentId));
  return { ...content, attachments };
}

/** The actions in a live world, and how often they happen in relation to each other. */
export const ACTIONS = {
  addComment: { weight: 40, run: threads.addComment },
  openIssue: { weight: 14, run: threads.openIssue },
  closeIssue: { weight: 11, run: threads.closeIssue },
  editComment: { weight: 6, run: threads.editComment },
  deleteComment: { weight: 4, run: threads.deleteComment },
  openPull: { weight: 6, run: git.openPull },
  mergePull: { weight: 5, run: git.mergePull },
} as const satisfies Record<string, { readonly weight: number; readonly run: Action }>;

type ActionName = keyof typeof ACTIONS;

const WEIGHTS = Object.fromEntries(
  Object.entries(ACTIONS).map(([name, { weight }]) => [name, weight]),
) as Readonly<Record<ActionName, number>>; // The same keys as the table.
