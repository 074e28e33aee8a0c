import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.ts';
import type { MigrationId } from '../model/index.ts';

/** What the manifest of a vault tells of an archive that lies in it. */
export interface VaultArchive {
  /** The digest of the very bytes that were downloaded. */
  readonly sha256: string | undefined;
  /** When the migration was started: the archive is as old as that. */
  readonly takenAt: string | undefined;
  readonly migrationId: MigrationId | undefined;
  /** What was asked for, and the service's numbers of the repositories, as JSON. */
  readonly scope: JsonValue | undefined;
}

/**
 * Reads what the vault around an archive knows of it; undefined for any other file, and for one whose size is not that
 * of the archive that was downloaded: the manifest speaks of another one then.
 */
export async function findVaultArchive(path: string): Promise<VaultArchive | undefined> {
  const archive = resolve(path);
  if (basename(dirname(archive)) !== 'archives') {
    return undefined;
  }
  const manifestPath = join(dirname(dirname(archive)), 'manifests', `${basename(archive)}.json`);
  try {
    const manifest: unknown = JSON.parse(await readFile(manifestPath, 'utf8'));
    const isOfIt = isJsonObject(manifest) && manifest['sizeBytes'] === (await stat(archive)).size;
    return isJsonObject(manifest) ? readManifest(manifest, isOfIt) : undefined;
  } catch {
    return undefined; // No manifest, no expectation: the archive is judged by itself.
  }
}

/** The digest is expected whatever the size: that is how `verify` finds a file that was cut. */
function readManifest(manifest: JsonObject, isOfIt: boolean): VaultArchive {
  const { sha256, migration, request } = manifest;
  const { id, createdAt, repositoryIds } = isJsonObject(migration) ? migration : {};
  const scope =
    isJsonObject(request) && repositoryIds !== undefined ? { ...request, repositoryIds } : request;
  return {
    sha256: typeof sha256 === 'string' ? sha256 : undefined,
    takenAt: isOfIt && typeof createdAt === 'string' ? createdAt : undefined,
    migrationId: isOfIt && (typeof id === 'number' || typeof id === 'string') ? id : undefined,
    scope: isOfIt ? scope : undefined,
  };
}
