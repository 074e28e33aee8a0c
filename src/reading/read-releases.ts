import { nearestName } from '../base/nearest-name.ts';
import { quoteText } from '../base/terminal-text.ts';
import { typedLogin } from '../model/accounts.ts';
import { Failure } from '../model/failure.ts';
import { type Database, eachRow } from '../store/database.ts';
import { isNewestKept } from '../store/kept-files.ts';
import { type KnownNames, ownedAsJson, requireSpellings } from './read-names.ts';
import { createReactionReader } from './read-reactions.ts';
import type { Reaction } from './thread.ts';

/** A release with its text, reactions and assets. */
export interface Release extends ListedRelease {
  /** published or draft. */
  readonly state: string | null;
  /** The branch or commit that was tagged. */
  readonly target: string | null;
  /** Markdown source. */
  readonly body: string;
  readonly reactions: readonly Reaction[];
  readonly assets: readonly ReleaseAsset[];
}

/** A release as lists show it; times are in ISO 8601 and UTC. */
export interface ListedRelease {
  readonly id: number;
  readonly repo: string | null;
  readonly tag: string | null;
  /** Its name, or the tag if it has none. */
  readonly name: string | null;
  readonly author: string | null;
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;
  /** Whether it is the last published release of its repository, ignoring drafts and pre-releases. */
  readonly isLatest: boolean;
  readonly createdAt: string | null;
  readonly publishedAt: string | null;
  readonly assetCount: number;
  readonly url: string;
}

export interface ReleaseAsset {
  readonly name: string | null;
  readonly contentType: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  /** Its location in the archive: `tarball://root/…`. */
  readonly assetUrl: string | null;
  /** The size of the kept file; null if it was not kept. */
  readonly sizeBytes: number | null;
  /** The digest of the kept file. */
  readonly sha256: string | null;
}

/** Selects releases; absent properties match all. */
export interface ReleaseFilter {
  readonly repo?: string | undefined;
  readonly author?: string | undefined;
  /** Only those of repositories of these accounts; empty for all. */
  readonly accounts?: readonly string[] | undefined;
  readonly limit: number;
  /** How many of the first ones to leave out; default: none. */
  readonly offset?: number | undefined;
  readonly isOldestFirst: boolean;
}

interface ReleaseRow extends Omit<ListedRelease, 'isDraft' | 'isPrerelease' | 'isLatest'> {
  readonly state: string | null;
  readonly is_prerelease: number | null;
  readonly is_latest: number;
  readonly target: string | null;
  readonly body: string | null;
}

const AT = 'coalesce(r.published_at, r.created_at)';

const IS_FINAL = (row: string) => `${row}.state IS NOT 'draft' AND ${row}.is_prerelease IS NOT 1`;

/** The query for releases. The latest ones, of one repository or of all, are found in a single pass. */
function selectReleases(repos: '@repos' | undefined, body: 'r.body' | 'NULL' = 'r.body'): string {
  const [ofEach, ofOne] =
    repos === undefined ? ['PARTITION BY l.repo', ''] : ['', `AND l.repo ${isAmong(repos)}`];
  return `
  WITH latest AS (
    SELECT id FROM (
      SELECT l.id, row_number() OVER (
               ${ofEach} ORDER BY coalesce(l.published_at, l.created_at) DESC, l.id DESC) AS place
      FROM releases AS l WHERE ${IS_FINAL('l')} ${ofOne})
    WHERE place = 1)
  SELECT r.id, r.repo, r.tag_name AS tag, coalesce(nullif(r.name, ''), r.tag_name) AS name, r.author, r.state,
         r.is_prerelease, r.created_at AS createdAt, r.published_at AS publishedAt, r.url, ${body} AS body,
         r.target_commitish AS target,
         (SELECT count(*) FROM release_assets WHERE release_id = r.id) AS assetCount,
         ${IS_FINAL('r')} AND (r.repo IS NULL OR ${AT} IS NULL OR r.id IN latest) AS is_latest
  FROM releases AS r`;
}

/** A condition for one of the names in a JSON array: the spellings of one repository. */
function isAmong(repos: '@repos'): string {
  return `IN (SELECT value FROM json_each(${repos}))`;
}

/** Lists releases, by default newest first, read while they are iterated. Fails at once with `absent` for an unknown name. */
export function listReleases(
  db: Database,
  known: KnownNames,
  filter: ReleaseFilter,
): Iterable<ListedRelease> {
  const direction = filter.isOldestFirst ? 'ASC' : 'DESC';
  const repos = filter.repo === undefined ? null : JSON.stringify(requireSpellings(known, filter.repo));
  const owned = ownedAsJson(known, filter.accounts);
  const listing = db.prepare<[Record<string, unknown>], ReleaseRow>(
    `${selectReleases(repos === null ? undefined : '@repos', 'NULL')}
     WHERE (@repos IS NULL OR r.repo ${isAmong('@repos')}) AND (@author IS NULL OR r.author = @author COLLATE NOCASE)
       AND (@owned IS NULL OR r.repo IN (SELECT value FROM json_each(@owned)))
     ORDER BY ${AT} ${direction}, r.id ${direction} LIMIT @limit OFFSET @offset`,
  );
  const author = filter.author === undefined ? null : typedLogin(filter.author);
  const { limit, offset = 0 } = filter;
  return eachRow(listing, { repos, author, owned, limit, offset }, toListed);
}

