import { existsSync } from 'node:fs';
import { openStore } from '../../store/index.ts';
import type { KeptNames } from '../../vault/index.ts';

/**
 * Reads which files the snapshots of a store need; undefined without a store, because nothing is known then. Fails as opening a store
 * does.
 */
export function readNeededFiles(storePath: string): KeptNames | undefined {
  if (!existsSync(storePath)) {
    return undefined;
  }
  const store = openStore(storePath);
  try {
    const blobs = store.query('SELECT DISTINCT sha256, size_bytes FROM kept_files').rows;
    const folders = store.query('SELECT DISTINCT folder FROM kept_repositories').rows;
    return {
      blobs: new Map([...blobs].map(([sha256, sizeBytes]) => [String(sha256), Number(sizeBytes)])),
      repositories: new Set([...folders].map(([folder]) => String(folder))),
    };
  } finally {
    store.close();
  }
}
