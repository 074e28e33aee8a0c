import { createSeededRandom, type Random } from '../../../base/index.ts';
import { createGrowingIds, type IdSource, latestIds, pickWeighted } from '../chance.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { World } from '../world.ts';
import { DEEDS, type DeedName } from './deeds.table.ts';
import { type Notice, noticesOf } from './notices.ts';

/** A world in time. */
export interface Life {
  /** As it is now. */
  world(): World;
  /** As it was in the beginning. */
  readonly origin: World;
  /** What inboxes are notified of, since the beginning, oldest first. */
  notices(): readonly Notice[];
  /** How much has happened since the beginning. */
  deedCount(): number;
  /** The world as it was after a number of deeds that was to be remembered, else as it is now. */
  worldAfter(deeds: number): World;
  /** Lets all happen that is due by a moment. */
  advance(toMs: number): void;
}

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

/** Creates the life of a world. What happens follows from the seed, when it happens from the pace. */
export function createLife(origin: World, options: LifeOptions = {}): Life {
  const { past = [], remember, startMs = origin.nowMs, isLocked = () => false, onDeeds } = options;
  const paceMs = options.paceMs === undefined ? undefined : Math.max(SECOND_MS, options.paceMs);
  const notices: Notice[] = [];
  const memories = new Map<number, World>();
  let ids: IdSource | undefined;
  let world = origin;
  let deedCount = 0;
  let lastMs = startMs;

  function live(atMs: number): void {
    const random = createSeededRandom(`${origin.seed}/life/${deedCount}`);
    ids ??= createGrowingIds(latestIds(origin));
    const happened = happen({ ...world, nowMs: atMs }, { random, ids, isLocked });
    world = happened.world;
    notices.push(...happened.notices);
    deedCount += 1;
    lastMs = atMs;
  }

  for (const atMs of past) {
    if (remember?.has(deedCount) === true) {
      memories.set(deedCount, world);
    }
    live(atMs);
  }
  lastMs = Math.max(lastMs, startMs);

  return {
    origin,
    world: () => world,
    notices: () => notices,
    deedCount: () => deedCount,
    worldAfter: (deeds) => memories.get(deeds) ?? world,
    advance(toMs) {
      if (paceMs === undefined) {
        return;
      }
      lastMs = Math.max(lastMs, toMs - MAX_DEEDS_AT_ONCE * paceMs);
      const timesMs: number[] = [];
      for (let atMs = nextMs(); atMs <= toMs; atMs = nextMs()) {
        timesMs.push(atMs);
        live(atMs);
      }
      if (timesMs.length > 0) {
        onDeeds?.(timesMs);
      }
    },
  };

  /** Something happens after half the pace at the earliest and one and a half at the latest, in whole seconds. */
  function nextMs(): number {
    const { next } = createSeededRandom(`${origin.seed}/pace/${deedCount}`);
    const gapMs = Math.max(SECOND_MS, (paceMs ?? 0) * (0.5 + next()));
    return Math.floor((lastMs + gapMs) / SECOND_MS) * SECOND_MS;
  }
}

interface Chance {
  readonly random: Random;
  readonly ids: IdSource;
  readonly isLocked: NonNullable<LifeOptions['isLocked']>;
}

interface Happened {
  readonly world: World;
  readonly notices: readonly Notice[];
}

/** Lets something happen somewhere, or nothing where no deed finds anything to do. */
function happen(world: World, { random, ids, isLocked }: Chance): Happened {
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
