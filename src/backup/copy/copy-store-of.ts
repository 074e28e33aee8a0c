import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileFailure, type Workplace } from '../../base/index.ts';
import { Failure } from '../../model/index.ts';
import { copyStoreFile } from '../../store/index.ts';
import type { JournalContent, Vault } from '../../vault/index.ts';
import { isStoreDamage, readSnapshotNames } from '../keeping/inspect-store.ts';
import { findStoreDamage } from '../keeping/store-notes.ts';
import { readFileChunks } from './directory-files.ts';
import { nameSnapshots } from './name-snapshots.ts';
import { REBUILD_HINT } from './published-store.ts';
import type { CopiedStore } from './vault-end.ts';

/**
 * Copies the store of a vault, because SQLite changes it in place. What is returned fails with `vault-damaged` if the
 * store cannot be trusted.
 */
export async function copyStoreOf(
  vault: Vault,
  { lines }: JournalContent,
  { workplace, signal }: { readonly workplace: Workplace; readonly signal: AbortSignal },
): Promise<() => CopiedStore | undefined> {
  if (!existsSync(vault.storePath)) {
    return () => undefined;
  }
  const refuse = (reason: string) => () => {
    throw new Failure('vault-damaged', `Cannot copy the store of "${vault.directory}": ${reason}`, {
      hint: REBUILD_HINT,
    });
  };
  const damage = findStoreDamage(lines);
  if (damage !== undefined) {
    return refuse(damage);
  }
  const path = join(workplace.path, 'store.db');
  try {
    const { sizeBytes, sha256, changeCounters } = await copyStoreFile(vault.storePath, path, signal);
    const store: CopiedStore = {
      sizeBytes,
      sha256,
      changeCounter: changeCounters[0],
      snapshots: nameSnapshots(readSnapshotNames(path)),
      open: async () => readFileChunks(path),
    };
    return () => store;
  } catch (error) {
    if (isStoreDamage(error)) {
      return refuse(error.message);
    }
    throw fileFailure(error, 'copy', vault.storePath);
  }
}
