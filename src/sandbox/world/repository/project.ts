import { invariant } from '../../../base/failure.ts';
import { createSeededRandom, type Random } from '../../../base/random.ts';
import type { Accounts } from '../people/create-accounts.ts';
import { type IdSource, isMany, pickSome } from '../random-picks.ts';
import type { Person } from '../world.ts';
import type { RepositoryPlan } from './plan-repositories.ts';

/** A repository with its people, and what creating its content depends on. */
export interface Project extends RepositoryPlan {
  readonly random: Random;
  readonly ids: IdSource;
  /** Root of web addresses, without a final slash. */
  readonly webUrl: string;
  readonly owner: string;
  /** They have write access; the first one leads the project. */
  readonly maintainers: readonly Person[];
  /** Others who write here. */
  readonly contributors: readonly Person[];
  readonly bots: readonly Person[];
  /** A person whose account was deleted: only git contains the name. */
  readonly departed: Person;
  /** Logins of people who only react or are mentioned. */
  readonly outsiders: readonly string[];
  /** Logins of all who react. */
  readonly audience: readonly string[];
}

/** A release without notes and assets. */
export interface ReleasePlan {
  readonly version: string;
  readonly timeMs: number;
  readonly author: Person;
  readonly isPrerelease: boolean;
  readonly isDraft: boolean;
}

export function leaderOf({ maintainers }: Project): Person {
  const [leader] = maintainers;
  invariant(leader !== undefined, 'every repository has a maintainer');
  return leader;
}

/** The login of the owner of a repository. */
export function ownerOf(
  { ownerType }: RepositoryPlan,
  { account, organization }: Pick<Accounts, 'account' | 'organization'>,
): string {
  return ownerType === 'Organization' ? organization.login : account.login;
}

/** A person who writes here, usually not a maintainer. */
export function pickWriter({ maintainers, contributors, random }: Project): Person {
  return random.pick(contributors.length > 0 && random.chance(0.7) ? contributors : maintainers);
}

/** Chooses the people of a repository; each repository has its own random source, so that it does not affect others. */
export function createProject(
  plan: RepositoryPlan,
  { seed, ids, webUrl }: Pick<Project, 'ids' | 'webUrl'> & { readonly seed: string },
  accounts: Accounts,
): Project {
  const { account, humans, members, bots, departed, outsiders } = accounts;
  const random = createSeededRandom(`${seed}/repository/${plan.name}`);
  const isShared = plan.ownerType === 'Organization';
  const others = isShared ? pickSome(members, 3, random) : pickSome(humans, random.integer(1, 2), random);
  const maintainers = [account, ...others];
  const isContributor = (person: Person) => !maintainers.includes(person);
  const contributors = plan.isPrivate ? [] : pickContributors(humans, isContributor, random);
  return {
    ...plan,
    random,
    ids,
    webUrl,
    owner: ownerOf(plan, accounts),
    maintainers,
    contributors,
    bots,
    departed,
    outsiders,
    audience: [...[...maintainers, ...contributors].map(({ login }) => login), ...outsiders],
  };
}

/** Maintainers are few: among very many people, they are left out after the choice. */
function pickContributors(
  humans: readonly Person[],
  isContributor: (person: Person) => boolean,
  random: Random,
): readonly Person[] {
  const count = random.integer(5, 9);
  return isMany(humans)
    ? pickSome(humans, count, random).filter(isContributor)
    : pickSome(humans.filter(isContributor), count, random);
}
