import { createSeededRandom } from '../../../base/index.ts';
import { pickSome } from '../chance.ts';
import type { World } from '../world.ts';

const MAX_FOLLOWED = 5;

/** Logins of the people whom somebody follows. */
export function followedBy(login: string, world: World): readonly string[] {
  const random = createSeededRandom(`${world.seed}/following/${login}`);
  const others = [world.account, ...world.people].filter((person) => !person.isBot && person.login !== login);
  return pickSome(others, random.integer(1, MAX_FOLLOWED), random).map((person) => person.login);
}
