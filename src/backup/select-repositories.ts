import { createRequire } from 'node:module';
import type picomatch from 'picomatch';
import { countText, formatSize } from '../base/sizes.ts';
import type { RepositorySummary } from '../endpoints/repositories.ts';
import type { RepositorySelection } from '../model/backup-request.ts';

/** Whether a repository of a listing is selected, and why. */
export interface RepositoryVerdict {
  /** `owner/name`, as written by the service. */
  readonly repository: string;
  readonly isTaken: boolean;
  /** Why it is excluded; for a selected one, which criterion could not be checked, or empty. */
  readonly reason: string;
}

/** Checks each repository of a listing in order; the first criterion that excludes it is the reason. */
export function selectRepositories(
  repositories: readonly RepositorySummary[],
  wanted: RepositorySelection,
  nowMs: number,
): readonly RepositoryVerdict[] {
  const selection = withMoments(wanted, nowMs);
  return repositories.map((repository) => {
    const found = RULES.map((rule) => rule(repository, selection)).filter((text) => text !== undefined);
    const refusal = found.find((text) => !text.startsWith(UNKNOWN));
    return {
      repository: repository.fullName,
      isTaken: refusal === undefined,
      reason: refusal ?? found[0] ?? '',
    };
  });
}

/** Converts periods to times; of two limits the stricter one applies. */
function withMoments(selection: RepositorySelection, nowMs: number): RepositorySelection {
  const { pushedSinceMs, pushedBeforeMs, pushedWithinMs, unpushedForMs } = selection;
  const since = [pushedSinceMs, pushedWithinMs === undefined ? undefined : nowMs - pushedWithinMs];
  const before = [pushedBeforeMs, unpushedForMs === undefined ? undefined : nowMs - unpushedForMs];
  return {
    ...selection,
    pushedSinceMs: Math.max(...since.filter((ms) => ms !== undefined)),
    pushedBeforeMs: Math.min(...before.filter((ms) => ms !== undefined)),
  };
}

/** The reason for a name that migrations do not accept: a single one would make the whole request fail. */
export const NO_NAME = 'its name is not OWNER/NAME';

/** Returns why a repository is excluded, or what is unknown about it; undefined if it matches. */
type Rule = (repository: RepositorySummary, selection: RepositorySelection) => string | undefined;

/** Newer versions of the service send fewer fields. A repository is not excluded by an unknown value. */
const UNKNOWN = 'the service does not say ';

const RULES: readonly Rule[] = [
  ({ fullName }) => (/^[^/]+\/[^/]+$/.test(fullName) ? undefined : NO_NAME),
  ({ fullName }, { owners }) => {
    const [owner = ''] = fullName.split('/');
    return owners === undefined || hasName(owners, owner) ? undefined : `it belongs to ${owner}`;
  },
  ({ fullName }, { patterns }) =>
    patterns === undefined || patterns.some((pattern) => fitsPattern(fullName, pattern))
      ? undefined
      : 'no pattern matches its name',
  ({ fullName }, { except }) => {
    const pattern = except?.find((candidate) => fitsPattern(fullName, candidate));
    return pattern === undefined ? undefined : `it matches the exception "${pattern}"`;
  },
  ({ visibility, isPrivate }, { visibilities }) => {
    const found = visibility ?? (isPrivate === undefined ? undefined : isPrivate ? 'private' : 'public');
    return assessText(visibilities, found, { unknown: 'its visibility', refusal: `it is ${found}` });
  },
  ({ isFork }, { isFork: wanted }) =>
    assessFlag(wanted, isFork, {
      unknown: 'whether it is a fork',
      is: 'it is a fork',
      isNot: 'it is not a fork',
    }),
  ({ isArchived }, { isArchived: wanted }) =>
    assessFlag(wanted, isArchived, {
      unknown: 'whether it is archived',
      is: 'it is archived',
      isNot: 'it is not archived',
    }),
  ({ language }, { languages }) =>
    assessText(languages, language, { unknown: 'its language', refusal: `its language is ${language}` }),
  ({ topics }, { topics: wanted }) =>
    wanted === undefined || topics.some((topic) => hasName(wanted, topic))
      ? undefined
      : 'it has none of the requested topics',
  ({ pushedAt }, { pushedSinceMs = Number.NEGATIVE_INFINITY, pushedBeforeMs = Number.POSITIVE_INFINITY }) => {
    const hasLimits = Number.isFinite(pushedSinceMs) || Number.isFinite(pushedBeforeMs);
    const atMs = Date.parse(pushedAt ?? '');
    if (!hasLimits || (atMs >= pushedSinceMs && atMs < pushedBeforeMs)) {
      return undefined;
    }
    return Number.isNaN(atMs)
      ? `${UNKNOWN}when it was last pushed to`
      : `it was last pushed to at ${pushedAt}`;
  },
  ({ sizeKib }, { minSizeBytes, maxSizeBytes }) => {
    const sizeBytes = sizeKib === undefined ? undefined : sizeKib * 1024;
    return assessAmount(
      sizeBytes,
      { min: minSizeBytes, max: maxSizeBytes },
      'its size',
      (bytes) => `its size is ${formatSize(bytes)}`,
    );
  },
  ({ stars }, { minStars, maxStars }) =>
    assessAmount(
      stars,
      { min: minStars, max: maxStars },
      'how many stars it has',
      (count) => `it has ${countText(count, 'star')}`,
    ),
];

function assessAmount(
  amount: number | undefined,
  { min, max }: { readonly min: number | undefined; readonly max: number | undefined },
  unknown: string,
  describe: (amount: number) => string,
): string | undefined {
  if (amount === undefined) {
    return min === undefined && max === undefined ? undefined : `${UNKNOWN}${unknown}`;
  }
  const isWithin = amount >= (min ?? 0) && amount <= (max ?? Number.POSITIVE_INFINITY);
  return isWithin ? undefined : describe(amount);
}

function assessText(
  wanted: readonly string[] | undefined,
  found: string | undefined,
  words: { readonly unknown: string; readonly refusal: string },
): string | undefined {
  if (wanted === undefined || (found !== undefined && hasName(wanted, found))) {
    return undefined;
  }
  return found === undefined ? `${UNKNOWN}${words.unknown}` : words.refusal;
}

function assessFlag(
  wanted: boolean | undefined,
  found: boolean | undefined,
  words: { readonly unknown: string; readonly is: string; readonly isNot: string },
): string | undefined {
  if (wanted === undefined || wanted === found) {
    return undefined;
  }
  return found === undefined ? `${UNKNOWN}${words.unknown}` : found ? words.is : words.isNot;
}

function hasName(names: readonly string[], name: string): boolean {
  return names.some((candidate) => candidate.toLowerCase() === name.toLowerCase());
}

/**
 * A star does not match the slash between owner and name, as in paths; names may start with a dot (`acme/.profile`).
 */
function fitsPattern(fullName: string, pattern: string): boolean {
  const whole = pattern.includes('/') ? pattern : `*/${pattern}`;
  return loadPicomatch().isMatch(fullName, whole, { nocase: true, dot: true });
}

/** Loads the package when the first pattern is used. */
function loadPicomatch(): typeof picomatch {
  return createRequire(import.meta.url)('picomatch');
}
