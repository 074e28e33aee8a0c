import { utcSeconds } from '../base/index.ts';
import type { MigrationRequest } from '../model/index.ts';
import { ALL_REPOSITORIES, exclusionsOf, type Scope, selectionOfNames } from '../vault/index.ts';
import type { BackupRequest } from './choose-repositories.ts';
import type { RepositorySelection } from './select-repositories.ts';

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
      value === undefined ? [] : `${WORDS[name as keyof RepositorySelection]} ${textOf(name, value)}`, // Its own keys.
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
