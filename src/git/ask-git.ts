import { Readable } from 'node:stream';
import { escapedName, isUtf8Name, textOfBytes, unescapedName } from '../base/byte-text.ts';
import type { RecentValues } from '../base/recent-values.ts';
import { Failure } from '../model/failure.ts';
import { argumentsOf } from './git-calls.table.ts';
import { GIT_LIMITS, READING_LIMITS } from './git-limits.table.ts';
import { createLineSplitter } from './line-splitter.ts';
import type { OwnRepository } from './own-repository.ts';
import { unreadable } from './reading/unreadable.ts';
import { type GitCall, type GitEnding, runGit } from './run-git.ts';
import { type GitStart, gitStartFailure, spawnGit } from './spawn-git.ts';

/** Runs git on the opened repository, within the limits of reading. */
export type AskGit = (
  call: Pick<
    GitCall,
    'command' | 'hasNames' | 'onLine' | 'onOutput' | 'maxOutputBytes' | 'timeoutMs' | 'signal'
  > & { readonly input?: readonly string[] | undefined },
) => Promise<GitEnding>;

/** Limits the number of concurrent runs; the others wait in a queue. */
export type Gate = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) {
      free -= 1;
    } else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        free += 1;
      } else {
        next(); // The slot passes directly to the next run.
      }
    }
  };
}

/** Whole outputs of git, by repository and arguments. Stored repositories are immutable, so they stay right. */
export type KeptOutputs = RecentValues<Uint8Array>;

/** A repository of a store, and how it is opened. */
export interface GitPlace extends Omit<GitStart, 'command' | 'repository'> {
  readonly directory: string;
  /** Fails with `git-unreadable` for what is not from Satchel. */
  open(): Promise<OwnRepository>;
}

/** Creates the function that runs git on one repository, and repeats short outputs without running it again. */
export function createAskGit(place: GitPlace, gate: Gate, kept: KeptOutputs): AskGit {
  const { directory, open, ...run } = place;
  return async (call) => {
    const signal = anySignal(place.signal, call.signal);
    const { maxOutputBytes = READING_LIMITS.listingBytes } = call;
    const key = [directory, maxOutputBytes, ...argumentsOf(call.command), ...(call.input ?? [])].join('\0');
    const known = kept.get(key);
    const lines = createLineSplitter({
      maxLineBytes: GIT_LIMITS.lineBytes,
      onLine: (line) => call.onLine?.(line, 'output'),
      decode: call.hasNames === true ? textOfBytes : undefined,
    });
    const take = call.onOutput ?? lines.push;
    if (known !== undefined) {
      signal.throwIfAborted();
      take(known);
      lines.end();
      signal.throwIfAborted();
      return { status: 0, stoppedBy: undefined };
    }
    let chunks: Uint8Array[] = [];
    let sizeBytes = 0;
    const onOutput = (chunk: Uint8Array) => {
      sizeBytes += chunk.length;
      chunks = sizeBytes > READING_LIMITS.keptOutputBytes ? [] : [...chunks, chunk];
      take(chunk);
    };
    const repository = await open();
    const ending = await gate(() =>
      runGit({ ...run, repository, ...call, maxOutputBytes, onOutput, signal }),
    );
    lines.end();
    if (ending.status === 0 && sizeBytes <= READING_LIMITS.keptOutputBytes) {
      kept.set(key, Buffer.concat(chunks), sizeBytes + key.length);
    }
    return ending;
  };
}

function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** A path as an argument or, if it is not UTF-8, as input after `--stdin`: arguments are texts. */
export function pathValues(path: string) {
  const name = unescapedName(path);
  return isUtf8Name(name)
    ? { input: undefined, stdin: [], paths: path === '' ? [] : [name] }
    : { input: ['--\n', `${name}\n`], stdin: ['--stdin'], paths: [] };
}

/** Why a listing is incomplete; null if it is complete. Fails with `git-unreadable` if git failed without output. */
export function cutOf(
  { status, stoppedBy }: GitEnding,
  what: string,
  hasAny: boolean,
): 'time' | 'size' | 'damage' | null {
  if (stoppedBy !== undefined) {
    return stoppedBy === 'time' ? 'time' : 'size';
  }
  if (status === 0) {
    return null;
  }
  if (hasAny) {
    return 'damage';
  }
  throw unreadable(what, 'git failed: objects are missing or damaged');
}

/** A name in an output of `-z`. */
export function nameOfField(bytes: Uint8Array): string {
  return escapedName(textOfBytes(bytes));
}

/** Splits output at NUL bytes, the separator of `-z`. The fields are names, unless they are decoded otherwise. */
export function createFieldCutter(
  onField: (field: string) => void,
  decode: (bytes: Buffer) => string = nameOfField,
): (chunk: Uint8Array) => void {
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    let start = 0;
    for (let end = held.indexOf(0); end >= 0; end = held.indexOf(0, start)) {
      onField(decode(held.subarray(start, end)));
      start = end + 1;
    }
    held = held.subarray(start);
  };
}

/** Whether a failure means that a repository cannot be read, which pages show in place of its content. */
export function isUnreadable(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'git-unreadable' || error.code === 'git-missing');
}

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
