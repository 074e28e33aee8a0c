import { Failure } from './failure.ts';
import type { Migration, MigrationId } from './migrations.ts';

/**
 * Parses a repository's full name as people type it for the service, without surrounding spaces and a final `.git`
 * (specification 4.0: `repo` is the name without the extension). Fails with `usage` if it is not `owner/name`.
 */
export function parseRepositoryName(text: string): string {
  return requireName(text, (name) => /^[A-Za-z0-9][\w.-]*\/(?!\.\.?$)[\w.-]+$/.test(name));
}

/**
 * Parses the full name of a repository in an archive or a store, which may be one of another service with groups in
 * groups: `group/tools/shed`. Fails like `parseRepositoryName`.
 */
export function parseStoredRepositoryName(text: string): string {
  return requireName(text, isStoredRepositoryName);
}

/** Whether a text may be the full name of a repository in a store. No part of it is empty, `.` or `..`. */
export function isStoredRepositoryName(text: string): boolean {
  const parts = text.split('/');
  return parts.length > 1 && parts.every((part) => /^[\w.~-]+$/.test(part) && !/^\.\.?$/.test(part));
}

function requireName(text: string, isName: (name: string) => boolean): string {
  const name = plainRepositoryName(text);
  if (!isName(name)) {
    throw new Failure('usage', `Cannot read the repository name "${text.trim()}": it is not OWNER/NAME`, {
      hint: 'Write it as acme/rocket',
    });
  }
  return name;
}

/** A full name without surrounding spaces and `.git`, not validated: names from the service can be unusual. */
export function plainRepositoryName(text: string): string {
  return text.trim().replace(/\.git$/i, '');
}

/** Names of repositories, with their ids in the same order, if known. */
export interface NamedRepositories {
  readonly names: readonly string[];
  readonly ids?: readonly (MigrationId | null)[] | undefined;
}

/**
 * Maps each requested repository, by its name in lower case, to the exported one: with the same name, or with the same
 * id if it was renamed. If equally many are left on both sides, they were renamed too: only requested ones are
 * exported.
 */
export function pairRepositories(
  asked: NamedRepositories,
  exported: NamedRepositories,
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const left = new Map(exported.names.map((name) => [name.toLowerCase(), name]));
  const take = (name: string, found: string | undefined) => {
    if (found !== undefined && !pairs.has(name.toLowerCase())) {
      pairs.set(name.toLowerCase(), found);
      left.delete(found.toLowerCase());
    }
  };
  for (const name of asked.names) {
    take(name, left.get(name.toLowerCase()));
  }
  for (const [index, name] of asked.names.entries()) {
    const id = asked.ids?.[index] ?? null;
    const place = id === null ? -1 : (exported.ids ?? []).indexOf(id);
    take(name, exported.names[place]);
  }
  const unpaired = asked.names.filter((name) => !pairs.has(name.toLowerCase()));
  for (const [index, found] of unpaired.length === left.size ? [...left.values()].entries() : []) {
    take(unpaired[index] ?? '', found);
  }
  return pairs;
}

/** The ids of a migration's repositories by name; empty if they are unknown. */
export function repositoryIdsByName({
  repositories,
  repositoryIds = [],
}: Pick<Migration, 'repositories' | 'repositoryIds'>): Readonly<Record<string, MigrationId>> {
  return Object.fromEntries(
    repositories.flatMap((name, at) => {
      const id = repositoryIds[at];
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/** True if both names mean the same repository: names are case-insensitive (specification 4.0). */
export function isSameRepository(a: string, b: string): boolean {
  // A fast path for long lists: most names differ in length. Lower case does not change it, as names are ASCII.
  return a.length === b.length && a.toLowerCase() === b.toLowerCase();
}
