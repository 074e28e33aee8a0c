import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { openArchiveSource } from '../../../src/archive/index.ts';
import { createDrivenClock } from '../../../src/base/index.ts';
import { loadArchiveSource } from '../../../src/load/index.ts';
import { foldersNextTo } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const SAMPLE = fileURLToPath(new URL('../../fixtures/archives/current.tar.gz', import.meta.url));

/** Loads the sample archive into a store in the directory, next to its files. Returns the path of the store. */
export async function loadSample(directory: string): Promise<string> {
  const dbPath = join(directory, 'sample.db');
  await loadArchiveSource({
    sources: [await openArchiveSource(SAMPLE)],
    dbPath,
    archive: { name: 'current.tar.gz' },
    clock: createDrivenClock(Date.UTC(2026, 5, 2)),
    files: { folders: foldersNextTo(dbPath) },
  });
  return dbPath;
}

/** Loads the sample once for all tests of a file. Returns a function that copies the store into a directory. */
export function createSampleSource(): (directory: string) => Promise<string> {
  let home = '';
  let loaded = '';
  beforeAll(async () => {
    home = temporaryFolder();
    loaded = await loadSample(home);
  });
  return async (directory) => {
    const dbPath = join(directory, 'sample.db');
    await copyFile(loaded, dbPath);
    return dbPath;
  };
}
