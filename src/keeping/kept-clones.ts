import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFailure, ifPresent } from '../base/file-failure.ts';
import type { Random } from '../base/random.ts';
import { findMirrorDamage } from '../git/mirror-damage.ts';
import { chooseSample, type ReadSample } from '../vault/read-sample.ts';
import type { Vault } from '../vault/vault.ts';
import { createVaultFinding, type VaultFinding } from '../vault/vault-findings.table.ts';
import { messageOfFailure, type RepairOptions, resultOf, type Take } from './repair.ts';
import { setAside } from './set-aside.ts';

/** The folder of a vault with the clones of gists and starred repositories. Retention never touches it. */
export function clonesFolderOf({ directory }: Pick<Vault, 'directory'>): string {
  return join(directory, 'clones');
}

/** The paths of the clones in a vault, by list: `gists/ID.git` and `stars/OWNER/NAME.git`. */
export async function listClones(
  vault: Pick<Vault, 'directory'>,
): Promise<{ readonly gists: readonly string[]; readonly stars: readonly string[] }> {
  const foldersIn = async (path: string) => {
    const folder = join(clonesFolderOf(vault), path);
    const entries = await ifPresent(readdir(folder, { withFileTypes: true })).catch((error: unknown) => {
      throw fileFailure(error, 'list', folder);
    });
    return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`);
  };
  const isClone = (path: string) => path.endsWith('.git');
  const owners = await foldersIn('stars');
  return {
    gists: (await foldersIn('gists')).filter(isClone).toSorted(),
    stars: (await Promise.all(owners.map(foldersIn))).flat().filter(isClone).toSorted(),
  };
}

/** Which clones are read, and with what. */
export interface CheckFilesOptions {
  readonly vault: Vault;
  readonly random: Random;
  readonly searchPath: string;
  readonly signal: AbortSignal;
  /** Which are read; by default none, so that only presence is checked. */
  readonly sample?: ReadSample | undefined;
}

/** Reads the clones that belong to a sample completely, and reports the damaged ones. */
export async function* checkClones({
  vault,
  sample,
  random,
  searchPath,
  signal,
}: CheckFilesOptions): AsyncGenerator<VaultFinding, void> {
  const { gists, stars } = await listClones(vault);
  // Groups of a sample depend on digests. Sizes are irrelevant for groups and shares.
  const files = [...gists, ...stars].map((path) => ({
    path,
    sha256: createHash('sha256').update(path).digest('hex'),
    sizeBytes: 0,
  }));
  for (const { path } of sample === undefined ? [] : chooseSample(files, sample, random)) {
    const damage = await findMirrorDamage(join(clonesFolderOf(vault), path), { searchPath, signal });
    if (damage !== undefined) {
      yield createVaultFinding(
        'clone-damaged',
        `clones/${path}`,
        `The clone "clones/${path}" is damaged: ${damage}`,
      );
    }
  }
}

/** Moves damaged clones aside, so that the next backup makes new ones. */
export async function repairClones(options: RepairOptions, take: Take): Promise<void> {
  const { vault, clock, isDryRun } = options;
  const next = 'the next backup with clones makes it again';
  try {
    for await (const { path, message } of checkClones({ ...options, sample: { type: 'all' } })) {
      const place = isDryRun ? 'the folder "damaged"' : `"${await setAside(vault, path, clock)}"`;
      take({ path, found: message, remedy: `moved to ${place}; ${next}`, result: resultOf(isDryRun) });
    }
  } catch (error) {
    take({ path: 'clones', found: messageOfFailure(error), remedy: undefined, result: 'impossible' });
  }
}
