import { existsSync } from 'node:fs';
import { openStore } from '../../store/index.ts';

/** The files that the snapshots of a store keep next to it. */
export interface NeededFiles {
  /** Sizes in bytes by digest. */
  readonly blobs: ReadonlyMap<string, number>;
  /** Names of folders. */
  readonly repositories: ReadonlySet<string>;
}

/**
 * Reads which files a store needs; undefined without a store, because nothing is known then. Fails as opening a store
 * does.
 */
export function readNeededFiles(storePath: string): NeededFiles | undefined {
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
