import { dirname } from 'node:path';
import { readNeededFiles } from '../keeping/needed-files.ts';
import { openVaultAt } from './open-vault-at.ts';
import type { OpenVaultAtOptions } from './vault-objects.ts';
import { locationOf } from './working-copy.ts';

/** Fetches the files that a store needs, if its vault is in object storage. Other stores have theirs. */
export async function fetchFiles(
  dbPath: string,
  optionsFor: (location: string) => Promise<OpenVaultAtOptions>,
): Promise<void> {
  const location = await locationOf(dirname(dbPath));
  if (location === undefined) {
    return;
  }
  const vault = await openVaultAt(location, await optionsFor(location));
  const needed = vault.storePath === dbPath ? readNeededFiles(dbPath) : undefined;
  if (needed !== undefined) {
    await vault.origin?.fetchFiles(needed);
  }
}
