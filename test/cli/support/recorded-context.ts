import { PassThrough, Readable } from 'node:stream';
import { createDrivenClock, type DrivenClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import type { CommandContext, Context } from '../../../src/cli/context.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { MAIN } from '../../house/packed-program.ts';

export interface RecordedContext extends Context {
  readonly clock: DrivenClock;
  readonly controller: AbortController;
  /** Everything written to stdout so far. */
  out(): string;
  /** Everything written to stderr so far. */
  err(): string;
}

interface RecordedOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Makes both streams terminals of this width. */
  readonly terminalColumns?: number;
}

export function createRecordedContext(options: RecordedOptions = {}): RecordedContext {
  const stdout = recordedStream(options.terminalColumns);
  const stderr = recordedStream(options.terminalColumns);
  const controller = new AbortController();
  return {
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin: Readable.from([]),
    env: options.env ?? {},
    clock: createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true }),
    random: createSeededRandom('context'),
    signal: controller.signal,
    invocation: 'satchel',
    program: [process.execPath, MAIN],
    controller,
    out: stdout.text,
    err: stderr.text,
  };
}

/** A recorded context for functions that define commands. */
export function createCommandContext(): CommandContext {
  const context: CommandContext = {
    ...createRecordedContext(),
    endWith: () => undefined,
    loadProgram: (words) => createProgram(words, context),
  };
  return context;
}

function recordedStream(columns: number | undefined): { stream: Context['stdout']; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough({ highWaterMark: 1024 });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return { stream: Object.assign(stream, terminal), text: () => Buffer.concat(chunks).toString('utf8') };
}
