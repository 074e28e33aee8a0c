import { createVerification, readTogether } from '../archive/index.ts';
import type { Lock } from '../base/index.ts';
import { lockStore } from '../store/index.ts';
import { createFileKeeper } from './keep-files/file-keeper.ts';
import { loadArchive } from './load-archive.ts';
import type { LoadSourceOptions, LockedLoadOptions, VerifiedLoad } from './load-source.ts';
import { requireWhole } from './require-whole.ts';
import { isThreadWorthwhile, loadInThread } from './threads/load-in-thread.ts';

/**
 * Verifies and loads one export in one pass. An archive whose container is damaged leaves the store as it was
 * and fails with `archive-damaged`, unless it is to be salvaged; records that break their schema are kept aside and reported.
 */
export async function loadArchiveSource(options: LoadSourceOptions): Promise<VerifiedLoad> {
  const name = options.sources.map((source) => source.name).join('" and "');
  const { dbPath, clock, command = 'satchel load', patience } = options;
  const lock = await lockStore(dbPath, { command, clock, patience });
  try {
    const archive = typeof options.archive === 'function' ? options.archive() : options.archive;
    const load = isThreadWorthwhile(options) ? loadInThread : loadHere;
    return await load({ ...options, archive }, { name, lock });
  } finally {
    await lock.release();
  }
}

async function loadHere(
  options: LockedLoadOptions,
  { name, lock }: { readonly name: string; readonly lock: Lock },
): Promise<VerifiedLoad> {
  const { sources, limits, splitter, onProgress, files, extent, isSalvage, ...target } = options;
  const verification = createVerification({ extent });
  const keeper = files && createFileKeeper(files, lock);
  const { signal } = target;
  try {
    const load = await loadArchive({
      ...target,
      lock,
      events: readTogether({ sources, limits, splitter, onProgress, signal, openFile: keeper?.openFile }),
      files: files && keeper && { ...files, keeper },
      observe: (event) => verification.observe(event),
      accept: () => isSalvage === true || requireWhole(name, verification.report()),
    });
    return { load, verification: verification.report() };
  } finally {
    verification.close();
  }
}
