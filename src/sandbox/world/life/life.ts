import { createSeededRandom, type Random } from '../../../base/index.ts';
import { createGrowingIds, type IdSource, latestIds, pickWeighted } from '../chance.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { World } from '../world.ts';
import { DEEDS, type DeedName } from './deeds.table.ts';
import { type Notice, noticesOf } from './notices.ts';

/** How a world changes. */
export interface LifeOptions {
  /** How much time passes between two things, on average, a second at least; without it nothing happens. */
  readonly paceMs?: number | undefined;
  /** When things happened before, oldest first: they happen again, just the same. */
  readonly past?: readonly number[];
  /** After how many of those things the world is to be remembered. */
  readonly remember?: ReadonlySet<number>;
  /** When time continues; the world's own present unless given. */
  readonly startMs?: number;
  /** Whether a repository is locked at a moment: then nothing happens in it. */
  readonly isLocked?: (repositoryId: number, atMs: number) => boolean;
  /** Called with the times of new deeds, repetitions excluded. */
  readonly onDeeds?: (timesMs: readonly number[]) => void;
}

/** After a long silence so much is made up for at most. */
const MAX_DEEDS_AT_ONCE = 2_000;

/** How often something else is tried where a deed found nothing to do. */
const MAX_TRIES = 12;

/** A world in time. What happens follows from the seed, when it happens from the pace. */
export class Life {
  /** As it was in the beginning. */
  readonly origin: World;
  readonly #options: LifeOptions;
  readonly #paceMs: number | undefined;
  readonly #notices: Notice[] = [];
  readonly #memories = new Map<number, World>();
  #ids: IdSource | undefined;
  #world: World;
  #deedCount = 0;
  #lastMs: number;

  constructor(origin: World, options: LifeOptions = {}) {
    const { past = [], remember, paceMs, startMs = origin.nowMs } = options;
    this.origin = origin;
    this.#options = options;
    this.#paceMs = paceMs === undefined ? undefined : Math.max(SECOND_MS, paceMs);
    this.#world = origin;
    this.#lastMs = startMs;
    for (const atMs of past) {
      if (remember?.has(this.#deedCount) === true) {
        this.#memories.set(this.#deedCount, this.#world);
      }
      this.#live(atMs);
    }
    this.#lastMs = Math.max(this.#lastMs, startMs);
  }

  /** As it is now. */
  world(): World {
    return this.#world;
  }

  /** What inboxes are notified of, since the beginning, oldest first. */
  notices(): readonly Notice[] {
    return this.#notices;
  }

  /** How much has happened since the beginning. */
  deedCount(): number {
    return this.#deedCount;
  }

  /** The world as it was after a number of deeds that was to be remembered, else as it is now. */
  worldAfter(deeds: number): World {
    return this.#memories.get(deeds) ?? this.#world;
  }

  /** Lets all happen that is due by a moment. */
  advance(toMs: number): void {
    if (this.#paceMs === undefined) {
      return;
    }
    this.#lastMs = Math.max(this.#lastMs, toMs - MAX_DEEDS_AT_ONCE * this.#paceMs);
    const timesMs: number[] = [];
    for (let atMs = this.#nextMs(this.#paceMs); atMs <= toMs; atMs = this.#nextMs(this.#paceMs)) {
      timesMs.push(atMs);
      this.#live(atMs);
    }
    if (timesMs.length > 0) {
      this.#options.onDeeds?.(timesMs);
    }
  }

  #live(atMs: number): void {
    const { isLocked = () => false } = this.#options;
    const random = createSeededRandom(`${this.origin.seed}/life/${this.#deedCount}`);
    this.#ids ??= createGrowingIds(latestIds(this.origin));
    const happened = happen({ ...this.#world, nowMs: atMs }, { random, ids: this.#ids, isLocked });
    this.#world = happened.world;
    this.#notices.push(...happened.notices);
    this.#deedCount += 1;
    this.#lastMs = atMs;
  }

  /** Something happens after half the pace at the earliest and one and a half at the latest, in whole seconds. */
  #nextMs(paceMs: number): number {
    const { next } = createSeededRandom(`${this.origin.seed}/pace/${this.#deedCount}`);
    const gapMs = Math.max(SECOND_MS, paceMs * (0.5 + next()));
    return Math.floor((this.#lastMs + gapMs) / SECOND_MS) * SECOND_MS;
  }
}

interface Chance {
  readonly random: Random;
  readonly ids: IdSource;
  readonly isLocked: NonNullable<LifeOptions['isLocked']>;
}

/** Lets something happen somewhere, or nothing where no deed finds anything to do. */
function happen(
  world: World,
  { random, ids, isLocked }: Chance,
): { readonly world: World; readonly notices: readonly Notice[] } {
  const atMs = world.nowMs;
  const places = world.repositories.flatMap((repository, index) => {
    const content = world.contents[index];
    const isAlive = content !== undefined && content.git.commits.length > 0 && !repository.isArchived;
    return isAlive ? [{ repository, content, index }] : [];
  });
  for (let tries = 0; tries < MAX_TRIES && places.length > 0; tries += 1) {
    const { repository, content, index } = random.pick(places);
    if (isLocked(repository.id, atMs)) {
      continue;
    }
    const { run } = DEEDS[pickWeighted(WEIGHTS, random)];
    const outcome = run({ world, repository, content, atMs, random, ids });
    if (outcome !== undefined) {
      const threads = [...outcome.content.issues, ...outcome.content.pullRequests];
      const changed = {
        ...repository,
        ...outcome.repository,
        openIssues: threads.filter(({ closedAt }) => closedAt === null).length,
        updatedAt: formatSeconds(atMs),
      };
      const repositories = world.repositories.with(index, changed);
      const contents = world.contents.with(index, outcome.content);
      return {
        world: { ...world, repositories, contents },
        notices: noticesOf(content, outcome.content, changed),
      };
    }
  }
  return { world, notices: [] };
}

const WEIGHTS = Object.fromEntries(
  Object.entries(DEEDS).map(([name, { weight }]) => [name, weight]),
) as Readonly<Record<DeedName, number>>; // The same keys as the table.
