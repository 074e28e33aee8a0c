import { createSeededRandom, invariant } from '../../../base/index.ts';
import type { IdSource } from '../id-source.ts';
import type { Organization, Person } from '../world.ts';
import type { WorldOutline } from '../world-outline.ts';
import { createOrganization } from './create-organization.ts';
import { createPeople } from './create-people.ts';

/** Readers who write nothing: they only react and are mentioned. */
const OUTSIDER_COUNT = 6;
const MEMBER_COUNT = 6;

/** Everybody there is. */
export interface Society {
  readonly account: Person;
  /** Without the account; the bots are the last ones. */
  readonly people: readonly Person[];
  readonly organization: Organization;
  /** Somebody whose account was deleted. */
  readonly departed: Person;
  /** Logins of people that the world does not know otherwise. */
  readonly outsiders: readonly string[];
}

/** How large a society is to be, and since when. */
export interface SocietyOptions {
  readonly seed: string;
  readonly beginMs: number;
  readonly ids: IdSource;
  /** How many people may write in repositories, the account included. */
  readonly count: number;
  /** What is not to be invented. */
  readonly outline?: WorldOutline | undefined;
}

/** Invents everybody, and the organization that some of them belong to. */
export function createSociety(options: SocietyOptions): Society {
  const { seed, beginMs, ids, count, outline = {} } = options;
  const random = createSeededRandom(`${seed}/people`);
  const all = createPeople({ count: count + OUTSIDER_COUNT + 1, beginMs, ids, random });
  const humans = all.filter((person) => !person.isBot);
  const [departed, invented, ...others] = humans;
  invariant(departed !== undefined && invented !== undefined, 'there are people');
  const outsiders = others.slice(0, OUTSIDER_COUNT);
  const [account = invented, ...people] = describePeople(
    [invented, ...others.slice(OUTSIDER_COUNT)],
    outline,
  );
  const members = people.slice(0, MEMBER_COUNT);
  const organization = createOrganization({ account, members, beginMs, ids, random });
  return {
    account,
    people: [...people, ...all.filter((person) => person.isBot)],
    organization: {
      ...organization,
      billingManagers: people.slice(MEMBER_COUNT, MEMBER_COUNT + 1).map((person) => person.login),
      ...outline.organization,
    },
    departed,
    outsiders: outsiders.map((person) => person.login),
  };
}

/** Puts the people of the outline in the place of invented ones; whoever has the same login gets another one. */
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
