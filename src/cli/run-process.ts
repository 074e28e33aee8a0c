import { realpathSync, writeSync } from 'node:fs';
import { afterTime, createSystemClock } from '../base/clock.ts';
import { fileFailure } from '../base/file-failure.ts';
import { tuneCollection } from '../base/garbage.ts';
import { createSystemRandom } from '../base/random.ts';
import { keepThreadPoolAwake } from '../base/thread-pool.ts';
import { EXIT_CODES } from '../model/exit-codes.table.ts';
import { Failure, messageOf } from '../model/failure.ts';
import type { Context } from './context.ts';
import { guardContext } from './output/guard-output.ts';
import { invocationOf, reportFailure, runSatchel } from './program.ts';

const STDERR = 2;

export function runProcess(): void {
  tuneCollection();
  keepThreadPoolAwake();
  // Its warning is for those who choose the release of Node.js for a program, and would be printed by each command.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const controller = new AbortController();
  // Set when the command has ended, and only its output may still have to be read.
  let isOver = false;
  for (const [signal, code] of [
    ['SIGINT', 'interrupted'],
    ['SIGTERM', 'terminated'],
  ] as const) {
    process.on(signal, () => {
      if (isOver || controller.signal.aborted) {
        process.exit(EXIT_CODES[code].status); // A second signal exits at once.
      }
      const reason = new Failure(code, `Interrupted by ${signal}`);
      controller.abort(reason);
      leaveReader(reason);
    });
  }
  process.stderr.on('error', () => undefined); // A closed stderr is not a reason to exit.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => exitUnwritten(error, controller.signal));
  const args = process.argv.slice(2);
  const context = guardContext(contextOf(controller.signal), () => 'never');
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => process.exit(reportFailure(error, context, { args })));
  }
  process.exitCode = EXIT_CODES.failed.status; // If nothing is left to wait for, and the command has not ended.
  void runSatchel(args, context).then(async (status) => {
    isOver = true;
    await leave(status, controller.signal);
  });
}

/** From now on, a reader that does not read is not waited for, also if the output is only full after a while. */
function leaveReader(reason: Failure): void {
  if (process.stdout.writableNeedDrain) {
    process.stdout.destroy(reason);
  } else {
    afterTime(LOOK_INTERVAL_MS, () => leaveReader(reason));
  }
}

const LOOK_INTERVAL_MS = 100;

function contextOf(signal: AbortSignal): Context {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    clock: createSystemClock(),
    random: createSystemRandom(),
    signal,
    invocation: invocationOf({
      script: process.argv[1] ?? 'satchel',
      env: process.env,
      cwd: process.cwd(),
    }),
    program: [process.execPath, realpathSync(process.argv[1] ?? '')],
    onHangup(listener) {
      process.on('SIGHUP', listener);
      return () => process.off('SIGHUP', listener);
    },
  };
}

/** Ends the process because its output cannot be written. */
function exitUnwritten(error: NodeJS.ErrnoException, signal: AbortSignal): void {
  if (error === signal.reason) {
    return;
  }
  if (error.code === 'EPIPE') {
    // Silently, as programs end that SIGPIPE kills. It must not be 0: a verification may not have ended.
    process.exit(EXIT_CODES.unread.status);
  }
  const failure = fileFailure(error, 'write to', 'standard output');
  const hint = failure instanceof Failure ? ` ${failure.commandHint}.` : '';
  // Synchronous: buffered writes to a stream are lost on exit.
  writeSync(STDERR, `satchel: ${messageOf(failure)}.${hint}\n`);
  process.exit(EXIT_CODES.failed.status);
}

/** Ends the process with the work, once its output is read: nothing that was left behind keeps anyone waiting. */
async function leave(status: number, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await Promise.all([process.stdout, process.stderr].map(written));
  }
  process.exit(status);
}

/** A failure to write standard output ends the process by itself, with a status of its own. */
async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', (error) => {
      if (!(error instanceof Error) || stream === process.stderr) {
        resolve();
      }
    });
  });
}
