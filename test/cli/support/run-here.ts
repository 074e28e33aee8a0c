import { execFile } from 'node:child_process';
import { createSystemRandom } from '../../../src/base/random.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { MAIN } from '../../house/packed-program.ts';
import { createHastyClock } from './hasty-clock.ts';
import { createRecordedContext } from './recorded-context.ts';
import type { CliResult } from './run-cli.ts';

/**
 * Runs a command of the installed program in this process, with the system's random source and shorter pauses. Starting
 * a process takes a tenth of a second, or a whole one if it loads the SDK of object storage; most results do not depend
 * on that. A long run starts processes nevertheless.
 */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CliResult> {
  if (IS_LONG) {
    return await runProcess(args, env);
  }
  const context = {
    ...createRecordedContext({ env: { PATH: process.env['PATH'] ?? '', ...env } }),
    clock: createHastyClock(),
    random: createSystemRandom(),
  };
  const status = await runSatchel(args, context);
  return { status, out: context.out(), err: context.err() };
}

function runProcess(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CliResult> {
  const options = { env: { PATH: process.env['PATH'], ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], options, (_, out, err) => {
      resolve({ status: child.exitCode ?? -1, out, err });
    });
  });
}
