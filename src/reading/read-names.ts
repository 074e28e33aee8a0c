import { nearestName } from '../base/nearest-name.ts';
import { quoteText } from '../base/terminal-text.ts';
import { lastSegment } from '../base/text-ends.ts';
import { isOwnedBy, ownerOf, requireAccounts } from '../model/accounts.ts';
import { Failure } from '../model/failure.ts';
import { isSameRepository } from '../model/repository-name.ts';
import type { Database } from '../store/database.ts';
import { NEWEST_GIT } from '../store/kept-files.ts';

/** Repositories without their own record are known from the records in them. */
export const REPOSITORY_TABLES = [
  'repositories',
  'issues',
  'pull_requests',
  'discussions',
  'releases',
] as const;

/** Repositories with git data in the newest archive of their owner that has any; they may have no records at all. */
export const REPOSITORIES_WITH_GIT = `SELECT DISTINCT repo FROM (${NEWEST_GIT}) WHERE repo IS NOT NULL`;

/**
 * The names of all repositories in the store, sorted. Each index is searched for the next name after the last one, so a
 * million records of a few repositories take only a few steps.
 */
export function readRepositoryNames(db: Database): readonly string[] {
  const names = REPOSITORY_TABLES.flatMap((table) =>
    db
      .prepare<[], string>(
        `WITH RECURSIVE names (repo) AS (
           SELECT min(repo) FROM ${table}
           UNION ALL
           SELECT (SELECT min(repo) FROM ${table} WHERE ${table}.repo > names.repo) FROM names
           WHERE names.repo IS NOT NULL)
         SELECT repo FROM names WHERE repo IS NOT NULL`,
      )
      .pluck()
      .all(),
  );
  const withGit = db.prepare<[], string>(REPOSITORIES_WITH_GIT).pluck().all();
  return [...new Set([...names, ...withGit])].sort();
}

/** The names of a store's repositories, which are found without a look at all of them. */
export interface KnownNames {
  /** Sorted. */
  readonly all: readonly string[];
  /** Those that a person may mean by `Acme/App` or `app`: all spellings of it. */
  readonly meant: (name: string) => readonly string[];
}

export function createKnownNames(all: readonly string[]): KnownNames {
  let byKey: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    all,
    meant(name) {
      byKey ??= groupNames(all);
      return byKey.get(name.toLowerCase()) ?? [];
    },
  };
}

/** Groups names by themselves and by their last parts, in lower case; a name alone has no slash. */
function groupNames(all: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const repo of all) {
    for (const key of new Set([repo.toLowerCase(), lastSegment(repo).toLowerCase()])) {
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, [repo]);
      } else {
        group.push(repo);
      }
    }
  }
  return groups;
}

/** The repositories of these accounts. Fails with `absent` if one has none, naming the accounts that have some. */
export function requireOwned(known: readonly string[], accounts: readonly string[]): readonly string[] {
  requireAccounts(accounts, known.map(ownerOf), 'the store has repositories');
  return known.filter((repo) => isOwnedBy(repo, accounts));
}

/** The same as a JSON array, to compare names with in SQL; null if no account is named. */
export function ownedAsJson({ all }: KnownNames, accounts: readonly string[] = []): string | null {
  return accounts.length === 0 ? null : JSON.stringify(requireOwned(all, accounts));
}

/** Whether the store has threads, releases or repositories without a repository name. */
export function hasUnplacedRecords(db: Database): boolean {
  return REPOSITORY_TABLES.some(
    (table) => db.prepare(`SELECT 1 FROM ${table} WHERE repo IS NULL LIMIT 1`).get() !== undefined,
  );
}

/**
 * The repository's name as spelled in the store; if it has several spellings, the given one. A name without an owner
 * works if only one repository has it. Without a name, the only repository of the store. Fails with `absent` if no
 * repository has that name, and with `usage` if the name is ambiguous or missing.
 *
 * @param flag the flag that names one at the command line
 */
export function requireRepository(
  known: KnownNames,
  name: string | undefined,
  flag: string | null = '--repo',
): string {
  if (name !== undefined) {
    const meant = known.meant(name);
    const [found, another] = meant.includes(name) ? [name] : meant;
    return found !== undefined && another === undefined ? found : refuseRepository(name, known);
  }
  const { all } = known;
  const [only] = all;
  if (only === undefined) {
    throw new Failure('absent', 'Cannot choose a repository: the store has none', {
      hint: 'Load an archive first',
    });
  }
  if (all.length > 1) {
    const some = all.slice(0, 3).join(' or ');
    throw new Failure('usage', `Cannot choose a repository: the store has ${all.length}`, {
      hint: `Name one, such as ${some}`,
      commandHint: `Name one${flag === null ? '' : ` with ${flag}`}, such as ${some}`,
    });
  }
  return only;
}

/**
 * All spellings of the repository, the given one first. After a change of case, records that no later archive covers
 * remain under the former spelling. Fails like `requireRepository`.
 */
export function requireSpellings(
  known: KnownNames,
  name: string | undefined,
): readonly [string, ...string[]] {
  const meant = name === undefined ? known.all : known.meant(name);
  const first = meant.find((repo) => repo === name) ?? meant[0];
  if (first === undefined || !meant.every((repo) => isSameRepository(repo, first))) {
    return [requireRepository(known, name)];
  }
  return [first, ...meant.filter((repo) => repo !== first)];
}

/** The same, for repositories that were deleted too. */
export function requireFormerSpellings(
  db: Database,
  known: KnownNames,
  name: string | undefined,
): readonly [string, ...string[]] {
  if (name === undefined || known.meant(name).length > 0) {
    return requireSpellings(known, name);
  }
  const vanished = db
    .prepare<[], string>(
      "SELECT DISTINCT repo FROM record_changes WHERE kind = 'repository' AND change = 'vanished' AND repo IS NOT NULL",
    )
    .pluck()
    .all();
  const former = createKnownNames(vanished);
  return requireSpellings(former.meant(name).length === 0 ? known : former, name);
}

function refuseRepository(name: string, known: KnownNames): never {
  const meant = known.meant(name);
  if (meant.length > 1) {
    throw new Failure(
      'usage',
      `Cannot find the repository ${quoteText(name)}: ${meant.length} repositories have this name`,
      {
        hint: `Write ${meant.join(' or ')}`,
      },
    );
  }
  const nearest = nearestRepository(name, known.all);
  throw new Failure(
    'absent',
    `Cannot find the repository ${quoteText(name)}: the store has no repository with that name`,
    {
      ...(nearest === undefined
        ? {
            hint: 'repositoryNames() of the store lists all of them',
            commandHint: '"satchel repo list" lists all repositories',
          }
        : { hint: `Did you mean ${nearest}?` }),
    },
  );
}

/**
 * Suggests a repository for a mistyped owner, name, or both: if nothing is close to the whole name, the part after the
 * slash is compared.
 */
export function nearestRepository(name: string, known: readonly string[]): string | undefined {
  const byName = nearestName(lastSegment(name), known.map(lastSegment));
  return nearestName(name, known) ?? known.find((repo) => lastSegment(repo) === byName);
}
