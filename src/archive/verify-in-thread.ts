import type { Finding } from '../model/findings.ts';
import type { ArchiveSource } from './archive-source.ts';
import { type FeedOptions, isThreadWorthwhile, readInThread } from './feed-archive.ts';
import type { VerificationOptions, VerifyReport } from './verification.ts';

/** The data with which the thread starts. */
export interface ThreadedVerification extends Omit<VerificationOptions, 'onFinding'> {
  /** Whether it sends each finding as a note. */
  readonly hasListener: boolean;
}

/** The types of messages between both threads. */
export interface VerifyDialogue {
  readonly opened: undefined;
  readonly extra: never;
  readonly note: Finding;
  readonly answer: VerifyReport;
}

const WORKER = new URL('./threads/verify-worker.js', import.meta.url);

/** Whether to verify this archive in a second thread. */
export function verifiesInThread(source: ArchiveSource): boolean {
  return isThreadWorthwhile([source], WORKER);
}

/** Verifies like `createVerification`, with two threads: this one unpacks, the other one reads and checks records. */
export async function verifyInThread(
  reading: Omit<FeedOptions<VerifyDialogue>, 'onNote' | 'accompany' | 'mayEndAnywhere'>,
  { onFinding, ...options }: VerificationOptions,
): Promise<VerifyReport> {
  const workerData: ThreadedVerification = { ...options, hasListener: onFinding !== undefined };
  return await readInThread<VerifyDialogue>(WORKER, workerData, {
    ...reading,
    onNote: onFinding,
    mayEndAnywhere: true, // It only has a temporary file without a name.
  });
}
