import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '../base/index.ts';
import type { MigrationId } from '../model/index.ts';

/** The facts about an archive in a vault, from its manifest. */
export interface VaultArchive {
  /** The digest of the file as downloaded. */
  readonly sha256: string | undefined;
  /** When the migration was started, which determines the age of the archive. */
  readonly takenAt: string | undefined;
  readonly migrationId: MigrationId | undefined;
  /** The request and the service's repository ids, as JSON. */
  readonly scope: JsonValue | undefined;
}

/**
 * Reads the manifest of an archive in a vault; undefined for any other file. If its size differs from that of the
 * downloaded archive, the manifest may describe another one, so only the digest is returned.
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
    return isJsonObject(manifest) ? factsOf(manifest, isOfIt) : undefined;
  } catch {
    return undefined; // Without a manifest, the archive is checked on its own.
  }
}

/**
 * The facts in a manifest; `isOfIt` says whether it describes the file that was found. The digest is returned regardless,
 * so that `verify` detects truncated files.
 */
export function factsOf(manifest: Readonly<Record<string, unknown>>, isOfIt: boolean): VaultArchive {
  const { sha256, migration, request } = manifest;
  const { id, createdAt, repositoryIds } = isJsonObject(migration) ? migration : {};
  const scope =
    isJsonObject(request) && repositoryIds !== undefined ? { ...request, repositoryIds } : request;
  return {
    sha256: typeof sha256 === 'string' ? sha256 : undefined,
    takenAt: isOfIt && typeof createdAt === 'string' ? createdAt : undefined,
    migrationId: isOfIt && (typeof id === 'number' || typeof id === 'string') ? id : undefined,
    scope: isOfIt ? (scope as JsonValue | undefined) : undefined,
  };
}
