import { createHash } from 'node:crypto';
import { utcSeconds } from '../base/run-id.ts';
import type { BackupRequest, RepositorySelection } from '../model/backup-request.ts';
import { MIGRATION_SWITCHES, type MigrationRequest, type MigrationSwitch } from '../model/migrations.ts';

/** What an archive was asked for. Only archives of one scope replace each other: retention and comparisons respect it. */
export interface Scope {
  /** Which repositories, for people and for comparing: `all repositories`, names, or filters. */
  readonly selection: string;
  /** What was left out, such as `git data`, in alphabetical order. */
  readonly exclusions: readonly string[];
}

/** The selection of a backup of everything that an account has. */
const ALL_REPOSITORIES = 'all repositories';

interface ArchiveFacts {
  readonly scope?: Scope | undefined;
  readonly request?: MigrationRequest | undefined;
  readonly repositories: readonly string[];
}

/** The scope of an archive. Without a known request, it is what the archive contains. */
export function scopeOf({ scope, request, repositories }: ArchiveFacts): Scope {
  return scope ?? { selection: selectionOfNames(repositories), exclusions: exclusionsOf(request ?? {}) };
}

/** Longer lists are shortened to a count and a digest. */
const MAX_NAMES = 8;

/** A selection by names, whatever their order and case. */
export function selectionOfNames(names: readonly string[]): string {
  const sorted = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  if (sorted.length === 0) {
    return 'no repositories';
  }
  const text = sorted.join(', ');
  if (sorted.length <= MAX_NAMES) {
    return text;
  }
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${sorted.length} repositories from ${sorted[0]} to ${sorted.at(-1)} (${digest})`;
}

/** What the switches of a request leave out. */
function exclusionsOf(request: Omit<MigrationRequest, 'repositories'>): readonly string[] {
  return Object.entries(MIGRATION_SWITCHES)
    .filter(([name]) => request[name as MigrationSwitch] === true) // A key of the table.
    .flatMap(([, name]) =>
      name === 'org_metadata_only'
        ? 'all but the metadata of the organization'
        : name.startsWith('exclude_')
          ? name.slice('exclude_'.length).replaceAll('_', ' ')
          : [],
    )
    .sort();
}

/** For people: `all repositories, without git data`. */
export function describeScope({ selection, exclusions }: Scope): string {
  return exclusions.length === 0 ? selection : `${selection}, without ${exclusions.join(', ')}`;
}

/**
 * The scope of a backup: what a person asked for, which stays the same when the repositories of the account change. The
 * scope of a migration that was chosen by its id is what that migration contains.
 */
export function scopeOfRequest(
  requested: Pick<BackupRequest, 'repositories' | 'selection'>,
  { request, isOfMigration }: { readonly request: MigrationRequest; readonly isOfMigration: boolean },
): Scope {
  const names = isOfMigration ? request.repositories : requested.repositories;
  const selection =
    names !== undefined ? selectionOfNames(names) : describeSelection(requested.selection ?? {});
  return { selection, exclusions: exclusionsOf(request) };
}

function describeSelection(selection: RepositorySelection): string {
  const found = Object.entries(selection).flatMap(
    ([name, value]) =>
      // In a journal, an invalid number is null.
      value === undefined || value === null
        ? []
        : `${WORDS[name as keyof RepositorySelection]} ${textOf(name, value)}`, // Its own keys.
  );
  return found.length === 0 ? ALL_REPOSITORIES : `repositories by ${found.sort().join(', ')}`;
}

/** The criteria in words, each followed by its value. */
const WORDS: Readonly<Record<keyof RepositorySelection, string>> = {
  owners: 'owner',
  patterns: 'match',
  except: 'except',
  visibilities: 'visibility',
  isFork: 'fork',
  isArchived: 'archived',
  languages: 'language',
  topics: 'topic',
  pushedSinceMs: 'pushed since',
  pushedBeforeMs: 'pushed before',
  pushedWithinMs: 'pushed within',
  unpushedForMs: 'not pushed for',
  minSizeBytes: 'size from',
  maxSizeBytes: 'size to',
  minStars: 'stars from',
  maxStars: 'stars to',
};

function textOf(name: string, value: readonly string[] | boolean | number): string {
  if (typeof value === 'boolean') {
    return value ? 'only' : 'no';
  }
  if (typeof value !== 'number') {
    const texts = [...new Set(value.map((text) => text.toLowerCase()))].sort();
    return texts.map((text) => JSON.stringify(text)).join(' ');
  }
  // Exact, because the text also distinguishes scopes.
  return /Within|For/.test(name)
    ? `${value / 1_000} s`
    : MOMENTS.has(name)
      ? utcSeconds(value)
      : String(value);
}

const MOMENTS: ReadonlySet<string> = new Set(['pushedSinceMs', 'pushedBeforeMs']);
