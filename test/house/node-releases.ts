import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { FOLDER, MAIN, TARBALL } from './packed-program.ts';

const run = promisify(execFile);

/** A Node release with a Satchel that its own npm installed. */
export interface InstalledProgram {
  readonly node: string;
  readonly main: string;
}

/** The program that runs these tests. */
export const THIS_PROGRAM: InstalledProgram = { node: process.execPath, main: MAIN };

/** Other supported releases of Node, each with its npm. */
export const NODE_RELEASES = [
  { node: '22.23.3', npm: '10.9.4' },
  { node: '24.21.0', npm: '12.2.0' },
] as const;

type NodeRelease = (typeof NODE_RELEASES)[number];

/**
 * Installs the packed program globally (`npm install -g`) with a release of Node. Node and npm come from the npm
 * registry, which has both as packages.
 *
 * @param purpose names the folder, which must not be used by two files of tests at once
 * @returns undefined if the registry cannot be reached or does not have Node for this machine
 */
export async function installWithRelease(
  release: NodeRelease,
  purpose: string,
): Promise<InstalledProgram | undefined> {
  const installed = await installNode(release, purpose, [`npm@${release.npm}`]);
  if (installed === undefined) {
    return;
  }
  const { node, folder } = installed;
  const prefix = join(folder, 'global');
  await rm(prefix, { recursive: true, force: true });
  const npm = join(folder, 'node_modules/npm/bin/npm-cli.js');
  const path = [join(node, '..'), process.env['PATH']].join(delimiter);
  const fast = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run(node, [npm, 'install', '--global', ...fast, '--prefix', prefix, TARBALL], {
    env: { ...process.env, PATH: path },
  });
  const { bin } = JSON.parse(await readFile(join(prefix, 'lib/node_modules/satchel/package.json'), 'utf8'));
  return { node, main: join(prefix, 'lib/node_modules/satchel', bin.satchel) };
}

/** Installs a release of Node and packages that need it, like `installWithRelease`. Returns its executable and the folder. */
export async function installNode(release: NodeRelease, purpose: string, packages: readonly string[]) {
  const folder = join(FOLDER, `node-${release.node}-${purpose}`);
  const packageOfNode = `node-${process.platform}-${process.arch}`;
  const node = join(folder, 'node_modules', packageOfNode, 'bin/node');
  const wanted = [`${packageOfNode}@${release.node}`, ...packages];
  if (!(await hasPackages(folder, wanted))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{}');
    const fast = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    try {
      await run('npm', ['install', ...fast, ...wanted], { cwd: folder });
    } catch {
      return undefined;
    }
    await writeFile(join(folder, 'whole'), wanted.join(' '));
  }
  return { node, folder };
}

async function hasPackages(folder: string, wanted: readonly string[]): Promise<boolean> {
  const path = join(folder, 'whole');
  return existsSync(path) && (await readFile(path, 'utf8')) === wanted.join(' ');
}
