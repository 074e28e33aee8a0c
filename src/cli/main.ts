#!/usr/bin/env node
import { basename, relative } from 'node:path';
import { collectAlone, createSystemClock, createSystemRandom, EXIT_CODES, Failure } from '../base/index.ts';
import { runSatchel } from './program.ts';

collectAlone();

const controller = new AbortController();

for (const [signal, code] of [
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
] as const) {
  process.on(signal, () => {
    if (controller.signal.aborted) {
      process.exit(EXIT_CODES[code].status); // The second time, the person means it.
    }
    controller.abort(new Failure(code, `Interrupted by ${signal}`));
  });
}

process.stderr.on('error', () => undefined); // Who cannot be told of it is no reason to end.

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT_CODES.done.status : EXIT_CODES.failed.status); // As `| head` expects.
});

process.exitCode = await runSatchel(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  clock: createSystemClock(),
  random: createSystemRandom(),
  signal: controller.signal,
  invocation: invocationOf(process.argv[1] ?? 'satchel'),
  onHangup(listener) {
    process.on('SIGHUP', listener);
    return () => process.off('SIGHUP', listener);
  },
});

function invocationOf(script: string): string {
  return basename(script) === 'main.js' ? `node ${relative(process.cwd(), script)}` : 'satchel';
}
