import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { invariant } from '../../../base/index.ts';
import type { World } from '../world.ts';
import { writeFastImport } from './fast-import-stream.ts';
import type { GitHistory } from './git-history.ts';
import { REPOSITORY_DIRECTORIES, REPOSITORY_FILES, SAMPLE_HOOKS } from './repository-files.table.ts';
import { findGit, type Git } from './run-git.ts';

/** Which repositories to make, and where. */
export interface RepositoriesOptions {
  readonly world: World;
  /** `owner/name` of those to make, spelled as in the world; all where it is left out. */
  readonly repositories?: ReadonlySet<string>;
  /** Gets a folder per owner, with `name.git` and `name.wiki.git` in it. */
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}

/** An address inside a network that no packet reaches (RFC 5737). */
const STORAGE_HOST = '192.0.2.17';

/** Makes bare git repositories, as a mirror clone leaves them, and says how many. */
export async function createRepositories(options: RepositoriesOptions): Promise<number> {
  const { world, repositories, directory, signal } = options;
  const git = await findGit(signal);
  let count = 0;
  for (const content of world.contents) {
    if (repositories?.has(content.repository) === false) {
      continue;
    }
    const histories = { '.git': content.git, '.wiki.git': content.wiki };
    for (const [ending, history] of Object.entries(histories)) {
      if (history !== undefined) {
        await createBareRepository(git, history, join(directory, `${content.repository}${ending}`));
        count += 1;
      }
    }
  }
  return count;
}

/** Makes one bare repository; an empty history gives one without a pack and without packed refs. */
async function createBareRepository(git: Git, history: GitHistory, path: string): Promise<void> {
  await writeSkeleton(history, path);
  if (history.commits.length === 0) {
    return;
  }
  const place = `--git-dir=${path}`;
  // An unpack limit of 1 makes a pack of any number of objects, one thread the same pack every time.
  const settings = [
    '-c',
    'fastimport.unpackLimit=1',
    '-c',
    'pack.threads=1',
    '-c',
    'core.fsync=none',
    '-c',
    'pack.writeReverseIndex=false',
  ];
  await git.run([place, ...settings, 'fast-import', '--quiet', '--done'], writeFastImport(history));
  await git.run([place, 'pack-refs', '--all', '--prune']);
  // What is left of the loose refs are empty folders.
  await rm(join(path, 'refs'), { recursive: true });
  await makeDirectories(path);
  await proveRefs(history, path);
}

async function writeSkeleton(history: GitHistory, path: string): Promise<void> {
  await makeDirectories(path);
  const files = {
    HEAD: `ref: refs/heads/${history.defaultBranch}\n`,
    config: writeConfig(path),
    ...REPOSITORY_FILES,
    ...SAMPLE_HOOKS,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(path, name), text);
  }
}

async function makeDirectories(path: string): Promise<void> {
  await Promise.all(REPOSITORY_DIRECTORIES.map((name) => mkdir(join(path, name), { recursive: true })));
}

function writeConfig(path: string): string {
  const name = path.slice(dirname(dirname(path)).length + 1).replaceAll('\\', '/');
  return [
    '[core]',
    '\trepositoryformatversion = 0',
    '\tfilemode = true',
    '\tbare = true',
    '[remote "origin"]',
    `\turl = http://${STORAGE_HOST}/repositories/${name}`,
    '\tfetch = +refs/*:refs/*',
    '\tmirror = true',
    '',
  ].join('\n');
}

/** The world computes its commit ids; here git has computed them too, and they have to agree. */
async function proveRefs(history: GitHistory, path: string): Promise<void> {
  const lines = new Set((await readFile(join(path, 'packed-refs'), 'utf8')).split('\n'));
  for (const { name, sha } of history.refs) {
    invariant(lines.has(`${sha} ${name}`), `git and the world agree on ${name} of ${path}`);
  }
}
