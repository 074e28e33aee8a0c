import { invariant } from '../../../base/failure.ts';
import { createSeededRandom, type Random, shuffle } from '../../../base/random.ts';
import type { IdSource } from '../random-picks.ts';
import { DAY_MS, formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { Organization, Person, Team } from '../world.ts';
import type { WorldOutline } from '../world-outline.ts';
import * as names from './person-names.table.ts';

/** People who only react and are mentioned. */
const OUTSIDER_COUNT = 6;
const MEMBER_COUNT = 6;

export interface Accounts {
  readonly account: Person;
  /** Without the account; the bots come last. */
  readonly people: readonly Person[];
  readonly humans: readonly Person[];
  readonly bots: readonly Person[];
  /** Those of `humans` who are in the organization. */
  readonly members: readonly Person[];
  readonly organization: Organization;
  /** A person whose account was deleted. */
  readonly departed: Person;
  /** Logins of people who are not in the world. */
  readonly outsiders: readonly string[];
}

interface Origin {
  readonly random: Random;
  /** The time of the first repository. */
  readonly beginMs: number;
  readonly ids: IdSource;
}

/** Invents all people and their organization; `count` of them, including the account, write in repositories. */
export function createAccounts(
  count: number,
  { seed, ...place }: Omit<Origin, 'random'> & { readonly seed: string },
  outline: WorldOutline,
): Accounts {
  const origin = { ...place, random: createSeededRandom(`${seed}/people`) };
  const all = createPeople(count + OUTSIDER_COUNT + 1, origin);
  const humans = all.filter((person) => !person.isBot);
  const [departed, invented, ...others] = humans;
  invariant(departed !== undefined && invented !== undefined, 'there are people');
  const outsiders = others.slice(0, OUTSIDER_COUNT);
  const [account = invented, ...people] = describePeople(
    [invented, ...others.slice(OUTSIDER_COUNT)],
    outline,
  );
  const organization = createOrganization([account, ...people.slice(0, MEMBER_COUNT)], origin);
  const everybody = [...people, ...all.filter((person) => person.isBot)];
  const logins = new Set((outline.organization?.members ?? organization.members).map(({ login }) => login));
  return {
    account,
    people: everybody,
    humans: everybody.filter((person) => !person.isBot),
    bots: everybody.filter((person) => person.isBot),
    members: everybody.filter(({ isBot }) => !isBot).filter(({ login }) => logins.has(login)),
    organization: {
      ...organization,
      billingManagers: people.slice(MEMBER_COUNT, MEMBER_COUNT + 1).map((person) => person.login),
      ...outline.organization,
    },
    departed,
    outsiders: outsiders.map((person) => person.login),
  };
}

/** Replaces invented people with those of the outline; other people with the same login get a different one. */
function describePeople(
  invented: readonly Person[],
  { account = {}, people = [] }: WorldOutline,
): readonly Person[] {
  const outlines = [account, ...people];
  const taken = new Set(outlines.map(({ login }) => login?.toLowerCase()));
  return invented.map((person, index) => {
    const login = taken.has(person.login.toLowerCase()) ? `${person.login}-2` : person.login;
    return { ...person, login, ...outlines[index] };
  });
}

/** People sign up this many days before the first repository. */
const SIGN_UP_DAYS = { min: 7, max: 2_400 } as const;
const DAY_SECONDS = DAY_MS / SECOND_MS;

/** Invents people with unique logins in random order, followed by the bots. */
function createPeople(count: number, { beginMs, ids, random }: Origin): readonly Person[] {
  const beginning = () => {
    const days = random.integer(SIGN_UP_DAYS.min * DAY_SECONDS, SIGN_UP_DAYS.max * DAY_SECONDS);
    const createdMs = beginMs - days * SECOND_MS;
    return { id: ids('account', createdMs), createdAt: formatSeconds(createdMs) };
  };
  const people = pickNames(count, random).map(
    ([name, login]): Person => ({
      ...beginning(),
      login,
      name: random.chance(0.25) ? null : name,
      email: `${login}@example.org`,
      company: random.chance(0.4) ? random.pick(names.COMPANIES) : null,
      location: random.chance(0.5) ? random.pick(names.PLACES) : null,
      // Some people leave it empty, others omit the scheme.
      website: random.pick([null, null, '', `https://${login}.example.org`, `${login}.example.com/about`]),
      bio: random.chance(0.6) ? random.pick(names.BIOS) : null,
      isBot: false,
    }),
  );
  const bots = names.BOTS.map(([login, bio]): Person => {
    const email = `${login.replace('[bot]', '')}@example.com`;
    const unknown = { name: null, company: null, location: null, website: null };
    return { ...beginning(), ...unknown, login, email, bio, isBot: true };
  });
  return [...people, ...bots];
}

function pickNames(count: number, random: Random): readonly (readonly [name: string, login: string])[] {
  const taken = new Map<string, string>(names.WHOLE_NAMES.map(([name, login]) => [login, name]));
  const givenNames = shuffle(names.GIVEN_NAMES, random);
  // A number makes a repeated login unique.
  for (let index = 0; taken.size < count; index += 1) {
    const given = givenNames[index % givenNames.length] ?? names.GIVEN_NAMES[0];
    const family = random.pick(names.FAMILY_NAMES);
    const [first, last] = [plainLetters(given), plainLetters(family)];
    const login = random.pick([
      `${first}-${last}`,
      `${first}${last}`,
      `${first.charAt(0)}${last}`,
      `${last}-${first}`,
    ]);
    const isTaken = taken.has(login);
    taken.set(isTaken ? `${login}${index}` : login, `${given} ${family}`);
  }
  return shuffle([...taken], random)
    .slice(0, count)
    .map(([login, name]) => [name, login]);
}

/** The letters of a name in lower case, without accents. */
function plainLetters(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** Invents the organization; the first two members are its owners. */
function createOrganization(members: readonly Person[], { beginMs, ids, random }: Origin): Organization {
  const [login, name, description] = random.pick(names.ORGANIZATIONS);
  const createdMs = beginMs - random.integer(10, 900) * DAY_MS;
  return {
    id: ids('account', createdMs),
    login,
    name,
    description,
    email: `hello@${login}.example.org`,
    createdAt: formatSeconds(createdMs),
    members: members.map(({ login: member }, index) => {
      return { login: member, role: index < 2 ? 'admin' : 'direct_member' };
    }),
  };
}

/** Invents the organization's teams. Each also has access to a repository that is not in the world. */
export function createTeams(
  organization: Organization,
  repositories: readonly string[],
  random: Random,
): readonly Team[] {
  const logins = organization.members.map((member) => member.login);
  return names.TEAMS.map(([slug, name, description, privacy, access, role], index) => ({
    slug,
    name,
    description,
    privacy,
    createdAt: formatSeconds(Date.parse(organization.createdAt) + (index + 1) * DAY_MS),
    permissions: [...repositories, `${organization.login}/attic`].map((repository) => ({
      repository,
      access,
      role,
    })),
    members: logins
      .filter((_, place) => place === 0 || random.chance(0.5))
      .map((login, place) => ({ login, role: place === 0 ? 'maintainer' : 'member' })),
  }));
}
