import type { Finding } from '../../model/index.ts';
import type { ArchiveSource } from '../archive-source.ts';
import type { VerificationOptions, VerifyReport } from '../verification.ts';
import { type FeedOptions, isThreadWorthwhile, readInThread } from './feed-archive.ts';

/** What the thread is started with. */
export interface ThreadedVerification extends Omit<VerificationOptions, 'onFinding'> {
  /** Whether it reports each finding as a note. */
  readonly hasListener: boolean;
}

/** What both threads say to each other. */
export interface VerifyDialogue {
  readonly opened: undefined;
  readonly extra: never;
  readonly note: Finding;
  readonly answer: VerifyReport;
}

const WORKER = new URL('./verify-worker.js', import.meta.url);

/** Whether to verify in a thread. */
export function verifiesInThread(source: ArchiveSource): boolean {
  return isThreadWorthwhile([source], WORKER);
}

/** Verifies like `createVerification`, with two threads: this one unpacks, the other one reads records and checks. */
export async function verifyInThread(
  reading: Omit<FeedOptions<VerifyDialogue>, 'onNote' | 'accompany'>,
  { onFinding, ...options }: VerificationOptions,
): Promise<VerifyReport> {
  const workerData: ThreadedVerification = { ...options, hasListener: onFinding !== undefined };
  return await readInThread<VerifyDialogue>(WORKER, workerData, { ...reading, onNote: onFinding });
}
