import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { everyCommand } from '../cli/support/command-cases.ts';
import { IS_LONG } from './long-run.ts';
import { MAIN } from './packed-program.ts';

const TEACHER = fileURLToPath(new URL('loaded-modules.mjs', import.meta.url));

/** A third of the program. `schedule run`, which starts backups, needs most; most commands need an eighth. */
const MAX_OWN_BYTES = 1_050_000;

/** Help must be fast, so neither packages nor rooms that only actions of other commands need are loaded for it. */
it('shows the help of each command without any package but commander, and with a third of the program at most', async () => {
  const waiting = chooseCommands(await everyCommand());
  const work = async () => {
    for (let command = waiting.pop(); command !== undefined; command = waiting.pop()) {
      const { packages, ownBytes } = await loadedForHelp(command);
      expect(packages, command).toEqual(['commander']);
      expect(ownBytes, command).toBeGreaterThan(0);
      expect(ownBytes, command).toBeLessThan(MAX_OWN_BYTES);
    }
  };
  await Promise.all([work(), work()]);
});

/** All commands in the long run, otherwise every tenth. */
function chooseCommands(names: readonly string[]): string[] {
  return names.filter((_, at) => IS_LONG || at % 10 === 0);
}

async function loadedForHelp(
  command: string,
): Promise<{ readonly packages: readonly string[]; readonly ownBytes: number }> {
  const words = ['--import', TEACHER, MAIN, ...command.split(' '), '--help'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toContain(`Usage: satchel ${command} `);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
}

const THREADS = [
  'archive/threads/verify-worker.js',
  'load/load-worker.js',
  'store/text-index/index-worker.js',
] as const;

/** A thread starts while the first one already reads: what it loads is waited for. */
it.each(THREADS)('starts the thread %s without the command line', (name) => {
  const packages = new Set<string>();
  const files = new Set([new URL(`../${name}`, pathToFileURL(MAIN)).href]);
  for (const file of files) {
    for (const [, path = ''] of readFileSync(new URL(file), 'utf8').matchAll(IMPORT)) {
      if (path.startsWith('.')) {
        files.add(new URL(path, file).href);
      } else if (!isBuiltin(path)) {
        packages.add(path);
      }
    }
  }
  expect(files.size).toBeGreaterThan(2);
  expect([...packages]).toEqual([]);
});

/** A statement that the bundler writes; imports on demand do not match. */
const IMPORT = /^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["'];?$/gm;

it('says first of all that this Node is too old, before it loads anything that such a Node cannot', async () => {
  const code = readFileSync(MAIN, 'utf8');
  expect([...code.matchAll(/^import .*?["'](.*?)["']/gm)].map(([, path]) => path)).toEqual(['node:fs']);
  const older = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.4"})`;
  const run = promisify(execFile)(process.execPath, ['--import', older, MAIN, 'status', '--json']);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'satchel: This is Node 18.20.4, and Satchel needs Node 20.18.1 or later. Install it, and run "node --version" to see which one runs.\n',
  });
});
