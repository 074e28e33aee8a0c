import { createRequire } from 'node:module';
import type picomatch from 'picomatch';
import type { RepositorySummary } from '../endpoints/index.ts';

/** Which repositories of a listing are meant: all that fit every member that is there. */
export interface RepositorySelection {
  /** Logins; any case. */
  readonly owners?: readonly string[];
  /** Globs on `OWNER/NAME`, or on the name alone where they have no slash; any case. One that fits is enough. */
  readonly patterns?: readonly string[];
  /** Globs of the same kind: whatever fits one of them is left out. */
  readonly except?: readonly string[];
  /** `public`, `private`, `internal`. */
  readonly visibilities?: readonly string[];
  /** True for forks alone, false for none. */
  readonly isFork?: boolean;
  /** True for archived ones alone, false for none. */
  readonly isArchived?: boolean;
  /** Main languages; any case. */
  readonly languages?: readonly string[];
  /** One of them is enough; any case. */
  readonly topics?: readonly string[];
  /** Milliseconds since the Unix epoch: the last push was then or later. */
  readonly pushedSinceMs?: number;
  /** The last push was earlier. */
  readonly pushedBeforeMs?: number;
  /** The last push was at most so long ago: counted from the choice, so that the wish stays the same from day to day. */
  readonly pushedWithinMs?: number;
  /** The last push was longer ago, counted in the same way. */
  readonly unpushedForMs?: number;
}

/** What became of one repository of a listing, and why. */
export interface RepositoryVerdict {
  /** `owner/name`, in the service's own spelling. */
  readonly repository: string;
  readonly isTaken: boolean;
  /** Why it was left out; for one that was taken, what could not be told of it, or nothing. */
  readonly reason: string;
}

/** Judges each repository of a listing, in its order, by the first rule that speaks against it. */
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

/** Spans as the moments that they mean now; of two limits the stricter one holds. */
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

/** Said of a name that no start takes: one of them would spoil the whole. */
export const NO_NAME = 'its name is not OWNER/NAME';

/** What speaks against a repository, or what cannot be told of it; undefined where nothing does. */
type Rule = (repository: RepositorySummary, selection: RepositorySelection) => string | undefined;

/** Newer versions of the service send fewer fields. What nobody can tell is no reason to leave work behind. */
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
    return pattern === undefined ? undefined : `it matches --except "${pattern}"`;
  },
  ({ visibility, isPrivate }, { visibilities }) => {
    const found = visibility ?? (isPrivate === undefined ? undefined : isPrivate ? 'private' : 'public');
    return judge(visibilities, found, { unknown: 'its visibility', refusal: `it is ${found}` });
  },
  ({ isFork }, { isFork: wanted }) =>
    judgeClaim(wanted, isFork, {
      unknown: 'whether it is a fork',
      is: 'it is a fork',
      isNot: 'it is not a fork',
    }),
  ({ isArchived }, { isArchived: wanted }) =>
    judgeClaim(wanted, isArchived, {
      unknown: 'whether it is archived',
      is: 'it is archived',
      isNot: 'it is not archived',
    }),
  ({ language }, { languages }) =>
    languages === undefined || (language !== undefined && hasName(languages, language))
      ? undefined
      : `its language is ${language ?? 'unknown'}`,
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
];

function judge(
  wanted: readonly string[] | undefined,
  found: string | undefined,
  words: { readonly unknown: string; readonly refusal: string },
): string | undefined {
  if (wanted === undefined || (found !== undefined && hasName(wanted, found))) {
    return undefined;
  }
  return found === undefined ? `${UNKNOWN}${words.unknown}` : words.refusal;
}

function judgeClaim(
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

/** A star stops at the slash between owner and name, as in paths; names may begin with a dot (`acme/.profile`). */
function fitsPattern(fullName: string, pattern: string): boolean {
  const whole = pattern.includes('/') ? pattern : `*/${pattern}`;
  return loadPicomatch().isMatch(fullName, whole, { nocase: true, dot: true });
}

/** Loads the package with the first pattern. */
function loadPicomatch(): typeof picomatch {
  return createRequire(import.meta.url)('picomatch');
}
