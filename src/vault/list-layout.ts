import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, listFolder, sizeOfFile } from '../base/file-failure.ts';
import { isLockHeld } from '../base/lock.ts';
import { isWholeFilePart } from '../base/whole-file.ts';
import { type MigrationId, readMigrationId } from '../model/migrations.ts';
import { listForgotten } from './forget/forgetting.ts';
import { DRAFT_NAME, FORGOTTEN, pathsIn, VAULT_LAYOUT } from './layout.ts';
import { encryptedNameOf, type Manifest } from './manifest.ts';
import type { Vault } from './vault.ts';

/** The role of a file in a vault that no manifest refers to. */
type SpareKind =
  /** Left by an interrupted run and of no further use. */
  | 'leftover'
  /** The store that a rebuild is building, or was building when it was interrupted: the next rebuild continues it. */
  | 'draft'
  /** Left next to the store by a load that was killed; its lock protects those of one that is running. */
  | 'part'
  /** A download that the next backup resumes. */
  | 'unfinished'
  /** The plain form of an archive next to its encrypted form. */
  | 'plain'
  /** An archive without a manifest. */
  | 'unlisted'
  /** Not part of a vault. */
  | 'stray';

export interface SpareFile {
  readonly kind: SpareKind;
  /** Relative to the vault's directory, with `/` as separator. */
  readonly path: string;
  readonly sizeBytes: number;
}

interface LayoutOptions {
  readonly vault: Vault;
  readonly manifests: readonly Manifest[];
  /** File names of archives whose manifests cannot be read: they do not count as unlisted. */
  readonly damaged: readonly string[];
  /** Whether a run will resume the download of this migration. */
  readonly isMigrationNeeded: (migrationId: MigrationId) => boolean;
}

/** All files in the root, `archives/` and `manifests/` that are not archives with a manifest. */
export async function listSpareFiles(options: LayoutOptions): Promise<readonly SpareFile[]> {
  const { vault } = options;
  const found: (readonly [kind: SpareKind, path: string])[] = [];
  const forgotten = new Set(await listForgotten(pathsIn(vault.directory)));
  for (const name of await vault.archiveNames()) {
    const kind = forgotten.has(name) ? 'leftover' : kindInArchives(name, options);
    if (kind !== undefined) {
      found.push([kind, `archives/${name}`]);
    }
  }
  for (const name of await listFolder(join(vault.directory, 'manifests'))) {
    const kind = kindInManifests(name);
    if (kind !== undefined) {
      found.push([kind, `manifests/${name}`]);
    }
  }
  const isLoading = await isLockHeld(`${vault.storePath}.lock`);
  for (const name of await listFolder(vault.directory)) {
    const kind = !isLoading && STORE_PART.test(name) ? 'part' : kindInRoot(name);
    if (kind !== undefined) {
      found.push([kind, name]);
    }
  }
  const files: SpareFile[] = [];
  for (const [kind, path] of found) {
    files.push({ kind, path, sizeBytes: (await sizeOfFile(join(vault.directory, path))) ?? 0 });
  }
  return files;
}

function kindInArchives(
  name: string,
  { manifests, damaged, isMigrationNeeded }: LayoutOptions,
): SpareKind | undefined {
  if (manifests.some(({ archive }) => archive === name) || damaged.includes(name)) {
    return undefined;
  }
  const isNeeded = (digits = '') => {
    const migrationId = readMigrationId(digits);
    return migrationId !== undefined && isMigrationNeeded(migrationId);
  };
  if (/\.part(?:\.json)?(?:\.[0-9a-f-]{36}\.part)?$/.test(name)) {
    const id = /-(\d+)\.tar\.gz\.part(?:\.json)?$/.exec(name)?.[1];
    return isNeeded(id) ? 'unfinished' : 'leftover';
  }
  const isArchive = /\.(?:tar|tar\.gz|tgz)(?:\.age)?$/.test(name);
  const id = /-(\d+)\.tar\.gz(?:\.age)?$/.exec(name)?.[1];
  const isUnfinished = isNeeded(id);
  const hasEncryptedForm = manifests.some(
    ({ archive, encryption }) => encryption !== undefined && archive === encryptedNameOf(name),
  );
  if (hasEncryptedForm && !isUnfinished) {
    return 'plain';
  }
  return isArchive ? (isUnfinished ? 'unfinished' : 'unlisted') : 'stray';
}

function kindInManifests(name: string): SpareKind | undefined {
  if (name.endsWith('.json')) {
    return undefined; // The manifests are checked by `readManifests()`.
  }
  return isWholeFilePart(name) || name.endsWith(FORGOTTEN) ? 'leftover' : 'stray';
}

/** Files that our own loads keep next to the store while they work. */
const STORE_PART = /^store\.db\.part(?:-search)?(?:-wal|-shm|-journal)?$/;

/** Those of SQLite, which belong to the store, and the lock. */
const STORE_COMPANION = /^store\.db(?:\.lock|)(?:-wal|-shm|-journal)?$/;

function kindInRoot(name: string): SpareKind | undefined {
  if (Object.hasOwn(VAULT_LAYOUT, name) || STORE_COMPANION.test(name) || STORE_PART.test(name)) {
    return undefined; // Loads clean up after themselves.
  }
  if (name.startsWith(DRAFT_NAME)) {
    return 'draft';
  }
  return isWholeFilePart(name) ? 'leftover' : 'stray';
}

/** Folders of a vault, by name, that other users can access. */
export async function listOpenFolders({ directory }: Vault): Promise<readonly string[]> {
  const open: string[] = [];
  for (const folder of process.platform === 'win32' ? [] : FOLDERS) {
    const stats = await ifPresent(stat(join(directory, folder)));
    if (stats?.isDirectory() === true && (stats.mode & OTHERS) !== 0) {
      open.push(folder);
    }
  }
  return open;
}

/** The mode bits of group and others. */
const OTHERS = 0o077;

const FOLDERS = [
  'archives',
  'manifests',
  'blobs',
  'git',
  'lfs',
  'clones',
  'damaged',
] as const satisfies readonly (keyof typeof VAULT_LAYOUT)[];

export function describeOpenFolder(folder: string): string {
  return `The folder "${folder}" is open to other users of this machine`;
}
