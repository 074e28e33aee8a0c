import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { everyCommand } from '../cli/support/command-cases.ts';
import { MAIN } from './packed-program.ts';

const TEACHER = fileURLToPath(new URL('loaded-packages.mjs', import.meta.url));

/** Help must be fast, so packages that only actions need are not loaded for it. */
it('shows the help of each command without any package but the one that reads the command line', async () => {
  const commands = chooseCommands(await everyCommand());
  const loaded: Record<string, unknown> = {};
  const waiting = [...commands];
  const work = async () => {
    for (let command = waiting.pop(); command !== undefined; command = waiting.pop()) {
      loaded[command] = await packagesOfHelp(command);
    }
  };
  await Promise.all([work(), work()]);
  expect(loaded).toEqual(Object.fromEntries(commands.map((command) => [command, ['commander']])));
});

/** All commands in the long run, otherwise every tenth. */
function chooseCommands(names: readonly string[]): readonly string[] {
  return names.filter((_, at) => process.env['SATCHEL_TEST_LONG'] === '1' || at % 10 === 0);
}

async function packagesOfHelp(command: string): Promise<unknown> {
  const words = ['--import', TEACHER, MAIN, ...command.split(' '), '--help'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toContain(`Usage: satchel ${command} `);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
}
