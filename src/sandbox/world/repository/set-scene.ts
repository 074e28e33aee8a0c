import { createSeededRandom, type Random } from '../../../base/index.ts';
import { pickSome } from '../chance.ts';
import type { IdSource } from '../id-source.ts';
import type { Society } from '../people/create-society.ts';
import type { Person } from '../world.ts';
import type { RepositoryPlan } from './plan-repositories.ts';
import type { Scene } from './scene.ts';

/** What the scenes of a world share. */
export interface Place {
  readonly seed: string;
  readonly ids: IdSource;
  readonly webUrl: string;
  readonly society: Society;
}

/** Chooses who works in a repository; each has a chance of its own, so that none disturbs the others. */
export function setScene(plan: RepositoryPlan, { seed, ids, webUrl, society }: Place): Scene {
  const { account, people, organization, departed, outsiders } = society;
  const random = createSeededRandom(`${seed}/repository/${plan.name}`);
  const humans = people.filter((person) => !person.isBot);
  const isShared = plan.ownerType === 'Organization';
  const members = humans.filter((person) => organization.members.some(({ login }) => login === person.login));
  const maintainers = [account, ...pickMaintainers({ isShared, members, humans, random })];
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

interface Candidates {
  readonly isShared: boolean;
  readonly members: readonly Person[];
  readonly humans: readonly Person[];
  readonly random: Random;
}

function pickMaintainers({ isShared, members, humans, random }: Candidates): readonly Person[] {
  return isShared ? pickSome(members, 3, random) : pickSome(humans, random.integer(1, 2), random);
}
