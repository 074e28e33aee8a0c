import { createSeededRandom, type Random, shuffle } from '../../../base/random.ts';
import { DEPENDENCIES, SOURCE_LANGUAGES } from '../git/source-files.ts';
import { pickCharacters, pickEarlyMs, pickSome, pickWeighted } from '../random-picks.ts';
import { DAY_MS, formatSeconds, SECOND_MS } from '../timestamps.ts';
import type { Repository, World } from '../world.ts';
import { fullNameOf } from '../world.ts';
import { ECOSYSTEMS, WEAKNESSES } from './weaknesses.table.ts';

export interface Advisory {
  /** `GHSA-` and three groups of four. */
  readonly id: string;
  readonly cveId: string;
  readonly summary: string;
  readonly description: string;
  readonly classification: 'general' | 'malware';
  readonly severity: Severity;
  readonly ecosystem: string;
  readonly packageName: string;
  /** For instance `< 2.4.1`. */
  readonly vulnerableRange: string;
  readonly firstPatchedVersion: string | null;
  readonly cvss3: CvssScore;
  readonly cvss4: CvssScore;
  /** The probability of exploitation, and the share of advisories below it; both from 0 to 1. */
  readonly epss: { readonly percentage: number; readonly percentile: number };
  readonly cwe: { readonly id: string; readonly name: string };
  readonly publishedAt: string;
  readonly updatedAt: string;
}

export type Severity = 'critical' | 'high' | 'low' | 'medium';

/** A score of the Common Vulnerability Scoring System. */
export interface CvssScore {
  readonly vector: string;
  readonly score: number;
}

/** A vulnerable package in one repository. */
export interface Alert {
  /** Counted from 1 in each repository. */
  readonly number: number;
  /** `owner/name`. */
  readonly repository: string;
  readonly state: AlertState;
  readonly advisory: Advisory;
  readonly manifestPath: string;
  readonly scope: 'development' | 'runtime';
  readonly relationship: 'direct' | 'transitive';
  readonly deployment: Deployment | null;
  /** Logins. */
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly dismissal: Dismissal | null;
  readonly autoDismissedAt: string | null;
  readonly fixedAt: string | null;
}

/** The states of specification 3, and `fixed` and `auto_dismissed` of the real service. */
export type AlertState = 'auto_dismissed' | 'dismissed' | 'fixed' | 'open';

/** The registry of an artifact with the vulnerable code, and its risks. */
export interface Deployment {
  readonly registry: string;
  readonly registryUrl: string;
  readonly risks: readonly string[];
}

interface Dismissal {
  readonly at: string;
  readonly login: string;
  readonly reason: DismissalReason;
  readonly comment: string | null;
}

/** The specification only shows `tolerable_risk`. */
export const DISMISSAL_REASONS = [
  'fix_started',
  'inaccurate',
  'no_bandwidth',
  'not_used',
  'tolerable_risk',
] as const;

export type DismissalReason = (typeof DISMISSAL_REASONS)[number];

/** The letters of advisory ids, without vowels and ambiguous characters. */
const ID_LETTERS = '23456789cfghjmpqrvwx';
const MAX_AGE_DAYS = 900;

/** Invents advisories for packages that do not exist in any registry. */
export function createAdvisories(random: Random, nowMs: number): readonly Advisory[] {
  return Object.values(ECOSYSTEMS).flatMap((ecosystem) =>
    shuffle(DEPENDENCIES, random)
      .slice(0, WEAKNESSES.length)
      .map((packageName, index) =>
        createAdvisory(
          { ecosystem, packageName },
          WEAKNESSES[index] ?? random.pick(WEAKNESSES),
          random,
          nowMs,
        ),
      ),
  );
}

