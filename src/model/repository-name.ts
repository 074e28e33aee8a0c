import { Failure } from '../base/index.ts';
import type { Migration, MigrationId } from './migrations.ts';

/**
 * Reads a repository's full name as people type it: blanks around it and a final `.git` are taken off
 * (specification 4.0: `repo` is the name without the extension). Fails with `usage` where it is no `owner/name`.
 */
export function parseRepositoryName(text: string): string {
  const name = plainRepositoryName(text);
  if (!/^[A-Za-z0-9][\w.-]*\/[\w.-]+$/.test(name)) {
    throw new Failure('usage', `Cannot read the repository name "${text.trim()}": it is not OWNER/NAME`, {
      hint: 'Write it as acme/rocket',
    });
  }
  return name;
}

/** A full name without blanks around it and without `.git`. The service's own names can be odder than people's. */
export function plainRepositoryName(text: string): string {
  return text.trim().replace(/\.git$/i, '');
}

/** Repositories as one side calls them; their ids in the same order, as far as they are known. */
export interface NamedRepositories {
  readonly names: readonly string[];
  readonly ids?: readonly (MigrationId | null)[] | undefined;
}

/**
 * Which exported repository each asked one is, by the asked name in lower case: of the same name, or of the same id, as it
 * was renamed. Where as many are left on both sides, those were renamed too: nothing is exported that was not asked for.
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

/** The service's number of each repository of a migration, by its name; empty where the service does not tell them. */
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

/** True where both name one repository: names match without regard to case (specification 4.0). */
export function isSameRepository(a: string, b: string): boolean {
  // Lists of thousands are compared name by name: most differ in length, as names are ASCII.
  return a.length === b.length && a.toLowerCase() === b.toLowerCase();
}
