import type { Random } from '../../../base/index.ts';
import { shuffle } from '../chance.ts';
import { DEPENDENCIES } from '../git/plain-files.table.ts';
import { DAY_MS, formatSeconds } from '../timestamps.ts';
import type { Advisory } from './alert.ts';
import { ECOSYSTEMS, WEAKNESSES } from './weaknesses.table.ts';

/** The letters of advisory ids: none that are mistaken for another, no vowels that make words. */
const ID_LETTERS = '23456789cfghjmpqrvwx';
const MAX_AGE_DAYS = 900;

/** Where and until when advisories are published. */
export interface AdvisoriesOptions {
  readonly random: Random;
  readonly nowMs: number;
}

/** Invents advisories for the packages of every ecosystem; the packages exist in no registry. */
export function createAdvisories({ random, nowMs }: AdvisoriesOptions): readonly Advisory[] {
  return Object.values(ECOSYSTEMS).flatMap((ecosystem) =>
    shuffle(DEPENDENCIES, random)
      .slice(0, WEAKNESSES.length)
      .map((packageName, index) => createAdvisory({ ecosystem, packageName, index, random, nowMs })),
  );
}

interface Place extends AdvisoriesOptions {
  readonly ecosystem: string;
  readonly packageName: string;
  readonly index: number;
}

function createAdvisory({ ecosystem, packageName, index, random, nowMs }: Place): Advisory {
  const weakness = WEAKNESSES[index] ?? random.pick(WEAKNESSES);
  const publishedMs = nowMs - random.integer(10, MAX_AGE_DAYS) * DAY_MS;
  const version = `${random.integer(1, 4)}.${random.integer(0, 20)}.${random.integer(1, 9)}`;
  const percentage = Number((random.next() ** 3).toFixed(5));
  return {
    id: `GHSA-${letters(random)}-${letters(random)}-${letters(random)}`,
    // Numbers this high are not given out: no real record is meant.
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

function letters(random: Random): string {
  return Array.from({ length: 4 }, () => ID_LETTERS[random.integer(0, ID_LETTERS.length - 1)]).join('');
}
