import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Vite } from 'vitest/node';
import { makeTemporaryFolder } from './temporary-place.ts';

/**
 * Satchel as users get it: packed with `npm pack` and installed without development dependencies. Tests use this
 * program, as processes, in browsers, over HTTP and as a library, because working from the sources alone is not enough.
 */

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = join(PROJECT, 'src/');

/** With this variable set, tests use the sources, without a build. Tests that start processes need the build anyway. */
export const MEETS_SOURCES = process.env['SATCHEL_TEST_SOURCES'] === '1';

/** The system's folder for temporary files. Processes of a test run have a folder in it. */
const SYSTEM_TEMPORARY = process.env['SATCHEL_TEST_SYSTEM_TMPDIR'] ?? tmpdir();

/** One folder per checkout, outside of it, so that development dependencies cannot be resolved from there. */
export const FOLDER = join(
  SYSTEM_TEMPORARY,
  `satchel-packed-${createHash('sha256').update(PROJECT).digest('hex').slice(0, 12)}`,
);

/** Archives that sandboxes of this run have written: all processes of a run share them. */
export const SHELF = join(FOLDER, 'shelf');

/** What the installed package is made of, except a few documents. */
const PACKED = ['dist', 'compiled', 'schemas'];

/** Folders of optional packages, which are linked into the installation. */
const OPTIONAL = ['@aws-sdk', '@duckdb', '@mermaid-js', '@modelcontextprotocol'];

/** The tarball from `npm pack`. */
export const TARBALL = join(FOLDER, 'satchel.tgz');
/** The URL of the installed package, with a trailing slash. */
export const PACKAGE = pathToFileURL(MEETS_SOURCES ? PROJECT : join(FOLDER, 'node_modules/satchel/'));
/** The compiled modules, which mirror `src`. The package does not hold them: tests find them next to its `dist`. */
export const COMPILED = new URL('compiled/', PACKAGE);
/** The file that starts the command line. */
export const MAIN = fileURLToPath(new URL('dist/cli/main.js', PACKAGE));
/** The module that programs import. */
const LIBRARY = fileURLToPath(new URL('dist/index.js', PACKAGE));

/**
 * Packs the output of `npm run build`, and installs it next to the packages of the lockfile. Lets all processes of the run
 * use one folder for temporary files, which the returned function removes.
 */
export function setup(): () => void {
  packProgram();
  const temporary = makeTemporaryFolder();
  Object.assign(process.env, { SATCHEL_TEST_SYSTEM_TMPDIR: SYSTEM_TEMPORARY, TMPDIR: temporary });
  return () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
}

function packProgram(): void {
  rmSync(SHELF, { recursive: true, force: true });
  if (MEETS_SOURCES) {
    return;
  }
  const program = join(PROJECT, 'dist/base/own-file-schemas.cjs'); // Written by the last step of a build.
  if (!existsSync(program) || statSync(program).mtimeMs < newestFile('src').timeMs) {
    throw new Error(
      'Cannot test: dist is older than src. Run "npm run build", or set SATCHEL_TEST_SOURCES=1 for tests without processes',
    );
  }
  installPackages();
  const parts = [...PACKED.map((name) => newestFile(name)), statSync(join(PROJECT, 'package.json')).mtimeMs];
  if (isNoted('packed', JSON.stringify(parts))) {
    return;
  }
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER], PROJECT),
  ) as readonly { readonly filename: string }[];
  renameSync(join(FOLDER, packed?.filename ?? ''), TARBALL);
  const installed = fileURLToPath(PACKAGE);
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', TARBALL, '-C', installed, '--strip-components=1']);
  cpSync(join(PROJECT, 'compiled'), fileURLToPath(COMPILED), { recursive: true });
  linkBundledPackages(installed);
  startPackedPrograms(join(installed, 'dist'));
  note('packed', JSON.stringify(parts));
}

/** Lets compiled modules find the packages that the bundles contain. The bundles themselves cannot find them there. */
function linkBundledPackages(installed: string): void {
  const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  const names = new Set(Array.from(notices.matchAll(/^(\S+)@[\d.]+ \(/gm), ([, name = '']) => name));
  for (const name of names) {
    const link = join(fileURLToPath(COMPILED), 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules', name), link);
  }
}

/** Lets compiled modules start the threads and child processes of the package instead of their own. */
function startPackedPrograms(dist: string): void {
  const programs = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /-(worker|child|process)\.js$/.test(path) && !path.startsWith('chunks'),
  );
  for (const path of programs) {
    writeFileSync(
      new URL(path, COMPILED),
      `import ${JSON.stringify(pathToFileURL(join(dist, path)).href)};\n`,
    );
  }
}

/** The time of the newest file in a folder of the project, and the number of its files. */
function newestFile(folder: string): { readonly timeMs: number; readonly files: number } {
  const path = join(PROJECT, folder);
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const times = entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return { timeMs: Math.max(...times), files: times.length };
}

/** Whether a step has already been done for this input. */
function isNoted(step: string, input: string): boolean {
  const path = join(FOLDER, `${step}.done`);
  return existsSync(path) && readFileSync(path, 'utf8') === input;
}

function note(step: string, input: string): void {
  writeFileSync(join(FOLDER, `${step}.done`), input);
}

/** Installs the dependencies, unless that was done for the same lockfile. Copies the compiled driver. */
function installPackages(): void {
  const lockfile = readFileSync(join(PROJECT, 'package-lock.json'));
  const wanted = `${createHash('sha256').update(lockfile).digest('hex')} ${process.version} ${OPTIONAL}`;
  if (isNoted('installed', wanted)) {
    return;
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { mode: 0o700 });
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(PROJECT, name), join(FOLDER, name));
  }
  npm(['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], FOLDER);
  const compiled = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
  if (existsSync(join(PROJECT, compiled))) {
    cpSync(join(PROJECT, compiled), join(FOLDER, compiled));
  }
  for (const name of OPTIONAL) {
    symlinkSync(join(PROJECT, 'node_modules', name), join(FOLDER, 'node_modules', name));
  }
  note('installed', wanted);
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Resolves imports of source files to the library of the installed package, or to the compiled modules next to it. */
export const meetPackedProgram: Vite.Plugin = {
  name: 'meet-packed-program',
  enforce: 'pre',
  resolveId(specifier, importer) {
    if (MEETS_SOURCES || importer === undefined || !specifier.startsWith('.') || !specifier.endsWith('.ts')) {
      return null;
    }
    const path = fileURLToPath(new URL(specifier, pathToFileURL(importer)));
    return path.startsWith(SOURCES) ? compiledPath(path) : null;
  },
};

function compiledPath(source: string): string {
  const path = source.slice(SOURCES.length).replaceAll('\\', '/').replace(/\.ts$/, '.js');
  return path === 'index.js' ? LIBRARY : fileURLToPath(new URL(path, COMPILED));
}
