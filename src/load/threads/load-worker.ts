/** The thread that `loadInThread` starts: reads the records of an archive and writes them into a store. */

import { parentPort, workerData } from 'node:worker_threads';
import { createVerification, serveArchive } from '../../archive/index.ts';
import { Failure, invariant, joinLock } from '../../base/index.ts';
import { beginLoading } from '../archive-loading.ts';
import { prepareFolders } from '../keep-files/file-keeper.ts';
import { createLoadTally } from '../load-tally.ts';
import { requireWhole } from '../require-whole.ts';
import type { FileMessage, ThreadedLoad, ThreadedLoadAnswer, ThreadedLoadOpened } from './load-in-thread.ts';

invariant(parentPort !== null, 'this file is started as a thread');
const {
  dbPath,
  archive,
  hasSearch,
  loadedAtMs,
  extent,
  folders,
  keepsOrphans,
  name,
  isSalvage,
  hasCounts,
  lockFile,
  stop,
} = workerData as ThreadedLoad; // Made by `loadInThread`.

/** A message costs as much as some twenty records, and nobody looks more often. */
const RECORDS_PER_NOTE = 5_000;

serveArchive(parentPort, async (note) => {
  const clock = { now: () => loadedAtMs };
  const verification = createVerification({ extent });
  const loading = await beginLoading({
    dbPath,
    archive,
    hasSearch,
    clock,
    hasThreads: true,
    lock: joinLock(lockFile),
  });
  const { register } = loading;
  if (folders !== undefined) {
    await prepareFolders({ folders, keepsOrphans }, register, () => {
      if (Atomics.load(stop, 0) === 1) {
        throw new Failure('interrupted', 'Cannot load the archive: it was interrupted');
      }
      return true;
    });
  }
  const tally = hasCounts ? createLoadTally() : undefined;
  let told = 0;
  const opened: ThreadedLoadOpened = { formerGitFolders: register.formerGitFolders() };
  return {
    opened,
    observe(event) {
      verification.observe(event);
      loading.observe(event);
      tally?.observe(event);
      if (event.type === 'end' || loading.recordCount - told >= RECORDS_PER_NOTE) {
        told = loading.recordCount;
        note(tally?.counts() ?? told);
      }
    },
    take(message) {
      const { type, value } = message as FileMessage; // Sent by `loadInThread`.
      if (type === 'file') {
        register.addFile(value);
      } else if (type === 'repository') {
        register.addRepository(value);
      } else {
        verification.observe({ type: 'finding', finding: value });
      }
    },
    async complete(): Promise<ThreadedLoadAnswer> {
      if (!isSalvage) {
        requireWhole(name, verification.report());
      }
      return { load: await loading.finish(), verification: verification.report() };
    },
    async abandon() {
      verification.close();
      await loading.abandon();
    },
  };
});
