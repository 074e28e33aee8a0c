import { createSeededRandom, type Random } from '../../../base/index.ts';
import type { ActivityEvent } from '../activity/activity-event.ts';
import { ACTIVITY_SPAN_MS, createActivity } from '../activity/create-activity.ts';
import { createGrowingIds, type IdSource, latestIds, pickWeighted } from '../chance.ts';
import { formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { Repository, World } from '../world.ts';
import { DEEDS, type DeedName } from './deeds.table.ts';
import type { Notice, Outcome } from './moment.ts';

/** A world in time. */
export interface Life {
  /** As it stands. */
  world(): World;
  /** As it was in the beginning. */
  readonly origin: World;
  /** What was done lately, newest first. */
  activity(): readonly ActivityEvent[];
  /** What inboxes have heard since the beginning, oldest first. */
  notices(): readonly Notice[];
  /** How much has happened since the beginning. */
  deedCount(): number;
  /** The world as it was after so many things had happened: only for counts that were to be remembered, and now. */
  worldAfter(deeds: number): World;
  /** Lets all happen that is due by a moment. */
  advance(toMs: number): void;
}

/** How a world goes on. */
export interface LifeOptions {
  /** How much time passes between two things, on average, a second at least; without it nothing happens. */
  readonly paceMs?: number | undefined;
  /** When things happened before, oldest first: they happen again, just the same. */
  readonly past?: readonly number[];
  /** After how many of those things the world is to be remembered. */
  readonly remember?: ReadonlySet<number>;
  /** When time goes on; the world's own present unless given. */
  readonly startMs?: number;
  /** Whether a repository is locked at a moment: then nothing happens in it. */
  readonly isLocked?: (repositoryId: number, atMs: number) => boolean;
  /** Hears when something happened that is no repetition. */
  readonly onDeeds?: (timesMs: readonly number[]) => void;
}

/** After a long silence so much is made up for at most. */
const MAX_DEEDS_AT_ONCE = 2_000;

/** How often something else is tried where a deed found nothing to do. */
const MAX_TRIES = 12;

interface Present {
  readonly world: World;
  readonly activity: readonly ActivityEvent[];
}

/** Creates the life of a world. What happens follows from the seed, when it happens from the pace. */
export function createLife(origin: World, options: LifeOptions = {}): Life {
  const { past = [], remember, startMs = origin.nowMs, isLocked = () => false, onDeeds } = options;
  const paceMs = options.paceMs === undefined ? undefined : Math.max(SECOND_MS, options.paceMs);
  const notices: Notice[] = [];
  const ids = lazily(() => createGrowingIds(latestIds(origin)));
  const beginning = lazily(() => createActivity(origin));
  const feedIds = lazily(() => createGrowingIds({ event: beginning()[0]?.id ?? 0 }));
  let present: Present | undefined;
  let deedCount = 0;
  let lastMs = startMs;

  function live(atMs: number): void {
    const random = createSeededRandom(`${origin.seed}/life/${deedCount}`);
    const before = present ?? { world: origin, activity: beginning() };
    const happened = happen(before.world, { atMs, random, ids: ids() }, isLocked);
    present = { ...before, world: { ...before.world, nowMs: atMs } };
    if (happened !== undefined) {
      const { outcome, repository, world } = happened;
      notices.push(...(outcome.notices ?? []));
      const news = (outcome.activity ?? []).map((draft) => ({
        ...draft,
        repository,
        id: feedIds()('event', draft.timeMs),
      }));
      const kept = before.activity.filter(
        (event) =>
          event.timeMs > atMs - ACTIVITY_SPAN_MS &&
          (event.repository.id !== repository.id || outcome.withdraws?.(event) !== true),
      );
      present = { world, activity: [...news.toReversed(), ...kept] };
    }
    deedCount += 1;
    lastMs = atMs;
  }

  const memories = new Map<number, World>();
  for (const atMs of past) {
    if (remember?.has(deedCount) === true) {
      memories.set(deedCount, present?.world ?? origin);
    }
    live(atMs);
  }
  lastMs = Math.max(lastMs, startMs);

  return {
    origin,
    world: () => present?.world ?? origin,
    activity: () => present?.activity ?? beginning(),
    notices: () => notices,
    deedCount: () => deedCount,
    worldAfter: (deeds) => memories.get(deeds) ?? present?.world ?? origin,
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

interface Happening {
  readonly outcome: Outcome;
  readonly repository: Repository;
  readonly world: World;
}

/** Lets something happen somewhere, or nothing where no deed finds anything to do. */
function happen(
  world: World,
  moment: { readonly atMs: number; readonly random: Random; readonly ids: IdSource },
  isLocked: NonNullable<LifeOptions['isLocked']>,
): Happening | undefined {
  const { random } = moment;
  const places = world.repositories.flatMap((repository, index) => {
    const content = world.contents[index];
    const isAlive = content !== undefined && content.git.commits.length > 0 && !repository.isArchived;
    return isAlive ? [{ repository, content, index }] : [];
  });
  for (let tries = 0; tries < MAX_TRIES && places.length > 0; tries += 1) {
    const { repository, content, index } = random.pick(places);
    if (isLocked(repository.id, moment.atMs)) {
      continue;
    }
    const outcome = DEEDS[pickWeighted(WEIGHTS, random)].run({ ...moment, world, repository, content });
    if (outcome !== undefined) {
      const changed = afterwards(repository, outcome, moment.atMs);
      return {
        outcome,
        repository: changed,
        world: {
          ...world,
          nowMs: moment.atMs,
          repositories: world.repositories.with(index, changed),
          contents: world.contents.with(index, outcome.content),
        },
      };
    }
  }
  return undefined;
}

const WEIGHTS = Object.fromEntries(
  Object.entries(DEEDS).map(([name, { weight }]) => [name, weight]),
) as Readonly<
  Record<DeedName, number> // The same keys as the table.
>;

function afterwards(
  repository: Repository,
  { content, repository: edit }: Outcome,
  atMs: number,
): Repository {
  const threads = [...content.issues, ...content.pullRequests];
  return {
    ...repository,
    ...edit,
    openIssues: threads.filter(({ closedAt }) => closedAt === null).length,
    updatedAt: formatSeconds(atMs),
  };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
