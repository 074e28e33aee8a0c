import type { Database } from '../database.ts';

export interface RepositoryPlace {
  /** The host of its urls; undefined if it is not known. */
  readonly host: string | undefined;
  /** `owner/name`. */
  readonly repo: string;
}

export interface RepositoryNames {
  /** The id of the repository that had a name at a position in time; undefined if it is not known. */
  idAt(place: RepositoryPlace, position: number): string | undefined;
  /** The other names that its repository may have at a position, the likeliest first. */
  othersAt(place: RepositoryPlace, at: number, position: number): readonly string[];
  /** The name under which its repository was seen last, up to a position; undefined if it was not seen until then. */
  seenAt(place: RepositoryPlace, at: number, position: number): string | undefined;
}

/** A name of a repository, and the first and last position at which it was seen; none for captures of the service. */
interface SeenName {
  readonly host: string | null;
  readonly repo: string;
  readonly id: string;
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * Reads which names belong to the same repository: names with the same id, from captures of the service and from the
 * backups' lists of repositories, and names that only differ in case. A name may belong to several repositories, one
 * after another.
 */
export function readRepositoryNames(db: Database): RepositoryNames {
  const byName = new Map<string, SeenName[]>();
  const byId = new Map<string, SeenName[]>();
  for (const seen of readSeenNames(db)) {
    addTo(byName, seen.repo.toLowerCase(), seen);
    addTo(byId, seen.id, seen);
  }
  const spellings = new Map<string, string[]>();
  for (const repo of readSpellings(db)) {
    addTo(spellings, repo.toLowerCase(), repo);
  }
  const idAt = ({ host, repo }: RepositoryPlace, position: number) => {
    const seen = (byName.get(repo.toLowerCase()) ?? []).filter((name) => isAtHost(name, host));
    return lastOf(seen, position)?.id ?? onlyOne(seen.map(({ id }) => id));
  };
  return {
    idAt,
    othersAt(place, at, position) {
      const { host, repo } = place;
      const id = idAt(place, at);
      const named = (id === undefined ? [] : (byId.get(id) ?? []))
        .filter((seen) => isAtHost(seen, host) && idAt({ host, repo: seen.repo }, position) === id)
        .toSorted((one, other) => lastMoment(other, position) - lastMoment(one, position));
      const names = [repo, ...named.map((seen) => seen.repo)];
      const spelled = names.flatMap((name) => [name, ...(spellings.get(name.toLowerCase()) ?? [])]);
      const isSame = (name: string) => idAt({ host, repo: name }, position) === id;
      return [...new Set(spelled)].filter((name) => name !== repo && isSame(name));
    },
    seenAt(place, at, position) {
      const seen = byId.get(idAt(place, at) ?? '') ?? [];
      return lastOf(
        seen.filter((name) => isAtHost(name, place.host)),
        position,
      )?.repo;
    },
  };
}

/**
 * Creates a function that says for a position which repository had a name before it. The names are read with the first
 * question, which most loads do not ask.
 */
export function createFormerOwners(
  db: Database,
): (position: number) => (host: string, repo: string) => string | undefined {
  let names: RepositoryNames | undefined;
  return (position) => (host, repo) => {
    names ??= readRepositoryNames(db);
    return names.idAt({ host, repo }, position - 1);
  };
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) {
    lists.set(key, [value]);
  } else {
    list.push(value);
  }
}

function isAtHost(seen: SeenName, host: string | undefined): boolean {
  return seen.host === null || host === undefined || seen.host === host;
}

/** The last time at which a name was seen up to a position; below 1 if there is none. */
function lastMoment({ first, last }: SeenName, position: number): number {
  return first === null || last === null || first > position ? 0 : Math.min(last, position);
}

/** Who had a name last, up to a position. */
function lastOf(seen: readonly SeenName[], position: number): SeenName | undefined {
  return seen
    .filter((name) => lastMoment(name, position) > 0)
    .toSorted(
      (one, other) =>
        lastMoment(other, position) - lastMoment(one, position) || (other.first ?? 0) - (one.first ?? 0),
    )[0];
}

function onlyOne(ids: readonly string[]): string | undefined {
  return new Set(ids).size === 1 ? ids[0] : undefined;
}

/**
 * The names of repositories in archives that differ from another one in case only. The index is searched for the next
 * name after the last one, because each archive may have the same hundred thousand.
 */
function readSpellings(db: Database): readonly string[] {
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
  return db
    .prepare<[], SeenName>(`
      SELECT NULL AS host, repo, CAST(repository_id AS TEXT) AS id, NULL AS first, NULL AS last
      FROM repository_names
      UNION ALL
      SELECT json_extract(scope, '$.host'), named.key, CAST(named.value AS TEXT), min(position), max(position)
      FROM snapshots, json_each(snapshots.scope, '$.repositoryIds') AS named GROUP BY 1, 2, 3
    `)
    .all();
}
