import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { shellWord } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import type { MigrationId } from '../model/migrations.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import type { IdentitySettings } from './archive-argument.ts';
import type { AppContext } from './context.ts';

/** An archive that a command names, as a file or folder of this machine. */
export interface ArchiveFile {
  readonly path: string;
  readonly known: VaultArchive | undefined;
}

/** Whether a text names an archive of a vault in object storage. */
export function isBucketArchive(place: string): boolean {
  return IN_BUCKET.test(place);
}

const IN_BUCKET = /^(?<vault>s3:\/\/.+)\/archives\/(?<archive>[^/]+)$/i;

/**
 * Calls `work` with the archives of a command's arguments. One of a vault in object storage, `s3://BUCKET/PREFIX/archives/NAME`,
 * is fetched first, and its file is removed afterwards.
 */
export async function withArchiveFiles<Result>(
  places: readonly string[],
  context: AppContext & IdentitySettings,
  work: (files: readonly ArchiveFile[]) => Promise<Result>,
): Promise<Result> {
  const [place, ...others] = places;
  if (place === undefined) {
    return await work([]);
  }
  const add = async (file: ArchiveFile) =>
    await withArchiveFiles(others, context, async (files) => await work([file, ...files]));
  return isObjectLocation(place)
    ? await withFetched(place, context, add)
    : await add({ path: place, known: await findVaultArchive(place) });
}

async function withFetched<Result>(
  place: string,
  { identityFile = [], ...context }: Parameters<typeof withArchiveFiles>[1],
  work: (file: ArchiveFile) => Promise<Result>,
): Promise<Result> {
  const { vault: location, archive } = IN_BUCKET.exec(place)?.groups ?? {};
  if (location === undefined || archive === undefined) {
    throw new Failure('usage', `Cannot read "${place}": it is not an archive of a vault`, {
      commandHint:
        'Write s3://BUCKET/PREFIX/archives/NAME; "satchel status --json" has it, and "satchel vault list" lists the names',
    });
  }
  const { openNamedVault } = await import('./vault-location.ts');
  const vault = await openNamedVault({ vault: location, identityFile }, context, { needsStore: false });
  const manifest = (await vault.manifests()).find((one) => one.archive === archive);
  if (manifest === undefined || (await vault.archiveSize(archive)) === undefined) {
    throw new Failure('absent', `Cannot read "${place}": the vault has no such archive`, {
      commandHint: `"satchel vault list --vault ${shellWord(location)}" lists those that it has`,
    });
  }
  return await vault.withArchives(
    [archive],
    async ([path = '']) => await work({ path, known: factsOf({ ...manifest }, true) }),
  );
}

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
