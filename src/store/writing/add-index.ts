import type { Lock } from '../../base/index.ts';
import { openPartStore } from '../database/part-store.ts';
import { buildIndex } from '../text-index/build-index.ts';

/** Builds the index of texts that a store lacks, in a copy that replaces it. The caller must hold the store's lock. */
export async function addIndex(path: string, lock: Lock): Promise<void> {
  const store = openPartStore(path, lock);
  try {
    buildIndex(store.db);
    await store.publish();
  } catch (error) {
    store.abandon();
    throw error;
  }
}
