import type { ObjectFormat } from '../../model/index.ts';
import type { Database } from '../database/database.ts';

/** The role of a kept file in its archive. */
export type FileContent = 'attachment' | 'repository_file' | 'release_asset' | 'audit_log' | 'log';

/** A file of an archive that is kept next to the store. */
export interface KeptFile {
  /** Entry name in the tar. */
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
  /** Size of its objects. */
  readonly sizeBytes: number;
}

/** The newest snapshot that keeps a file of this name, for statements that alias `kept_files` as k. */
export const NEWEST_KEPT = `(
  SELECT other.snapshot_id FROM kept_files AS other JOIN snapshots ON snapshots.id = other.snapshot_id
  WHERE other.entry_name = k.entry_name ORDER BY position DESC LIMIT 1)`;

/** The files that a snapshot keeps, by name. */
export function readKeptFiles(db: Database, snapshotId: number): Iterable<KeptFile> {
  return db
    .prepare<[number], KeptFile>(
      `SELECT entry_name AS entryName, content, sha256, size_bytes AS sizeBytes
       FROM kept_files WHERE snapshot_id = ? ORDER BY entry_name`,
    )
    .iterate(snapshotId);
}

/** The repositories that a snapshot keeps, by name. */
export function readKeptRepositories(db: Database, snapshotId: number): readonly KeptRepository[] {
  return db
    .prepare<[number], Omit<KeptRepository, 'isWiki'> & { readonly isWiki: number }>(
      `SELECT entry_name AS entryName, repo, is_wiki AS isWiki, object_format AS objectFormat, folder,
              size_bytes AS sizeBytes
       FROM kept_repositories WHERE snapshot_id = ? ORDER BY entry_name`,
    )
    .all(snapshotId)
    .map((row) => ({ ...row, isWiki: row.isWiki === 1 }));
}
