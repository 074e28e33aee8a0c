import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesOfText, textOfBytes } from '../base/byte-text.ts';
import { systemErrorCode } from '../base/failure.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { createLineSplitter } from './line-splitter.ts';
import type { GitRunOptions } from './spawn-git.ts';
import { type GitStart, gitStartFailure, spawnGit } from './spawn-git.ts';

/** One run of git, on one bare repository. */
export interface GitCall extends GitStart {
  /** Text for standard input, sent with backpressure. */
  readonly input?: Iterable<string> | AsyncIterable<string> | undefined;
  /** The maximum output before git is killed. */
  readonly maxOutputBytes?: number | undefined;
  /** Called for each line of output; git waits until earlier lines were processed. */
  onLine?(line: string, channel: 'output' | 'complaints'): void;
  /** Whether lines keep bytes that are not UTF-8, as names of refs do. */
  readonly hasNames?: boolean | undefined;
  /** Called with the bytes of standard output, instead of `onLine`. */
  onOutput?(chunk: Uint8Array): void;
}

export interface GitEnding {
  /** The exit status; undefined if git was killed or crashed. */
  readonly status: number | undefined;
  /** The limit that ended the run, if any. */
  readonly stoppedBy: 'time' | 'output' | undefined;
}

/**
 * Runs git so that it neither runs nor obeys anything from an archive: no hooks, no monitors, no transports.
 * Fails with `git-missing`. When aborted, rejects with the reason of the signal once the process has ended.
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
      decode: call.hasNames === true ? textOfBytes : undefined,
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
    await closed.catch(() => undefined); // The first error is the one to report.
    throw error;
  }
  const status = child.exitCode ?? undefined;
  // `killed` is set only if the process was killed from here or by the time limit, not if git crashed.
  const isOverTime = status === undefined && child.killed && call.signal?.aborted !== true;
  return { status, stoppedBy: isOverOutput ? 'output' : isOverTime ? 'time' : undefined };
}

function closingOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      // Even an aborted process is waited for: its files can be removed only after it has ended.
      if (child.pid === undefined) {
        reject(gitStartFailure(error));
      }
    });
  });
}

/** If a program ends before it has read all input, it reports the reason itself; the broken pipe adds nothing. */
async function feed(stdin: Writable | null, input: NonNullable<GitCall['input']>): Promise<void> {
  if (stdin === null) {
    return;
  }
  try {
    await pipeline(bytesOf(input), stdin);
  } catch (error) {
    if (!BROKEN_PIPE_CODES.has(systemErrorCode(error) ?? '')) {
      throw error;
    }
  }
}

async function* bytesOf(input: NonNullable<GitCall['input']>): AsyncGenerator<Buffer> {
  for await (const text of input) {
    yield bytesOfText(text);
  }
}

const BROKEN_PIPE_CODES: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * The version of the installed git, such as `2.39.5`.
 * Fails with `git-missing`: call it before reading an archive, which can take an hour.
 */
export async function findGit(options: GitRunOptions): Promise<string> {
  let version = '';
  await runGit({
    ...options,
    command: ['version', {}],
    onLine(line) {
      version ||= /^git version (\S+)/.exec(line)?.[1] ?? '';
    },
  });
  return version;
}

const BATCH_CHARACTERS = 65_536;

/** Input for git with one id on each line. */
export async function* linesOf(ids: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let batch = '';
  for await (const id of ids) {
    batch += `${id}\n`;
    if (batch.length >= BATCH_CHARACTERS) {
      yield batch;
      batch = '';
    }
  }
  yield batch;
}
