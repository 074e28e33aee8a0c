import type { ChildProcess } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemErrorCode } from '../base/index.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { createLineSplitter } from './line-splitter.ts';
import type { GitRunOptions } from './spawn-git.ts';
import { type GitStart, gitStartFailure, spawnGit } from './spawn-git.ts';

/** One run of the git program over one bare repository. */
export interface GitCall extends GitStart {
  /** Text for standard input, sent as fast as git reads it. */
  readonly input?: Iterable<string> | undefined;
  /** How much git may print before it is stopped. */
  readonly maxOutputBytes?: number | undefined;
  /** Takes each line of what git prints; git waits until the lines before are taken. */
  onLine?(line: string, channel: 'output' | 'complaints'): void;
  /** Takes what git prints as bytes, in place of the lines of the output. */
  onOutput?(chunk: Uint8Array): void;
}

/** How a run came to its end. */
export interface GitEnding {
  /** The exit status; undefined where git was killed, by us or by a fault of its own. */
  readonly status: number | undefined;
  /** Which of our limits ended the run, if one did. */
  readonly stoppedBy: 'time' | 'output' | undefined;
}

/**
 * Runs git so that nothing an archive brought is run or obeyed: no hooks, no monitors, no transports, no
 * configuration but the repository's own file, which the stage writes itself.
 * Fails with `git-missing`; rejects with the signal's reason when aborted, once the process is gone.
 */
export async function runGit(call: GitCall): Promise<GitEnding> {
  call.signal?.throwIfAborted();
  const child = spawnGit(call, [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']);
  const ending = await settle(child, call);
  call.signal?.throwIfAborted();
  return ending;
}

async function settle(child: ChildProcess, call: GitCall): Promise<GitEnding> {
  const closed = closingOf(child);
  let isOverOutput = false;
  let outputBytesLeft = call.maxOutputBytes ?? GIT_LIMITS.outputBytes;
  async function drain(stream: Readable | null, channel: 'output' | 'complaints'): Promise<void> {
    const splitter = createLineSplitter({
      maxLineBytes: GIT_LIMITS.lineBytes,
      onLine: (line) => call.onLine?.(line, channel),
    });
    for await (const chunk of stream ?? []) {
      outputBytesLeft -= chunk.length;
      if (outputBytesLeft < 0) {
        isOverOutput = true;
        child.kill('SIGKILL');
        return;
      }
      if (channel === 'output' && call.onOutput !== undefined) {
        call.onOutput(chunk);
      } else {
        splitter.push(chunk);
      }
    }
    splitter.end();
  }
  try {
    await Promise.all([
      closed,
      drain(child.stdout, 'output'),
      drain(child.stderr, 'complaints'),
      feed(child.stdin, call.input ?? []),
    ]);
  } catch (error) {
    child.kill('SIGKILL');
    await closed.catch(() => undefined); // The first fault is the one to tell.
    throw error;
  }
  const status = child.exitCode ?? undefined;
  // Only we and the time limit kill through the child object, so this tells our kill from a crash of git's own.
  const isOverTime = status === undefined && child.killed && call.signal?.aborted !== true;
  return { status, stoppedBy: isOverOutput ? 'output' : isOverTime ? 'time' : undefined };
}

function closingOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      // A process that runs is waited for also when it was aborted: its files can be removed only then.
      if (child.pid === undefined) {
        reject(gitStartFailure(error));
      }
    });
  });
}

/** A program that ends before it has read all says itself why; the broken pipe adds nothing. */
async function feed(stdin: Writable | null, input: Iterable<string>): Promise<void> {
  if (stdin === null) {
    return;
  }
  try {
    await pipeline(Readable.from(input), stdin);
  } catch (error) {
    if (!BROKEN_PIPE_CODES.has(systemErrorCode(error) ?? '')) {
      throw error;
    }
  }
}

const BROKEN_PIPE_CODES: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * The version of the git program that runs will use, as it names itself: `2.39.5`.
 * Fails with `git-missing`: worth asking before an archive is read for an hour.
 */
export async function findGit(options: GitRunOptions): Promise<string> {
  let version = '';
  await runGit({
    ...options,
    arguments: ['version'],
    onLine(line) {
      version ||= /^git version (\S+)/.exec(line)?.[1] ?? '';
    },
  });
  return version;
}
