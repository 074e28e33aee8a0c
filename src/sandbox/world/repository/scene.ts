import { createSeededRandom, invariant, type Random } from '../../../base/index.ts';
import { type IdSource, pickSome } from '../chance.ts';
import type { Society } from '../people/create-society.ts';
import type { Theme } from '../text/themes.table.ts';
import type { Person } from '../world.ts';
import type { RepositoryPlan } from './plan-repositories.ts';

/** Where and among whom a repository's story takes place; what every part of its telling needs. */
export interface Scene {
  readonly random: Random;
  readonly ids: IdSource;
  /** Root of web addresses, without a final slash. */
  readonly webUrl: string;
  readonly owner: string;
  readonly name: string;
  readonly theme: Theme;
  readonly beginMs: number;
  /** The present, or the day on which the repository was archived. */
  readonly endMs: number;
  /** They may push, merge and sort; the first one leads. */
  readonly maintainers: readonly Person[];
  /** Everybody else who writes here. */
  readonly contributors: readonly Person[];
  readonly bots: readonly Person[];
  /** Somebody whose account was deleted: only git still knows the name. */
  readonly departed: Person;
  /** Logins that only react or are mentioned; nothing else in the world knows them. */
  readonly outsiders: readonly string[];
}

/** Who leads the project. */
export function leaderOf({ maintainers }: Scene): Person {
  const [leader] = maintainers;
  invariant(leader !== undefined, 'every repository has a maintainer');
  return leader;
}

/** Somebody who writes here, mostly not a maintainer. */
export function pickWriter({ maintainers, contributors, random }: Scene): Person {
  return random.pick(contributors.length > 0 && random.chance(0.7) ? contributors : maintainers);
}

/** What the scenes of a world share. */
interface Place {
  readonly seed: string;
  readonly ids: IdSource;
  readonly webUrl: string;
  readonly society: Society;
}

/** Chooses who works in a repository; each repository has its own random source, so that none disturbs the others. */
export function setScene(plan: RepositoryPlan, { seed, ids, webUrl, society }: Place): Scene {
  const { account, people, organization, departed, outsiders } = society;
  const random = createSeededRandom(`${seed}/repository/${plan.name}`);
  const humans = people.filter((person) => !person.isBot);
  const isShared = plan.ownerType === 'Organization';
  const members = humans.filter((person) => organization.members.some(({ login }) => login === person.login));
  const others = isShared ? pickSome(members, 3, random) : pickSome(humans, random.integer(1, 2), random);
  const maintainers = [account, ...others];
  const contributors = humans.filter((person) => !maintainers.includes(person));
  return {
    random,
    ids,
    webUrl,
    owner: isShared ? organization.login : account.login,
    name: plan.name,
    theme: plan.theme,
    beginMs: plan.beginMs,
    endMs: plan.endMs,
    maintainers,
    contributors: plan.isPrivate ? [] : pickSome(contributors, random.integer(5, 9), random),
    bots: people.filter((person) => person.isBot),
    departed,
    outsiders,
  };
}
