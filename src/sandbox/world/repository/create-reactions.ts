import { pickCount, pickSome } from '../chance.ts';
import { REACTION_NAMES, type Reaction } from '../reactions.ts';
import { DAY_MS, formatMilliseconds } from '../timestamps.ts';
import type { Scene } from './scene.ts';

/** Reactions to something said at a moment, at most one a person; `average` is how many there are. */
export function createReactions(scene: Scene, timeMs: number, average: number): readonly Reaction[] {
  const { random, endMs } = scene;
  const people = [...scene.maintainers, ...scene.contributors].map((person) => person.login);
  const logins = pickSome([...people, ...scene.outsiders], pickCount(average, random), random);
  return logins
    .map((login) => ({
      login,
      // Thumbs up is what most people press.
      content: random.chance(0.4) ? ('+1' as const) : random.pick(REACTION_NAMES),
      timeMs: Math.min(endMs, timeMs + random.integer(1, 20 * DAY_MS)),
    }))
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .map(({ timeMs: reactedMs, ...reaction }) => ({ ...reaction, createdAt: formatMilliseconds(reactedMs) }));
}
