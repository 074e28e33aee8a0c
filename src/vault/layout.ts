import { join } from 'node:path';
import { VAULT_MARKER_NAME } from '../model/vault-marker-name.ts';

/** The content of a vault, by the name in its directory. Any other file is foreign. */
export const VAULT_LAYOUT = {
  [VAULT_MARKER_NAME]: 'marks the directory as a vault, with its version',
  archives: 'archives as the service made them, encrypted where that was asked for',
  manifests: 'the manifest of each archive: ARCHIVE.json',
  'journal.log': 'what runs were about to do, and what they did',
  'store.db': 'all snapshots in SQLite',
  blobs: 'attachments and release assets of all snapshots, by digest',
  git: 'bare repositories of all snapshots, by the digest of their content',
  lfs: 'files in Git LFS by digest, and those that are being fetched in unfinished/',
  clones: 'gists and starred repositories, as bare repositories that backups update',
  damaged: 'damaged files that a repair or a backup moved away, for people to look at',
  lock: 'the lock of the run that is writing now',
} as const satisfies Readonly<Record<string, string>>;

/** The store that a rebuild is building, until it is complete and renamed. */
export const DRAFT_NAME = 'store.db.rebuilt';

/** Suffix of the manifest of an archive that is being removed. */
export const FORGOTTEN = '.forgotten';

export interface VaultPaths {
  readonly marker: string;
  readonly archives: string;
  readonly manifests: string;
  readonly journal: string;
  readonly store: string;
  readonly lock: string;
}

export function pathsIn(root: string): VaultPaths {
  return {
    marker: join(root, VAULT_MARKER_NAME),
    archives: join(root, 'archives'),
    manifests: join(root, 'manifests'),
    journal: join(root, 'journal.log'),
    store: join(root, 'store.db'),
    lock: join(root, 'lock'),
  };
}

/** The name of an archive's manifest in `manifests/`. */
export function manifestNameOf(archive: string): string {
  return `${archive}.json`;
}
