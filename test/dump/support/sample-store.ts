import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { loadArchiveSource } from '../../../src/load/load-archive-source.ts';
import { foldersNextTo } from '../../../src/store/file-folders.ts';
import { CURRENT } from '../../house/samples.ts';
import { shelved } from '../../house/shelf.ts';

/** Puts a store with the sample archive into the directory, next to its files. Returns the path of the store. */
export async function loadSample(directory: string): Promise<string> {
  const made = await shelved('sample store', async (folder) => {
    const dbPath = join(folder, NAME);
    await loadArchiveSource({
      sources: [await openArchiveSource(CURRENT)],
      dbPath,
      archive: { name: 'current.tar.gz' },
      clock: createDrivenClock(Date.UTC(2026, 5, 2)),
      files: { folders: foldersNextTo(dbPath) },
    });
  });
  cpSync(made, directory, { recursive: true });
  return join(directory, NAME);
}

const NAME = 'sample.db';
