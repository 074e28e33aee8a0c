import { unescapedName } from '../base/byte-text.ts';
import type { ObjectFormat } from '../model/bare-repository.ts';
import type { Database } from './database.ts';
import { type RepositoryNames, readRepositoryNames } from './history/repository-names.ts';
import { type FileContent, NAMING_TABLES } from './kept-contents.table.ts';

export interface KeptFile {
  readonly entryName: string;
  readonly content: FileContent;
  /** SHA-256 in lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** A bare repository of an archive that is kept next to the store. */
export interface KeptRepository {
  /** Its folder in the tar: `repositories/owner/name.git`. */
  readonly entryName: string;
  /** `owner/name`; for a wiki, that of its repository. */
  readonly repo: string;
  readonly isWiki: boolean;
  readonly objectFormat: ObjectFormat;
  /** Its folder in `git/`. */
  readonly folder: string;
  readonly sizeBytes: number;
}

/**
 * An address and its other spellings: as it is read, and with the characters encoded that some programs encode and
 * others leave as they are, such as `(` and `%28`.
 */
export function spellingsOfUrl(url: string): readonly string[] {
  let plain: string;
  try {
    plain = decodeURIComponent(url);
  } catch {
    return [url]; // A percent sign of its own.
  }
  const encoded = encodeURI(plain);
  const strict = encoded.replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return [...new Set([url, plain, encoded, strict])];
}

/**
 * The condition that a row of `kept_files`, aliased as k, has the file of a name in the newest snapshot with one. The name is an
 * expression that does not depend on the row: the query for it is then run once, and not once for each version of the file.
 */
export const isNewestKept = (entryName: string) => `k.first_snapshot_id = (
  SELECT other.first_snapshot_id FROM kept_files AS other JOIN snapshots AS begun ON begun.id = other.first_snapshot_id
  WHERE other.entry_name = ${entryName}
  ORDER BY coalesce(
    (SELECT position FROM snapshots WHERE id = other.last_snapshot_id),
    (SELECT max(position) FROM snapshots WHERE series = begun.series)
  ) DESC LIMIT 1)`;

/**
 * The query for the digests and sizes of the files that any of `:snapshots` (a JSON array of ids) holds, each once. Of each
 * span only the first of these snapshots from its beginning on is looked at.
 */
export const FILES_OF_SNAPSHOTS = `
  WITH wanted AS (
    SELECT id, min(CASE WHEN id IN (SELECT value FROM json_each(:snapshots)) THEN position END)
      OVER (PARTITION BY series ORDER BY position DESC) AS next
    FROM snapshots WHERE series IS NOT NULL
  )
  SELECT sha256, size_bytes FROM kept_files
  CROSS JOIN wanted ON wanted.id = first_snapshot_id
  LEFT JOIN snapshots AS ended ON ended.id = last_snapshot_id
  WHERE next <= coalesce(ended.position, next)
  GROUP BY sha256`;

/** The folder of an owner in the tar, `repositories/owner`, from the name of one of its repositories there. */
const folderOf = (entryName: string) => `substr(${entryName}, 1, 12 + instr(substr(${entryName}, 14), '/'))`;

/**
 * The query for the git data of each owner in the newest snapshot that has any of it. In each snapshot the next owner is
 * searched for after the last one, so a hundred thousand repositories take only a few steps.
 */
export const NEWEST_GIT = `
  WITH RECURSIVE owners (snapshot_id, position, first) AS (
    SELECT id, position, (SELECT min(entry_name) FROM kept_repositories WHERE snapshot_id = snapshots.id)
    FROM snapshots
    UNION ALL
    SELECT snapshot_id, position, (
      SELECT min(entry_name) FROM kept_repositories AS k
      WHERE k.snapshot_id = owners.snapshot_id AND k.entry_name > max(first, ${folderOf('first')} || '0'))
    FROM owners WHERE first IS NOT NULL
  ), newest AS (
    SELECT snapshot_id, ${folderOf('first')} AS owned, max(position) FROM owners
    WHERE first IS NOT NULL GROUP BY owned
  )
  SELECT k.* FROM newest CROSS JOIN kept_repositories AS k
  ON k.snapshot_id = newest.snapshot_id AND k.entry_name BETWEEN owned || '/' AND owned || '0'`;

/**
 * The kept files of the current state of a store, by name: those that its records name, each from the newest snapshot
 * that keeps it, and all others of the newest snapshot. The names of records are UTF-8.
 */
export function* readKeptFiles(db: Database): Generator<KeptFile> {
  const named = NAMING_TABLES.map(
    (table) => `SELECT replace(asset_url, 'tarball://root/', '') AS entry_name FROM ${table}`,
  );
  const rows = db
    .prepare<[], KeptFile & { readonly isNamed: number }>(
      `WITH named AS (${named.join(' UNION ')}), wanted AS (
         SELECT entry_name FROM named UNION
         SELECT entry_name FROM snapshot_files
         WHERE snapshot_id = (SELECT id FROM snapshots ORDER BY position DESC LIMIT 1)
       )
       SELECT k.entry_name AS entryName, content, sha256, size_bytes AS sizeBytes,
              instr(k.entry_name, '\\x') AND k.entry_name IN (SELECT entry_name FROM named) AS isNamed
       FROM wanted JOIN kept_files AS k
         ON k.entry_name = wanted.entry_name AND ${isNewestKept('wanted.entry_name')}
       ORDER BY wanted.entry_name`,
    )
    .iterate();
  for (const { isNamed, entryName, ...file } of rows) {
    yield { ...file, entryName: isNamed === 1 ? entryName : unescapedName(entryName) };
  }
}

/**
 * The kept repositories of the current state of a store, by name: those with a record, each from the newest snapshot
 * that keeps it, and those of the newest snapshot that has git data of their owner.
 */
export function readKeptRepositories(db: Database): readonly KeptRepository[] {
  return db
    .prepare<[], Omit<KeptRepository, 'isWiki'> & { readonly isWiki: number }>(
      `SELECT entry_name AS entryName, repo, is_wiki AS isWiki, object_format AS objectFormat, folder,
              size_bytes AS sizeBytes, max(position)
       FROM kept_repositories JOIN snapshots ON snapshots.id = snapshot_id
       GROUP BY entry_name
       HAVING repo COLLATE NOCASE IN (SELECT repo FROM repositories)
         OR (snapshot_id, entry_name) IN (SELECT snapshot_id, entry_name FROM (${NEWEST_GIT}))
       ORDER BY entry_name`,
    )
    .all()
    .map(({ entryName, repo, isWiki, objectFormat, folder, sizeBytes }) => ({
      ...{ entryName: unescapedName(entryName), repo: unescapedName(repo), isWiki: isWiki === 1 },
      ...{ objectFormat, folder, sizeBytes },
    }));
}

type KeptPlace = Pick<KeptRepository, 'repo' | 'folder' | 'objectFormat' | 'sizeBytes'> & {
  readonly position: number;
  readonly isWiki: number;
};

/**
 * Prepares to find the newest kept git data of a repository or its wiki, which may have had another name then; undefined
 * if none was kept. Git data of another repository that had the name before is not its own. What all questions need is
 * read with the first one: there is no index of names.
 */
export function createKeptRepositoryFinder(
  db: Database,
): (repo: string, isWiki: boolean) => KeptPlace | undefined {
  let known: KeptNames | undefined;
  const find = db.prepare<[string, number], KeptPlace>(
    `${SELECT_KEPT} WHERE repo = ? COLLATE NOCASE AND is_wiki = ? ORDER BY position DESC`,
  );
  return (repo, isWiki) => {
    known ??= readKeptNames(db);
    const { positions, everKept } = known;
    const current = known.newest.get(keyOf(repo, isWiki));
    if (current !== undefined || positions.length < 2 || everKept.size === 0) {
      return current;
    }
    const newest = positions.at(-1) ?? 0;
    known.names ??= readRepositoryNames(db);
    const { idAt, othersAt } = known.names;
    const id = idAt({ host: undefined, repo }, newest);
    const others = positions.flatMap((position) => othersAt({ host: undefined, repo }, newest, position));
    return [...new Set([repo, ...others])]
      .filter((name) => everKept.has(keyOf(name, isWiki)))
      .flatMap((name) => find.all(name, isWiki ? 1 : 0))
      .filter((kept) => idAt({ host: undefined, repo: kept.repo }, kept.position) === id)
      .toSorted((one, other) => other.position - one.position)[0];
  };
}

const SELECT_KEPT = `
  SELECT repo, is_wiki AS isWiki, folder, object_format AS objectFormat, size_bytes AS sizeBytes, position
  FROM snapshots CROSS JOIN kept_repositories ON snapshot_id = snapshots.id`;

interface KeptNames {
  /** Of all snapshots, the oldest first. */
  readonly positions: readonly number[];
  /** The git data of the newest snapshot. */
  readonly newest: ReadonlyMap<string, KeptPlace>;
  /** Whatever was kept in any snapshot. */
  readonly everKept: ReadonlySet<string>;
  /** Read when a repository is asked for that the newest snapshot lacks. */
  names?: RepositoryNames;
}

function readKeptNames(db: Database): KeptNames {
  const positions = db.prepare<[], number>('SELECT position FROM snapshots ORDER BY position').pluck().all();
  const newest = db
    .prepare<[number], KeptPlace>(`${SELECT_KEPT} WHERE position = ?`)
    .all(positions.at(-1) ?? 0);
  const ever = db
    .prepare<[], Pick<KeptPlace, 'repo' | 'isWiki'>>(
      'SELECT DISTINCT repo, is_wiki AS isWiki FROM kept_repositories',
    )
    .all();
  return {
    positions,
    newest: new Map(newest.map((kept) => [keyOf(kept.repo, kept.isWiki === 1), kept])),
    everKept: new Set(ever.map(({ repo, isWiki }) => keyOf(repo, isWiki === 1))),
  };
}

function keyOf(repo: string, isWiki: boolean): string {
  return `${isWiki} ${repo.toLowerCase()}`;
}
