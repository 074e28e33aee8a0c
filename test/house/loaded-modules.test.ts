import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { everyCommand } from '../cli/support/command-cases.ts';
import { IS_LONG } from './long-run.ts';
import { MAIN, PACKAGE } from './packed-program.ts';

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
  const { files, packages } = loadedBy(new URL(`../${name}`, pathToFileURL(MAIN)), [STATIC_IMPORT]);
  expect(files.size).toBeGreaterThan(2);
  expect([...packages]).toEqual([]);
});

/** What programs import, by the package's own description. */
const DOORS = Object.values(
  JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')).exports as Record<
    string,
    { default?: string }
  >,
).flatMap(({ default: path }) => path ?? []);

/** What only the command line may use (see the sole owners in ARCHITECTURE.md). */
const COMMAND_LINE = /\bprocess\.(?:argv|stdout|stderr|stdin|exit)\b|\bconsole\.|["']commander["']/;

it.each(DOORS)('imports %s without packages, and never loads the command line', (path) => {
  const door = new URL(path, PACKAGE);
  const { files, packages } = loadedBy(door, [STATIC_IMPORT]);
  expect([...packages]).toEqual([]);
  const sizes = [...files.values()].map((code) => code.length);
  expect(sizes.reduce((sum, length) => sum + length, 0)).toBeLessThan(MAX_LIBRARY_BYTES);
  const later = loadedBy(door, [STATIC_IMPORT, LATER_IMPORT]);
  expect(later.files.size).toBeGreaterThan(5);
  const own = [...later.files].filter(([file]) => !file.includes('/dist/packages/'));
  expect(own.filter(([, code]) => COMMAND_LINE.test(code)).map(([file]) => file)).toEqual([]);
});

/** A sixth of the program: functions load what they need when they are called. */
const MAX_LIBRARY_BYTES = 700_000;

/** A statement that the bundler writes; imports on demand do not match. */
const STATIC_IMPORT = /^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["'];?$/gm;
const LATER_IMPORT = /\bimport\("([^"]+)"\)/g;

/** The files that a file imports, with their code, and the names of other packages. */
function loadedBy(start: URL, forms: readonly RegExp[]) {
  const files = new Map([[start.href, readFileSync(start, 'utf8')]]);
  const packages = new Set<string>();
  for (const [file, code] of files) {
    for (const [, path = ''] of forms.flatMap((form) => [...code.matchAll(form)])) {
      const { href } = new URL(path, file);
      if (!path.startsWith('.')) {
        packages.add(path);
      } else if (!files.has(href)) {
        files.set(href, readFileSync(new URL(href), 'utf8'));
      }
    }
  }
  return { files, packages: new Set([...packages].filter((name) => !isBuiltin(name))) };
}

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
