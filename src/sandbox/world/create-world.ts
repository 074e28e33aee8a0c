import { createSeededRandom, invariant, type Random } from '../../base/index.ts';
import { DIALECTS, type DialectName } from '../../model/index.ts';
import { pickSome } from './chance.ts';
import { createIdSource, type IdSource } from './id-source.ts';
import { createOrganization, createTeams } from './people/create-organization.ts';
import { createPeople } from './people/create-people.ts';
import { createContent } from './repository/create-content.ts';
import { createRepository } from './repository/create-repository.ts';
import { planRepositories, type RepositoryPlan } from './repository/plan-repositories.ts';
import { fullNameOf, type Scene } from './repository/scene.ts';
import { DAY_MS } from './timestamps.ts';
import type { Organization, Person, World } from './world.ts';

/** What a world is made from. */
export interface WorldOptions {
  readonly seed: string;
  readonly dialect: DialectName;
  /** The present, in milliseconds since the epoch: nothing in the world is younger. */
  readonly nowMs: number;
  readonly repositories?: number;
  /** Issues and pull requests a repository, on average. */
  readonly issues?: number;
  /** How far back the world goes. */
  readonly years?: number;
}

const DEFAULTS = { repositories: 5, issues: 24, years: 3 } as const;
const DAYS_PER_YEAR = 365.25;
const PEOPLE = { min: 14, perRepository: 3 } as const;
/** Readers who write nothing: they only react and are mentioned. */
const OUTSIDER_COUNT = 6;
const MEMBER_COUNT = 6;
const TIME_ZONES_MINUTES = [-480, -300, 0, 60, 120, 330, 480, 540] as const;

/** Invents a world; the same options give the same one on every machine. */
export function createWorld(options: WorldOptions): World {
  const { seed, dialect, nowMs } = options;
  const count = options.repositories ?? DEFAULTS.repositories;
  const beginMs = nowMs - Math.floor((options.years ?? DEFAULTS.years) * DAYS_PER_YEAR * DAY_MS);
  const random = createSeededRandom(`${seed}/world`);
  const ids = createIdSource();
  const society = createSociety({ seed, beginMs, ids, count: PEOPLE.min + PEOPLE.perRepository * count });
  const plans = planRepositories({
    count,
    averageThreads: options.issues ?? DEFAULTS.issues,
    beginMs,
    nowMs,
    random,
  });
  const place = { seed, ids, webUrl: DIALECTS[dialect].webUrl, society };
  const stories = plans.map((plan) => {
    const scene = setScene(plan, place);
    const content = createContent(scene, plan);
    return { content, repository: createRepository(scene, plan, content) };
  });
  const { account, people, organization } = society;
  const teamRepositories = stories
    .filter(({ repository }) => repository.ownerType === 'Organization')
    .map(({ repository }) => fullNameOf(repository));
  return {
    seed,
    dialect,
    nowMs,
    utcOffsetMinutes: random.pick(TIME_ZONES_MINUTES),
    webUrl: place.webUrl,
    account,
    people: people.filter((person) => person !== account),
    organization,
    teams: createTeams(organization, teamRepositories, random),
    enterprise: organization.login.split('-')[0] ?? organization.login,
    repositories: stories.map(({ repository }) => repository),
    contents: stories.map(({ content }) => content),
  };
}

/** Everybody there is. */
interface Society {
  readonly account: Person;
  readonly people: readonly Person[];
  readonly organization: Organization;
  readonly departed: Person;
  readonly outsiders: readonly string[];
}

interface SocietyOptions {
  readonly seed: string;
  readonly beginMs: number;
  readonly ids: IdSource;
  readonly count: number;
}

function createSociety({ seed, beginMs, ids, count }: SocietyOptions): Society {
  const random = createSeededRandom(`${seed}/people`);
  const all = createPeople({ count: count + OUTSIDER_COUNT + 1, beginMs, ids, random });
  const humans = all.filter((person) => !person.isBot);
  const [departed, account, ...others] = humans;
  invariant(departed !== undefined && account !== undefined, 'there are people');
  const outsiders = others.slice(0, OUTSIDER_COUNT);
  const people = others.slice(OUTSIDER_COUNT);
  const members = people.slice(0, MEMBER_COUNT);
  return {
    account,
    people: [...people, ...all.filter((person) => person.isBot)],
    organization: createOrganization({ account, members, beginMs, ids, random }),
    departed,
    outsiders: outsiders.map((person) => person.login),
  };
}

interface Place {
  readonly seed: string;
  readonly ids: IdSource;
  readonly webUrl: string;
  readonly society: Society;
}

/** Chooses who works in a repository; each has a chance of its own, so that none disturbs the others. */
function setScene(plan: RepositoryPlan, { seed, ids, webUrl, society }: Place): Scene {
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