/** The release with this tag, or the latest one if no tag is given. Fails with `absent`. */
export function findRelease(
  db: Database,
  known: KnownNames,
  { repo, tag }: { readonly repo: string | undefined; readonly tag: string | undefined },
): Release {
  const names = requireSpellings(known, repo);
  const rows = db
    .prepare<{ repos: string }, ReleaseRow>(
      `${selectReleases('@repos')} WHERE r.repo ${isAmong('@repos')} ORDER BY ${AT} DESC, r.id DESC`,
    )
    .all({ repos: JSON.stringify(names) });
  const row =
    tag === undefined
      ? (rows.find(({ is_latest }) => is_latest === 1) ?? rows[0])
      : (rows.find((candidate) => candidate.tag === tag) ??
        // A draft only has a tag once it is published; until then its url ends with a generated name.
        rows.find((candidate) => candidate.url.endsWith(`/releases/tag/${tag}`)));
  if (row === undefined) {
    throw refusal(names[0], tag, rows);
  }
  return createAssembler(db)(row);
}

/** Prepares a reader of all releases of a repository, oldest first; null selects records without a repository. */
export function createReleaseReader(db: Database): (repo: string | null) => Iterable<Release> {
  const rows = db.prepare<{ repo: string | null; repos: string }, ReleaseRow>(
    `${selectReleases('@repos')} WHERE r.repo IS @repo ORDER BY ${AT}, r.id`,
  );
  const toRelease = createAssembler(db);
  return function* (repo) {
    for (const row of rows.iterate({ repo, repos: JSON.stringify([repo]) })) {
      yield toRelease(row);
    }
  };
}

/** Prepares a reader of what a list of releases leaves out: texts, reactions and assets. */
export function createDetailReader(db: Database): (listed: ListedRelease) => Release {
  const row = db.prepare<[number], ReleaseDetails>(
    'SELECT state, target_commitish AS target, body FROM releases WHERE id = ?',
  );
  const complete = createCompleter(db);
  return (listed) => complete(listed, row.get(listed.id) ?? { state: null, target: null, body: null });
}

function createAssembler(db: Database): (row: ReleaseRow) => Release {
  const complete = createCompleter(db);
  return (row) => complete(toListed(row), row);
}

type ReleaseDetails = Pick<ReleaseRow, 'state' | 'target' | 'body'>;

function createCompleter(db: Database): (listed: ListedRelease, details: ReleaseDetails) => Release {
  const reactionsTo = createReactionReader(db);
  const assetsOf = createAssetReader(db);
  return (listed, { state, target, body }) => ({
    ...listed,
    ...{ state, target, body: body ?? '' },
    reactions: reactionsTo(listed.id),
    assets: assetsOf(listed.id),
  });
}

function toListed(row: ReleaseRow): ListedRelease {
  const { id, repo, tag, name, author, createdAt, publishedAt, assetCount, url } = row;
  return {
    ...{ id, repo, tag, name, author },
    isDraft: row.state === 'draft',
    isPrerelease: row.is_prerelease === 1,
    isLatest: row.is_latest === 1,
    ...{ createdAt, publishedAt, assetCount, url },
  };
}

const ENTRY_NAME = "replace(a.asset_url, 'tarball://root/', '')";

/** An asset is below `tarball://root/` in the archive; the store keeps it under its digest. */
function createAssetReader(db: Database): (releaseId: number) => readonly ReleaseAsset[] {
  const assets = db.prepare<[number], ReleaseAsset>(
    `SELECT a.name, a.content_type AS contentType, a.author, a.created_at AS createdAt, a.asset_url AS assetUrl,
            k.size_bytes AS sizeBytes, k.sha256
     FROM release_assets AS a
     LEFT JOIN kept_files AS k
       ON k.entry_name = ${ENTRY_NAME} AND ${isNewestKept(ENTRY_NAME)}
     WHERE a.release_id = ? ORDER BY a.position`,
  );
  return (releaseId) => assets.all(releaseId);
}

function refusal(repo: string, tag: string | undefined, rows: readonly ReleaseRow[]): Failure {
  if (tag === undefined || rows.length === 0) {
    return new Failure('absent', `Cannot find a release of ${repo}: it has none`, {
      hint: 'releases() of the store lists those of all repositories',
      commandHint: '"satchel release list" shows the releases of all repositories',
    });
  }
  const tags = rows.flatMap((row) => (row.tag === null ? [] : [row.tag]));
  const nearest = nearestName(tag, tags);
  return new Failure('absent', `Cannot find the release ${quoteText(tag)} of ${repo}: there is no such tag`, {
    ...(nearest === undefined
      ? {
          hint: 'releases() of the store lists them',
          commandHint: `"satchel release list --repo ${repo}" lists its releases`,
        }
      : { hint: `Did you mean ${nearest}?` }),
  });
}
