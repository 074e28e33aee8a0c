import type { Database } from '../database/database.ts';

/** The other names that a repository has had, by one of its names. */
export type FormerNames = ReadonlyMap<string, readonly string[]>;

interface SeenName {
  readonly repositoryId: string;
  readonly repo: string;
}

/**
 * Reads which names belong to the same repository: names with the same id, from captures of the service and from the
 * migrations of backups, and names that only differ in case. A name that has belonged to several repositories is left
 * out. Two services may use the same id or name, which does no harm, because the URLs of their records differ.
 */
export function readFormerNames(db: Database): FormerNames {
  const namesOf = new Map<string, Set<string>>();
  const idsOf = new Map<string, Set<string>>();
  for (const { repositoryId, repo } of readSeenNames(db)) {
    const key = repo.toLowerCase();
    namesOf.set(repositoryId, (namesOf.get(repositoryId) ?? new Set()).add(repo));
    idsOf.set(key, (idsOf.get(key) ?? new Set()).add(repositoryId));
  }
  const spellings = new Map<string, Set<string>>();
  for (const repo of readSpellings(db)) {
    const key = repo.toLowerCase();
    spellings.set(key, (spellings.get(key) ?? new Set()).add(repo));
  }
  const others = new Map<string, readonly string[]>();
  const join = (names: ReadonlySet<string>) => {
    for (const name of names.size > 1 ? names : []) {
      others.set(
        name,
        [...names].filter((other) => other !== name),
      );
    }
  };
  for (const names of namesOf.values()) {
    const clear = [...names].filter((name) => idsOf.get(name.toLowerCase())?.size === 1);
    join(new Set(clear.flatMap((name) => [name, ...(spellings.get(name.toLowerCase()) ?? [])])));
  }
  for (const [key, names] of spellings) {
    if (!idsOf.has(key)) {
      join(names);
    }
  }
  return others;
}

/**
 * The names of repositories in archives that differ from another one in case only. The index is searched for the next
 * name after the last one, because each archive may have the same hundred thousand.
 */
function readSpellings(db: Database): readonly string[] {
  if (!hasTable(db, 'snapshot_repositories')) {
    return [];
  }
  const name = (after: string) => `(SELECT min(repo) FROM snapshot_repositories ${after})`;
  return db
    .prepare<[], string>(`
      WITH RECURSIVE names (repo) AS (
        SELECT ${name('')} UNION ALL
        SELECT ${name('WHERE snapshot_repositories.repo > names.repo')} FROM names WHERE repo IS NOT NULL
      )
      SELECT repo FROM (
        SELECT repo, lag(repo) OVER sorted AS before, lead(repo) OVER sorted AS after
        FROM names WHERE repo IS NOT NULL WINDOW sorted AS (ORDER BY repo COLLATE NOCASE)
      ) WHERE repo = before COLLATE NOCASE OR repo = after COLLATE NOCASE
    `)
    .pluck()
    .all();
}

function readSeenNames(db: Database): readonly SeenName[] {
  const captured = 'SELECT CAST(repository_id AS TEXT) AS repositoryId, repo FROM repository_names';
  const exported = `SELECT CAST(named.value AS TEXT) AS repositoryId, named.key AS repo
    FROM snapshots, json_each(snapshots.scope, '$.repositoryIds') AS named`;
  return db
    .prepare<[], SeenName>(hasTable(db, 'repository_names') ? `${captured} UNION ${exported}` : exported)
    .all();
}

/** Whether a store, which may be older than this version, has a table or view. */
function hasTable(db: Database, name: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
}
