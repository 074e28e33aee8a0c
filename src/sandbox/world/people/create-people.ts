import type { Random } from '../../../base/index.ts';
import { shuffle } from '../chance.ts';
import type { IdSource } from '../id-source.ts';
import { DAY_MS, formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import {
  BIOS,
  BOTS,
  COMPANIES,
  FAMILY_NAMES,
  GIVEN_NAMES,
  PLACES,
  WHOLE_NAMES,
} from './person-names.table.ts';

/** The earliest sign-up is this many days before the world's first repository, the latest a week before. */
const SIGN_UP_DAYS = { min: 7, max: 2_400 } as const;
const DAY_SECONDS = DAY_MS / SECOND_MS;

/** How many people, and since when. */
export interface PeopleOptions {
  /** People, the account included; bots come on top. */
  readonly count: number;
  /** When the first repository appears. */
  readonly beginMs: number;
  readonly ids: IdSource;
  readonly random: Random;
}

/** Invents people, each with a login of their own, in no order; the bots are the last ones. */
export function createPeople(options: PeopleOptions): readonly Person[] {
  const { beginMs, ids, random } = options;
  const signUpMs = () =>
    beginMs - random.integer(SIGN_UP_DAYS.min * DAY_SECONDS, SIGN_UP_DAYS.max * DAY_SECONDS) * SECOND_MS;
  const people = pickNames(options.count, random).map(([name, login]): Person => {
    const createdMs = signUpMs();
    return {
      id: ids('account', createdMs),
      login,
      name: random.chance(0.25) ? null : name,
      email: `${login}@example.org`,
      company: random.chance(0.4) ? random.pick(COMPANIES) : null,
      location: random.chance(0.5) ? random.pick(PLACES) : null,
      website: pickWebsite(login, random),
      bio: random.chance(0.6) ? random.pick(BIOS) : null,
      createdAt: formatSeconds(createdMs),
      isBot: false,
    };
  });
  const bots = BOTS.map(([login, bio]): Person => {
    const createdMs = signUpMs();
    return {
      id: ids('account', createdMs),
      login,
      name: null,
      email: `${login.replace('[bot]', '')}@example.com`,
      company: null,
      location: null,
      website: null,
      bio,
      createdAt: formatSeconds(createdMs),
      isBot: true,
    };
  });
  return [...people, ...bots];
}

function pickNames(count: number, random: Random): readonly (readonly [name: string, login: string])[] {
  const names = new Map<string, string>(WHOLE_NAMES.map(([name, login]) => [login, name]));
  const givenNames = shuffle(GIVEN_NAMES, random);
  // Two lists of lengths without a common divisor would repeat late; a number ends any repetition.
  for (let index = 0; names.size < count; index += 1) {
    const [given, shortGiven] = givenNames[index % givenNames.length] ?? GIVEN_NAMES[0];
    const [family, shortFamily] = random.pick(FAMILY_NAMES);
    const login = pickLogin(shortGiven, shortFamily, random);
    const isTaken = names.has(login);
    names.set(isTaken ? `${login}${index}` : login, `${given} ${family}`);
  }
  return shuffle([...names], random)
    .slice(0, count)
    .map(([login, name]) => [name, login]);
}

function pickLogin(given: string, family: string, random: Random): string {
  return random.pick([
    `${given}-${family}`,
    `${given}${family}`,
    `${given.charAt(0)}${family}`,
    `${family}-${given}`,
  ]);
}

/** As people type it: some leave it empty, some forget the scheme. */
function pickWebsite(login: string, random: Random): string | null {
  return random.pick([null, null, '', `https://${login}.example.org`, `${login}.example.com/about`]);
}
