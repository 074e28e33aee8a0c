import type { Database } from '../../store/database.ts';
import { type FileFolders, findBlob, gitFolderPath } from '../../store/file-folders.ts';
import { createKeptRepositoryFinder, isNewestKept, spellingsOfUrl } from '../../store/kept-files.ts';
import { WRITING_TABLES } from './read-writings.ts';

/** A file that was uploaded to a text or a repository. */
export interface Upload {
  readonly name: string | null;
  readonly contentType: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  /** The url of the record whose text contains it; null if none was found. */
  readonly parentUrl: string | null;
  readonly number: number | null;
  readonly url: string;
  /** The size of the kept file; null if it was not kept. */
  readonly sizeBytes: number | null;
}

/** A store and its file folders. */
export interface FilePlace {
  readonly db: Database;
  readonly folders: FileFolders;
}

/** A kept upload or release asset. */
export interface KeptBytes {
  readonly name: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The path on this machine; undefined if it is no longer there. */
  readonly path: string | undefined;
}

const KEPT_NAME = "replace(u.asset_url, 'tarball://root/', '')";

const KEPT = `
  LEFT JOIN kept_files AS k ON k.entry_name = ${KEPT_NAME} AND ${isNewestKept(KEPT_NAME)}`;

/** The uploads of a repository, newest first. */
export function listUploads(
  db: Database,
  repo: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly Upload[] {
  return db
    .prepare<unknown[], Upload>(
      `SELECT u.*, k.size_bytes AS sizeBytes FROM (
         SELECT name, content_type AS contentType, author, created_at AS createdAt, parent_url AS parentUrl, number,
                url, asset_url
         FROM attachments WHERE repo = ?
         UNION ALL
         SELECT name, content_type, author, created_at, NULL, NULL, url, asset_url FROM repository_files WHERE repo = ?
         ORDER BY createdAt DESC, url LIMIT ? OFFSET ?) AS u ${KEPT} ORDER BY u.createdAt DESC, u.url`,
    )
    .all(repo, repo, limit, offset)
    .map(({ ...upload }) => withoutPlace(upload))
    .map((upload) =>
      upload.parentUrl === null ? { ...upload, parentUrl: findLinkingText(db, repo, upload.url) } : upload,
    );
}

/** How many uploads a repository has. */
export function countUploads(db: Database, repo: string): number {
  return Number(
    db
      .prepare<[string, string], number>(
        `SELECT (SELECT count(*) FROM attachments WHERE repo = ?) + (SELECT count(*) FROM repository_files WHERE repo = ?)`,
      )
      .pluck()
      .get(repo, repo),
  );
}

/** Where an upload is used, and the kept uploads next to it in the list of its repository. */
export interface UploadPlace extends Pick<Upload, 'parentUrl'> {
  readonly newer: Pick<Upload, 'url'> | null;
  readonly older: Pick<Upload, 'url'> | null;
}

/** Finds the place of an upload of a repository. */
export function findUploadPlace(
  db: Database,
  repo: string,
  { createdAt, url, parentUrl }: Pick<Upload, 'createdAt' | 'url' | 'parentUrl'>,
): UploadPlace {
  const next = (condition: string, order: string) =>
    db
      .prepare<Record<string, string | null>, Pick<Upload, 'url'>>(
        `SELECT u.url FROM (
           SELECT url, asset_url, coalesce(created_at, '') AS at FROM attachments WHERE repo = @repo
           UNION ALL SELECT url, asset_url, coalesce(created_at, '') FROM repository_files WHERE repo = @repo) AS u ${KEPT}
         WHERE k.sha256 IS NOT NULL AND ${condition} ORDER BY ${order} LIMIT 1`,
      )
      .get({ repo, at: createdAt ?? '', url }) ?? null;
  return {
    parentUrl: parentUrl ?? findLinkingText(db, repo, url),
    newer: next('(u.at > @at OR (u.at = @at AND u.url < @url))', 'u.at, u.url DESC'),
    older: next('(u.at < @at OR (u.at = @at AND u.url > @url))', 'u.at DESC, u.url'),
  };
}

/** The part of an address that names a file alone: texts spell the name behind it in several ways. */
const OWN_START = /^(.*\/files\/\d+\/)[^/]*$/;

/** The first text of a repository that links to an upload, whose record does not say where it is used. */
function findLinkingText(db: Database, repo: string, url: string): string | null {
  const start = OWN_START.exec(url)?.[1] ?? url;
  const [name = ''] = start.split('/').filter(Boolean).slice(-1);
  const found = db
    .prepare<Record<string, string>, string>(
      `WITH hits (id) AS MATERIALIZED (
         SELECT rowid FROM search_text WHERE search_text MATCH @name
         UNION ALL SELECT rowid FROM search_cjk WHERE search_cjk MATCH @name)
       ${WRITING_TABLES.map(({ table }) => `SELECT url FROM ${table} WHERE id IN (SELECT id FROM hits) AND repo = @repo AND instr(body, @start) > 0`).join(' UNION ALL ')}
       LIMIT 1`,
    )
    .pluck()
    .get({ repo, start, name: `"${name.replaceAll('"', '')}"` });
  return found ?? null;
}

interface PlacedUpload extends Upload {
  readonly asset_url?: string | null;
}

function withoutPlace({ asset_url: _, ...upload }: PlacedUpload): Upload {
  return upload;
}

interface BytesRow extends Omit<KeptBytes, 'path'> {}

/** An upload whose file was kept, with its url as the archive spells it. */
export interface KeptUpload extends KeptBytes, Pick<Upload, 'author' | 'createdAt' | 'parentUrl'> {
  readonly url: string;
  /** `owner/name` of the repository that it belongs to. */
  readonly repo: string | null;
}

type UploadRow = Pick<KeptUpload, 'repo' | 'author' | 'createdAt' | 'parentUrl'>;

const OF_UPLOAD = "coalesce(name, 'file') AS name, content_type, repo, author, created_at, asset_url";

/** Finds the kept file of an upload by url, however texts spell it; undefined if it was not kept. */
export function findUpload(place: FilePlace, url: string): KeptUpload | undefined {
  for (const spelled of spellingsOfUrl(url)) {
    const kept = findSpelledUpload(place, spelled);
    if (kept !== undefined) {
      return { ...kept, url: spelled };
    }
  }
  return undefined;
}

function findSpelledUpload(place: FilePlace, url: string): Omit<KeptUpload, 'url'> | undefined {
  return toBytes(
    place,
    place.db
      .prepare<[string, string, string], BytesRow & UploadRow>(
        `SELECT u.name, u.content_type AS contentType, u.repo, u.author, u.created_at AS createdAt, u.parent_url AS parentUrl,
                k.size_bytes AS sizeBytes, k.sha256 FROM (
           SELECT ${OF_UPLOAD}, parent_url FROM attachments WHERE url = ?
           UNION ALL SELECT ${OF_UPLOAD}, parent_url FROM attachments WHERE legacy_url = ?
           UNION ALL SELECT ${OF_UPLOAD}, NULL FROM repository_files WHERE url = ?
         ) AS u ${KEPT} WHERE k.sha256 IS NOT NULL LIMIT 1`,
      )
      .get(url, url, url),
  );
}

/** The release asset at a place in the archive, `tarball://root/…`; undefined if there is none. */
export function findAssetName(db: Database, assetUrl: string): AssetName | undefined {
  return db
    .prepare<[string], AssetName>(
      `SELECT r.repo, r.tag_name AS tag, a.name FROM release_assets AS a JOIN releases AS r ON r.id = a.release_id
       WHERE a.asset_url = ? AND r.tag_name IS NOT NULL AND a.name IS NOT NULL LIMIT 1`,
    )
    .get(assetUrl);
}

/** What the address of a release asset is made of. */
export interface AssetName {
  readonly repo: string;
  readonly tag: string;
  readonly name: string;
}

/** The url of an upload by its place in the archive, `tarball://root/…`; undefined if it is unknown. */
export function findUploadUrl(db: Database, assetUrl: string): string | undefined {
  return db
    .prepare<[string, string], string>(
      `SELECT url FROM attachments WHERE asset_url = ?
       UNION ALL SELECT url FROM repository_files WHERE asset_url = ? LIMIT 1`,
    )
    .pluck()
    .get(assetUrl, assetUrl);
}

/** Finds the kept file of a release asset; undefined if it was not kept. */
export function findReleaseAsset(place: FilePlace, options: AssetName): KeptBytes | undefined {
  return toBytes(
    place,
    place.db
      .prepare<Record<string, unknown>, BytesRow>(
        `SELECT u.name, u.content_type AS contentType, k.size_bytes AS sizeBytes, k.sha256
         FROM release_assets AS u JOIN releases AS r ON r.id = u.release_id ${KEPT}
         WHERE r.repo = @repo AND r.tag_name = @tag AND u.name = @name AND k.sha256 IS NOT NULL LIMIT 1`,
      )
      .get({ ...options }),
  );
}

function toBytes<Row extends BytesRow>(
  place: FilePlace,
  row: Row | undefined,
): (Row & Pick<KeptBytes, 'path'>) | undefined {
  return row === undefined ? undefined : { ...row, path: findBlob(place.folders, row.sha256)?.path };
}

/**
 * A kept file in Git LFS. Its folder has no others: a pointer that names the digest of an attachment finds nothing. The size
 * in a pointer may be wrong.
 */
export function findLfsFile({ folders }: FilePlace, oid: string): ReturnType<typeof findBlob> {
  return findBlob(folders, oid, 'lfs');
}

/** A kept bare repository. */
export interface GitPlace {
  readonly folder: string;
  readonly objectFormat: string;
  readonly sizeBytes: number;
}

/** Prepares to find the newest kept git data of a repository or its wiki; undefined if none was kept. */
export function createGitFinder({ db, folders }: FilePlace) {
  const find = createKeptRepositoryFinder(db);
  return (repo: string, isWiki: boolean): GitPlace | undefined => {
    const kept = find(repo, isWiki);
    return (
      kept && {
        folder: gitFolderPath(folders, kept.folder),
        objectFormat: kept.objectFormat,
        sizeBytes: kept.sizeBytes,
      }
    );
  };
}
