import { createSeededRandom } from '../../../base/index.ts';
import { createGrowingIds, type IdSource, latestIds, pickWeighted } from '../random-picks.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { threadsOf } from '../threads.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { World } from '../world.ts';
import { type Action, maintainersOf } from './action.ts';
import * as git from './git-actions.ts';
import { type Notice, noticesOf } from './notices.ts';
import * as threads from './thread-actions.ts';

interface LiveWorldOptions {
  /** The average time between two actions, at least a second; without it nothing happens. */
  readonly paceMs?: number | undefined;
  /** The times of earlier actions, oldest first, which are repeated. */
  readonly past?: readonly number[];
  /** The numbers of those actions after which the world is stored. */
  readonly remember?: ReadonlySet<number>;
  /** When time continues; default: the current time of the world. */
  readonly startMs?: number;
  /** Nothing happens in a locked repository. */
  readonly isLocked?: (repositoryId: number, atMs: number) => boolean;
  /** Called with the times of new actions, without repetitions. */
  readonly onActions?: (timesMs: readonly number[]) => void;
}

/** The maximum number of actions after a long pause. */
const MAX_ACTIONS_AT_ONCE = 2_000;

/** The maximum number of attempts to find a possible action. */
const MAX_TRIES = 12;

/** A world in time. The seed determines its actions, and the pace their times. */
export class LiveWorld {
  /** The initial world. */
  readonly origin: World;
  readonly #options: LiveWorldOptions;
  readonly #paceMs: number | undefined;
  readonly #notices: Notice[] = [];
  readonly #memories = new Map<number, World>();
  #ids: IdSource | undefined;
  #world: World;
  #actionCount = 0;
  #lastMs: number;

  constructor(origin: World, options: LiveWorldOptions = {}) {
    const { past = [], remember, paceMs, startMs = origin.nowMs } = options;
    this.origin = origin;
    this.#options = options;
    this.#paceMs = paceMs === undefined ? undefined : Math.max(SECOND_MS, paceMs);
    this.#world = origin;
    this.#lastMs = startMs;
    for (const atMs of past) {
      if (remember?.has(this.#actionCount) === true) {
        this.#memories.set(this.#actionCount, this.#world);
      }
      this.#act(atMs);
    }
    this.#lastMs = Math.max(this.#lastMs, startMs);
  }

  /** The current world. */
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

  /** The world after a number of actions in `remember`, otherwise the current one. */
  worldAfter(actions: number): World {
    return this.#memories.get(actions) ?? this.#world;
  }

  /** Performs all actions that are due at a moment. */
  advance(toMs: number): void {
    if (this.#paceMs === undefined) {
      return;
    }
    this.#lastMs = Math.max(this.#lastMs, toMs - MAX_ACTIONS_AT_ONCE * this.#paceMs);
    const timesMs: number[] = [];
    for (let atMs = this.#nextMs(this.#paceMs); atMs <= toMs; atMs = this.#nextMs(this.#paceMs)) {
      timesMs.push(atMs);
      this.#act(atMs);
    }
    if (timesMs.length > 0) {
      this.#options.onActions?.(timesMs);
    }
  }

  /** Performs a random action in a random repository, or none if no action is possible. */
  #act(atMs: number): void {
    const random = createSeededRandom(`${this.origin.seed}/live/${this.#actionCount}`);
    this.#ids ??= createGrowingIds(latestIds(this.origin));
    this.#world = { ...this.#world, nowMs: atMs };
    this.#actionCount += 1;
    this.#lastMs = atMs;
    const world = this.#world;
    const places = world.repositories.flatMap((repository, index) => {
      const content = world.contents[index];
      const isActive = content !== undefined && content.git.commits.length > 0 && !repository.isArchived;
      return isActive ? [{ repository, content, index }] : [];
    });
    for (let tries = 0; tries < MAX_TRIES && places.length > 0; tries += 1) {
      const { repository, content, index } = random.pick(places);
      if (this.#options.isLocked?.(repository.id, atMs) === true) {
        continue;
      }
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

/** Removes the pictures of deleted threads and comments. */
function withoutOrphans(content: RepositoryContent): RepositoryContent {
  const threads = new Map(threadsOf(content).map(({ thread }) => [thread.number, thread]));
  const attachments = content.attachments.filter(({ parent: { number, commentId } }) => {
    const thread = threads.get(number);
    return commentId === undefined
      ? thread !== undefined
      : thread?.comments.some(({ id }) => id === commentId) === true;
  });
  return { ...content, attachments };
}

/** The actions in a live world, and how often they happen in relation to each other. */
export const ACTIONS = {
  addComment: { weight: 30, run: threads.addComment },
  openIssue: { weight: 14, run: threads.openIssue },
  closeIssue: { weight: 11, run: threads.closeIssue },
  reopenIssue: { weight: 3, run: threads.reopenIssue },
  deleteIssue: { weight: 1, run: threads.deleteIssue },
  editComment: { weight: 6, run: threads.editComment },
  deleteComment: { weight: 4, run: threads.deleteComment },
  assignThread: { weight: 5, run: threads.assignThread },
  openPull: { weight: 6, run: git.openPull },
  reviewPull: { weight: 5, run: git.reviewPull },
  mergePull: { weight: 5, run: git.mergePull },
  publishRelease: { weight: 1, run: git.publishRelease },
} as const satisfies Record<string, { readonly weight: number; readonly run: Action }>;

type ActionName = keyof typeof ACTIONS;

const WEIGHTS = Object.fromEntries(
  Object.entries(ACTIONS).map(([name, { weight }]) => [name, weight]),
) as Readonly<Record<ActionName, number>>; // The same keys as the table.
