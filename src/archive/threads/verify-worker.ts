/** The thread of `verifyInThread`: reads the records of an archive, validates them and runs all checks. */

import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/failure.ts';
import { serveArchive } from '../serve-archive.ts';
import { withVerification } from '../verification.ts';
import type { ThreadedVerification, VerifyDialogue } from '../verify-in-thread.ts';

invariant(parentPort !== null, 'this file is started as a thread');
const { hasListener, ...options }: ThreadedVerification = workerData;

void serveArchive<VerifyDialogue>(parentPort, async ({ events, note }) =>
  withVerification({ ...options, onFinding: hasListener ? note : undefined }, async (verification) => {
    for await (const event of events(undefined)) {
      verification.observe(event);
    }
    return verification.report();
  }),
);
