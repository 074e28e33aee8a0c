/** The thread that `loadArchiveSource` starts: reads the records of an archive and writes them into a store. */

import { parentPort, workerData } from 'node:worker_threads';
import { serveArchive } from '../archive/serve-archive.ts';
import { invariant } from '../base/failure.ts';
import { joinLock } from '../base/lock.ts';
import { Failure } from '../model/failure.ts';
import { loadVerified } from './load-archive.ts';
import type { LoadDialogue, ThreadedLoad } from './load-archive-source.ts';

invariant(parentPort !== null, 'this file is started as a thread');
const { loadedAtMs, hasCounts, isReadEarly, lockFile, stop, ...options }: ThreadedLoad = workerData;

/** A message costs as much as about twenty records, and progress is not shown more often. */
const RECORDS_PER_NOTE = 5_000;

void serveArchive<LoadDialogue>(parentPort, async ({ events, note }) => {
  let recordCount = 0;
  let notedCount = 0;
  const loaded = await loadVerified({
    ...options,
    clock: { now: () => loadedAtMs },
    lock: joinLock(lockFile),
    read: events,
    throwIfStopped() {
      if (Atomics.load(stop, 0) === 1) {
        throw new Failure('interrupted', 'Cannot load the archive: it was interrupted');
      }
    },
    onRecords(count) {
      recordCount = count;
      if (count - notedCount >= RECORDS_PER_NOTE) {
        notedCount = count;
        note(count);
      }
    },
    onCounts: hasCounts ? note : undefined,
    onRead: () => note('read'),
    early: isReadEarly ? { onReadable: note, onComplete: () => note('complete') } : undefined,
  });
  note(recordCount);
  return loaded;
});
