import type { Database } from '../database/database.ts';

/** The other names that a repository has had, by one of its names in lower case. They share an id at the service. */
export type FormerNames = ReadonlyMap<string, readonly string[]>;

interface SeenName {
  readonly repositoryId: string;
  readonly repo: string;
}

/**
 * Reads which names belong to the same repository, from captures of the service and from the migrations of backups. A
 * name that has belonged to several repositories is left out. Two services may use the same id, which does no harm,
 * because the URLs of their records differ.
 */
export function readFormerNames(db: Database): FormerNames {
  const namesOf = new Map<string, Map<string, string>>();
  const idsOf = new Map<string, Set<string>>();
  for (const { repositoryId, repo } of readSeenNames(db)) {
    const key = repo.toLowerCase();
    namesOf.set(repositoryId, (namesOf.get(repositoryId) ?? new Map()).set(key, repo));
    idsOf.set(key, (idsOf.get(key) ?? new Set()).add(repositoryId));
  }
  const others = new Map<string, readonly string[]>();
  for (const names of namesOf.values()) {
    const clear = [...names].filter(([key]) => idsOf.get(key)?.size === 1);
    for (const [key] of clear.length > 1 ? clear : []) {
      others.set(
        key,
        clear.filter(([other]) => other !== key).map(([, name]) => name),
      );
    }
  }
  return others;
}

function readSeenNames(db: Database): readonly SeenName[] {
  const hasCaptures = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'repository_names'").get();
  const captured = 'SELECT CAST(repository_id AS TEXT) AS repositoryId, repo FROM repository_names';
  const exported = `SELECT CAST(named.value AS TEXT) AS repositoryId, named.key AS repo
    FROM snapshots, json_each(snapshots.scope, '$.repositoryIds') AS named`;
  return db
    .prepare<[], SeenName>(hasCaptures === undefined ? exported : `${captured} UNION ${exported}`)
    .all();
}