function createAdvisory(
  { ecosystem, packageName }: Pick<Advisory, 'ecosystem' | 'packageName'>,
  weakness: (typeof WEAKNESSES)[number],
  random: Random,
  nowMs: number,
): Advisory {
  const publishedMs = nowMs - random.integer(10, MAX_AGE_DAYS) * DAY_MS;
  const version = `${random.integer(1, 4)}.${random.integer(0, 20)}.${random.integer(1, 9)}`;
  const percentage = Number((random.next() ** 3).toFixed(5));
  const letters = () => pickCharacters(ID_LETTERS, 4, random);
  return {
    id: `GHSA-${letters()}-${letters()}-${letters()}`,
    // Real records do not have numbers this high.
    cveId: `CVE-${new Date(publishedMs).getUTCFullYear()}-${random.integer(9_900_000, 9_999_999)}`,
    summary: weakness.summary.replaceAll('{package}', packageName),
    description: weakness.description.replaceAll('{package}', packageName),
    classification: random.chance(0.1) ? 'malware' : 'general',
    severity: weakness.severity,
    ecosystem,
    packageName,
    vulnerableRange: `< ${version}`,
    firstPatchedVersion: random.chance(0.85) ? version : null,
    cvss3: weakness.cvss3,
    cvss4: weakness.cvss4,
    epss: { percentage, percentile: Number(Math.sqrt(percentage).toFixed(5)) },
    cwe: weakness.cwe,
    publishedAt: formatSeconds(publishedMs),
    updatedAt: formatSeconds(publishedMs + random.integer(0, 9) * DAY_MS),
  };
}

/** States of alerts, in percent. */
const STATES = { open: 55, dismissed: 18, fixed: 22, auto_dismissed: 5 } as const;
const ALERTS_PER_REPOSITORY = { min: 2, max: 6 } as const;
const RISKS = ['critical-resource', 'internet-exposed', 'sensitive-data', 'lateral-movement'] as const;
const COMMENTS = ['Not reachable from our code', 'Waiting for the next release', null] as const;

/** Invents the alerts of all repositories with code; each is later than its advisory and its repository. */
export function createAlerts(world: World): readonly Alert[] {
  const random = createSeededRandom(`${world.seed}/alerts`);
  const advisories = createAdvisories(random, world.nowMs);
  return world.repositories.flatMap((repository) => {
    const ecosystem = ECOSYSTEMS[repository.language ?? ''];
    const known = advisories.filter((advisory) => advisory.ecosystem === ecosystem);
    const count = random.integer(ALERTS_PER_REPOSITORY.min, ALERTS_PER_REPOSITORY.max);
    return pickSome(known, count, random)
      .toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
      .map((advisory, index) => createAlert({ repository, advisory, number: index + 1, world, random }));
  });
}

type Place = Pick<Alert, 'advisory' | 'number'> & {
  readonly repository: Repository;
  readonly world: World;
  readonly random: Random;
};

function createAlert({ repository, advisory, number, world, random }: Place): Alert {
  const latestMs = world.nowMs - SECOND_MS;
  const firstMs = Math.max(Date.parse(advisory.publishedAt), Date.parse(repository.createdAt));
  const createdMs = Math.min(firstMs + random.integer(0, 20 * DAY_MS), latestMs);
  const createdAt = formatSeconds(createdMs);
  const state: AlertState = pickWeighted(STATES, random);
  const closedAt = formatSeconds(pickEarlyMs(createdMs, latestMs, random));
  const language = Object.entries(SOURCE_LANGUAGES).find(([name]) => name === repository.language)?.[1];
  const registryUrl = `https://registry.example.org/${repository.name}`;
  const pickRisks = () => pickSome(RISKS, random.integer(1, 2), random);
  // The owner of the repository, or a member of the organization.
  const pickTeammate = () =>
    repository.ownerType === 'User' ? repository.owner : random.pick(world.organization.members).login;
  return {
    number,
    repository: fullNameOf(repository),
    state,
    advisory,
    manifestPath: language?.manifest.path ?? 'third-party.txt',
    scope: random.chance(0.7) ? 'runtime' : 'development',
    relationship: random.chance(0.4) ? 'direct' : 'transitive',
    deployment: random.chance(0.3)
      ? { registry: 'jfrog-artifactory', registryUrl, risks: pickRisks() }
      : null,
    assignees: random.chance(0.3) ? [pickTeammate()] : [],
    createdAt,
    updatedAt: state === 'open' ? createdAt : closedAt,
    ...closeAlert(state, closedAt, () => ({
      login: pickTeammate(),
      reason: random.pick(DISMISSAL_REASONS),
      comment: random.pick(COMMENTS),
    })),
  };
}

/** The fields that depend on the end of an alert. */
export function closeAlert(
  state: AlertState,
  at: string,
  dismiss: () => Omit<NonNullable<Alert['dismissal']>, 'at'>,
): Pick<Alert, 'autoDismissedAt' | 'dismissal' | 'fixedAt'> {
  return {
    dismissal: state === 'dismissed' ? { at, ...dismiss() } : null,
    autoDismissedAt: state === 'auto_dismissed' ? at : null,
    fixedAt: state === 'fixed' ? at : null,
  };
}
