import { createSeededRandom } from '../../base/random.ts';
import { DIALECTS, type DialectName } from '../../model/dialects.table.ts';
import { createAccounts, createTeams } from './people/create-accounts.ts';
import { createIdSource, isMany } from './random-picks.ts';
import { planRepositories } from './repository/plan-repositories.ts';
import { prepareRepositories } from './repository/prepare-repositories.ts';
import { DAY_MS } from './timestamps.ts';
import { fullNameOf, type World, type WorldPlaces } from './world.ts';
import type { WorldOutline } from './world-outline.ts';

export interface WorldOptions {
  readonly seed: string;
  readonly dialect: DialectName;
  /** The current time, in milliseconds since the epoch: nothing in the world is later. */
  readonly nowMs: number;
  readonly repositories?: number;
  /** Issues and pull requests per repository, on average. */
  readonly issues?: number;
  /** The length of the world's history. */
  readonly years?: number;
  readonly outline?: WorldOutline | undefined;
}

const DEFAULTS = { repositories: 5, issues: 24, years: 3 } as const;
const DAYS_PER_YEAR = 365.25;
const PEOPLE = { min: 14, perRepository: 3 } as const;
const TIME_ZONES_MINUTES = [-480, -300, 0, 60, 120, 330, 480, 540] as const;

/**
 * Invents a world; the same options give the same world on every machine. What happens in its repositories is made when it is
 * asked for.
 */
export function createWorld(options: WorldOptions): World {
  const { seed, dialect, nowMs, outline = {} } = options;
  const outlines = outline.repositories ?? [];
  const wanted = options.repositories ?? (outlines.length > 0 ? 0 : DEFAULTS.repositories);
  const count = Math.max(wanted, outlines.length);
  const beginMs = nowMs - Math.floor((options.years ?? DEFAULTS.years) * DAYS_PER_YEAR * DAY_MS);
  const random = createSeededRandom(`${seed}/world`);
  const ids = createIdSource();
  const peopleCount = PEOPLE.min + PEOPLE.perRepository * count + (outline.people?.length ?? 0);
  const accounts = createAccounts(peopleCount, { seed, beginMs, ids }, outline);
  const plans = planRepositories({
    count,
    averageThreads: options.issues ?? DEFAULTS.issues,
    beginMs,
    nowMs,
    random,
    outlines,
  });
  const { webUrl } = DIALECTS[dialect];
  // Among few repositories, the ids of each depend on those of the others, as they did before there were many.
  const idShares = isMany(plans) ? plans.length : 1;
  const prepared = prepareRepositories(plans, { seed, nowMs, webUrl, ids, idShares }, accounts);
  const { account, people, organization } = accounts;
  const teamRepositories = prepared.repositories
    .filter(({ ownerType }) => ownerType === 'Organization')
    .map(fullNameOf);
  return {
    seed,
    dialect,
    nowMs,
    utcOffsetMinutes: random.pick(TIME_ZONES_MINUTES),
    webUrl,
    account,
    people,
    organization,
    teams: createTeams(organization, teamRepositories, random),
    enterprise: outline.enterprise ?? organization.login.split('-')[0] ?? organization.login,
    ...prepared,
    idShares,
    places: placesOf(prepared.repositories.map(fullNameOf), people),
  };
}

function placesOf(repositories: readonly string[], people: World['people']): WorldPlaces {
  return {
    repositories: placesByName(repositories),
    people: placesByName(people.map(({ login }) => login)),
  };
}

/** The first place of each name, in lower case. */
function placesByName(names: readonly string[]): ReadonlyMap<string, number> {
  // The last entry of a key counts.
  return new Map(names.map((name, place) => [name.toLowerCase(), place] as const).reverse());
}
