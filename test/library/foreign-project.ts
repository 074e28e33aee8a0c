import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../house/afterwards.ts';
import { FOLDER, PACKAGE } from '../house/packed-program.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** As strict as programs can be: the declarations of the package are checked, too. */
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2023', 'ESNext.Disposable'],
  types: ['node'],
  typeRoots: [join(FOLDER, 'node_modules/@types')],
};

/** A project outside of this one that has the packed package as its only dependency. */
export interface ForeignProject {
  readonly directory: string;
  /** Compiles modules, and returns what the compiler prints. */
  compile(modules: Readonly<Record<string, string>>, options?: object, compiler?: string): string;
  /** Runs a compiled module. The test goes on meanwhile: it may be the service. */
  run(name: string, env?: Readonly<Record<string, string>>): Promise<Ran>;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [status] = await once(child, 'exit');
  return status;
}

/** The faults in what the compiler printed, a line each, but those of the types of Node, which contradict the strictest options. */
export function ownFaults(printed: string): readonly string[] {
  return printed
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' ') && !line.includes('node_modules/@types/'));
}

export function makeForeignProject(): ForeignProject {
  const directory = temporaryFolder();
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(fileURLToPath(PACKAGE), join(directory, 'node_modules/satchel'));
  writeFileSync(join(directory, 'package.json'), '{ "name": "foreign", "type": "module" }');
  return {
    directory,
    compile(modules, options = {}, compiler = TSC) {
      const files = Object.entries(modules).map(([name, text]) => {
        writeFileSync(join(directory, name), text);
        return name;
      });
      const compilerOptions = { ...OPTIONS, ...options };
      writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', directory], {
        encoding: 'utf8',
      });
      return `${stdout}${stderr}`;
    },
    async run(name, env = {}) {
      const options = { cwd: directory, env: { PATH: process.env['PATH'] ?? '', HOME: directory, ...env } };
      const child = spawn(process.execPath, [name], options);
      const [stdout, stderr, status] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        exitOf(child),
      ]);
      return { status, stdout, stderr };
    },
  };
}
