import { DAY_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { leaderOf, type Scene } from './scene.ts';

/** A release before its notes are written. */
export interface ReleasePlan {
  readonly version: string;
  readonly timeMs: number;
  readonly author: Person;
  readonly isPrerelease: boolean;
  readonly isDraft: boolean;
}

const MAX_RELEASES = 12;
const STEP_MS = 120 * DAY_MS;
/** How long a candidate is tried. */
const CANDIDATE_MS = 9 * DAY_MS;

/** Plans a release about every four months, some after a candidate; the next one is a draft still. */
export function planReleases(scene: Scene): readonly ReleasePlan[] {
  const { random, beginMs, endMs } = scene;
  const stepMs = Math.max(STEP_MS, (endMs - beginMs) / MAX_RELEASES);
  const plans: ReleasePlan[] = [];
  const add = (version: string, timeMs: number, traits: Pick<ReleasePlan, 'isPrerelease' | 'isDraft'>) => {
    const author = random.chance(0.6) ? leaderOf(scene) : random.pick(scene.maintainers);
    plans.push({ version, timeMs, author, ...traits });
  };
  let timeMs = beginMs + Math.floor(stepMs * 0.6);
  let minor = 1;
  for (; timeMs < endMs - 2 * DAY_MS; minor += 1) {
    if (random.chance(0.25)) {
      add(`v0.${minor}.0-rc.1`, timeMs - CANDIDATE_MS, { isPrerelease: true, isDraft: false });
    }
    add(`v0.${minor}.0`, timeMs, { isPrerelease: false, isDraft: false });
    timeMs += Math.floor(stepMs * (0.7 + random.next() * 0.6));
  }
  add(`v0.${minor}.0`, endMs - DAY_MS, { isPrerelease: false, isDraft: true });
  return plans;
}
