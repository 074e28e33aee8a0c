/** The thread that `verifyInThread` starts: reads the records of an archive, judges them and runs all checks. */

import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/index.ts';
import { createVerification } from '../verification.ts';
import { serveArchive } from './serve-archive.ts';
import type { ThreadedVerification } from './verify-in-thread.ts';

invariant(parentPort !== null, 'this file is started as a thread');
const { hasListener, ...options } = workerData as ThreadedVerification; // Made by `verifyInThread`.

serveArchive(parentPort, (note) => {
  const verification = createVerification({ ...options, ...(hasListener ? { onFinding: note } : {}) });
  return {
    observe: (event) => verification.observe(event),
    complete: () => verification.report(),
    abandon: () => verification.close(),
  };
});
