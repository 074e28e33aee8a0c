import type { Database } from '../database.ts';

const TABLES = ['repositories', 'issues', 'pull_requests', 'releases'] as const;

/**
 * The repositories that a store has anything of. Each index is asked for the next name behind the last one: a million
 * records of a few repositories cost a few steps.
 */
export function findRepositoryNames(db: Database): readonly string[] {
  const names = TABLES.flatMap((table) =>
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
  return [...new Set(names)].sort();
}
