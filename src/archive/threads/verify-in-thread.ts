import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Finding } from '../../model/index.ts';
import type { ArchiveSource } from '../archive-source.ts';
import type { VerificationOptions, VerifyReport } from '../verification.ts';
import { type FeedOptions, feedArchive } from './feed-archive.ts';
import { READER_MEMORY } from './reader-memory.ts';

/** What the thread is told to do. */
export interface ThreadedVerification extends Omit<VerificationOptions, 'onFinding'> {
  /** Whether findings are to be told one by one. */
  readonly hasListener: boolean;
}

const WORKER = new URL('./verify-worker.js', import.meta.url);

/** Below this size an archive is read before a second thread has started. */
const MIN_PACKED_BYTES = 4 * 1024 * 1024;

/** Whether an archive is, or may be, so large that a second thread helps. */
export function isLarge(source: ArchiveSource): boolean {
  const sizeBytes = source.type === 'packed' ? source.sizeBytes : undefined;
  return sizeBytes === undefined || sizeBytes >= MIN_PACKED_BYTES;
}

/** Whether to verify in a thread. It is there only in the compiled program: Node.js 20 runs no TypeScript. */
export function isThreadWorthwhile(source: ArchiveSource): boolean {
  return isLarge(source) && existsSync(WORKER);
}

/** Verifies like `createVerification`, with two threads: this one unpacks, the other one reads records and checks. */
export async function verifyInThread(
  reading: Omit<FeedOptions, 'onNote'>,
  { onFinding, ...options }: VerificationOptions,
): Promise<VerifyReport> {
  const workerData: ThreadedVerification = { ...options, hasListener: onFinding !== undefined };
  const worker = new Worker(WORKER, { workerData, resourceLimits: READER_MEMORY });
  try {
    const onNote = onFinding && ((note: unknown) => onFinding(note as Finding)); // The thread notes findings only.
    return (await feedArchive({ ...reading, onNote }, worker)) as VerifyReport; // As its `complete` gives it.
  } finally {
    await worker.terminate();
  }
}
