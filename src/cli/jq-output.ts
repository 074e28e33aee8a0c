import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Failure, messageOf, quoteText } from '../base/index.ts';
import type { Context } from './context.ts';

/** A running `jq`, whose results are written to the output of a command. */
export interface JqOutput {
  /** Takes the JSON of the command. */
  readonly input: Writable;
  /** Ends the input, and waits until all results are written. Fails with `usage` if the expression is wrong. */
  end(): Promise<void>;
}

/**
 * Starts the program `jq` on an expression, as `--jq` of the GitHub CLI does with a library: texts are written without
 * quotation marks, and anything else as JSON. Results go through the guard of `stdout`, because `jq` decodes escapes.
 */
export function startJq(
  expression: string,
  { stdout, env, signal }: Pick<Context, 'env' | 'signal' | 'stdout'>,
): JqOutput {
  const layout = stdout.isTTY === true ? [] : ['--compact-output'];
  // The space: jq 1.6 has no `--` before an expression such as `-.number`.
  const child = spawn('jq', ['--raw-output', '--monochrome-output', ...layout, ` ${expression}`], {
    env: { ...env },
    signal,
  });
  const complaints: string[] = [];
  let problem: unknown;
  child.on('error', (error) => {
    problem = error;
  });
  child.stdin.on('error', () => undefined); // It ends early if the expression is wrong.
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const written = (async () => {
    for await (const text of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      if (!stdout.write(text)) {
        await once(stdout, 'drain');
      }
    }
  })();
  const closed = once(child, 'close').catch(() => []); // `problem` has the reason.
  return {
    input: child.stdin,
    async end() {
      child.stdin.end();
      const [status] = (await Promise.all([closed, written]))[0] as readonly unknown[];
      if (problem !== undefined) {
        throw missingJq(problem);
      }
      if (status !== 0) {
        const [complaint = `jq ended with status ${status}`] = complaints.join('').trim().split('\n');
        throw new Failure('usage', `Cannot apply ${quoteText(expression)}: ${complaint}`, {
          hint: 'See https://jqlang.org/manual, and the JSON with --json',
        });
      }
    },
  };
}

function missingJq(error: unknown): Failure {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return new Failure('usage', `Cannot start jq: ${isMissing ? 'it is not installed' : messageOf(error)}`, {
    cause: error,
    hint: 'Install it from https://jqlang.org, or use --json without --jq',
  });
}
