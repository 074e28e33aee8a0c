import { createRunId } from '../../base/index.ts';
import { noteStore } from '../keeping/store-notes.ts';
import { type OpenVaultAtOptions, openVaultAt } from './open-vault-at.ts';

/** Calls `write` with the store of a vault while the vault is locked, and publishes the store. */
export async function writeStoreAt<Result>(
  location: string,
  { command, ...options }: OpenVaultAtOptions & { readonly command: string },
  write: (storePath: string) => Promise<Result>,
): Promise<Result> {
  const vault = await openVaultAt(location, options);
  const release = await vault.lock(command);
  try {
    const result = await write(vault.storePath);
    const journal = await vault.journal.open(createRunId(options.clock, options.random));
    try {
      await noteStore(vault, journal);
    } finally {
      await journal.close();
    }
    return result;
  } finally {
    await release();
  }
}
