import { Failure, nearestName, quoteText } from '../base/index.ts';
import type { Database } from '../store/index.ts';
import { isNameOf } from './thread-address.ts';

/** Repositories without a record of their own are known by what belongs to them. */
export const REPOSITORY_TABLES = [
  'repositories',
  'issues',
  'pull_requests',
  'discussions',
  'releases',
] as const;

/** Repositories of which the newest archive has git data: it may have no records at all. */
export const REPOSITORIES_WITH_GIT = `
  SELECT DISTINCT repo FROM kept_repositories
  WHERE repo IS NOT NULL AND snapshot_id = (SELECT id FROM snapshots ORDER BY position DESC LIMIT 1)`;

/**
 * The repositories that the store has anything of, in the order of their names. Each index is asked for the next name
 * after the last one: a million records of a few repositories cost a few steps.
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

/** Whether the store has threads, releases or repositories whose records name no repository. */
export function hasUnplacedRecords(db: Database): boolean {
  return REPOSITORY_TABLES.some(
    (table) => db.prepare(`SELECT 1 FROM ${table} WHERE repo IS NULL LIMIT 1`).get() !== undefined,
  );
}

/**
 * The repository's name as the store spells it; a name without an owner is enough where only one repository has it.
 * Without a name it is the store's only repository. Fails with `absent`
 * where there is none of that name, and with `usage` where one must be named.
 */
export function requireRepository(db: Database, name: string | undefined): string {
  const known = readRepositoryNames(db);
  if (name !== undefined) {
    const [found, another] = known.filter((repo) => isNameOf(repo, name));
    return found !== undefined && another === undefined ? found : refuseRepository(name, known);
  }
  const [only] = known;
  if (only === undefined) {
    throw new Failure('absent', 'Cannot find a repository: the store has none', {
      hint: 'Load an archive first',
    });
  }
  if (known.length > 1) {
    throw new Failure('usage', `Cannot tell which repository is meant: the store has ${known.length}`, {
      hint: `Name one with --repo, as ${known.slice(0, 3).join(' or ')}`,
    });
  }
  return only;
}

function lastPart(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

function refuseRepository(name: string, known: readonly string[]): never {
  const meant = known.filter((repo) => isNameOf(repo, name));
  if (meant.length > 1) {
    throw new Failure(
      'usage',
      `Cannot tell which repository ${quoteText(name)} is: ${meant.length} have this name`,
      {
        hint: `Write ${meant.join(' or ')}`,
      },
    );
  }
  const nearest = nearestRepository(name, known);
  throw new Failure(
    'absent',
    `Cannot find the repository ${quoteText(name)}: the store has none of that name`,
    {
      hint: nearest === undefined ? '"satchel repo list" shows what there is' : `Did you mean ${nearest}?`,
    },
  );
}

/** People mistype the owner, the name, or both: the name alone counts where the whole leads nowhere. */
function nearestRepository(name: string, known: readonly string[]): string | undefined {
  const byName = nearestName(lastPart(name), known.map(lastPart));
  return nearestName(name, known) ?? known.find((repo) => lastPart(repo) === byName);
}
