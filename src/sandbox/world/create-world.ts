import { createSeededRandom } from '../../base/random.ts';
import { DIALECTS, type DialectName } from '../../model/dialects.table.ts';
import { type Accounts, createAccounts, createTeams } from './people/create-accounts.ts';
import { createIdSource, pickSome } from './random-picks.ts';
import { createContent, createRepository } from './repository/create-content.ts';
import { planRepositories } from './repository/plan-repositories.ts';
import { createProject } from './repository/project.ts';
import type { Star } from './repository-content.ts';
import { DAY_MS, formatSeconds, SECOND_MS } from './timestamps.ts';
import type { Repository, World } from './world.ts';
import { fullNameOf } from './world.ts';
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
const MAX_RECENT_STARS = 12;
const PEOPLE = { min: 14, perRepository: 3 } as const;
const TIME_ZONES_MINUTES = [-480, -300, 0, 60, 120, 330, 480, 540] as const;

/** Invents a world; the same options give the same world on every machine. */
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
  const created = plans.map((plan) => {
    const project = createProject(plan, { seed, ids, webUrl }, accounts);
    const content = createContent(project);
    const repository = createRepository(project, content);
    return { content: { ...content, stars: recentStars(repository, accounts, { seed, nowMs }) }, repository };
  });
  const { account, people, organization } = accounts;
  const teamRepositories = created
    .filter(({ repository }) => repository.ownerType === 'Organization')
    .map(({ repository }) => fullNameOf(repository));
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
    repositories: created.map(({ repository }) => repository),
    contents: created.map(({ content }) => content),
  };
}

/** Records do not contain the dates of stars, so only a few recent ones are invented. */
function recentStars(
  { id, stars }: Repository,
  { humans }: Accounts,
  { seed, nowMs }: Pick<WorldOptions, 'nowMs' | 'seed'>,
): readonly Star[] {
  const random = createSeededRandom(`${seed}/stars/${id}`);
  const count = Math.min(stars, random.integer(1, MAX_RECENT_STARS));
  return pickSome(humans, count, random).map(({ login }) => ({
    login,
    starredAt: formatSeconds(nowMs - random.integer(60, (30 * DAY_MS) / SECOND_MS) * SECOND_MS),
  }));
}
