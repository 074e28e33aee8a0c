import { Readable } from 'node:stream';
import { READING_LIMITS } from '../git-limits.table.ts';
import { type GitStart, gitStartFailure, spawnGit } from '../spawn-git.ts';
import type { Gate } from './ask-git.ts';
import { unreadable } from './unreadable.ts';

/** Streams the output of git, so that files of any size need no memory. Canceling the stream ends git. */
export function streamGit(start: () => Promise<GitStart>, gate: Gate): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(pump(start, gate))) as ReadableStream<Uint8Array>; // Node's type is identical.
}

async function* pump(start: () => Promise<GitStart>, gate: Gate): AsyncGenerator<Uint8Array> {
  const options = await start();
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  await new Promise<void>((entered) => {
    void gate(() => {
      entered();
      return done;
    });
  });
  const child = spawnGit({ timeoutMs: READING_LIMITS.runMs * 6, ...options }, ['ignore', 'pipe', 'ignore']);
  let sentBytes = 0;
  let failure: unknown;
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      failure = gitStartFailure(error);
      resolve();
    });
  });
  try {
    for await (const chunk of child.stdout ?? []) {
      sentBytes += chunk.length;
      if (sentBytes > READING_LIMITS.streamBytes) {
        throw unreadable('a file of the repository', `it is longer than ${READING_LIMITS.streamBytes} bytes`);
      }
      yield chunk;
    }
    await closed;
    if (failure !== undefined || child.exitCode !== 0) {
      throw failure ?? unreadable('a file of the repository', 'git failed');
    }
  } finally {
    child.kill('SIGKILL');
    release();
  }
}
