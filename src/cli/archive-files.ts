import { Failure } from '../base/index.ts';
import { isObjectLocation } from '../objects/index.ts';
import type { Context } from './context.ts';
import { factsOf, findVaultArchive, type VaultArchive } from './vault-archive.ts';

/** An archive that a command names, as a file or folder of this machine. */
export interface ArchiveFile {
  readonly path: string;
  /** What its vault knows about it. */
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
  context: Context & { readonly identityFile?: readonly string[] },
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
      hint: 'Write s3://BUCKET/PREFIX/archives/NAME; "satchel status --json" has it, and "satchel vault list" lists the names',
    });
  }
  const { openNamedVault } = await import('./vault-flags.ts');
  const vault = await openNamedVault({ vault: location, identityFile }, context, { needsStore: false });
  const manifest = (await vault.manifests()).find((one) => one.archive === archive);
  if (manifest === undefined || (await vault.archiveSize(archive)) === undefined) {
    throw new Failure('absent', `Cannot read "${place}": the vault has no such archive`, {
      hint: `"satchel vault list --vault ${location}" lists those that it has`,
    });
  }
  return await vault.withArchives(
    [archive],
    async ([path = '']) => await work({ path, known: factsOf({ ...manifest }, true) }),
  );
}
