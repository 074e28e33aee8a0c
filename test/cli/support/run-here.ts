import { createSystemClock, createSystemRandom } from '../../../src/base/index.ts';
import { runSatchel } from '../../../src/cli/index.ts';
import { createRecordedContext } from './recorded-context.ts';
import type { CliResult } from './run-cli.ts';

/**
 * Runs a command of the installed program in this process, by the system's clock and chance. Starting a process takes a
 * tenth of a second, and a whole one where the SDK of object storage is loaded; most answers do not depend on one.
 */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CliResult> {
  const context = {
    ...createRecordedContext({ env: { PATH: process.env['PATH'] ?? '', ...env } }),
    clock: createSystemClock(),
    random: createSystemRandom(),
  };
  const status = await runSatchel(args, context);
  return { status, out: context.out(), err: context.err() };
}
