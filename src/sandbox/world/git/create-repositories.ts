import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { invariant } from '../../../base/index.ts';
import type { World } from '../world.ts';
import { type Commit, formatSignature, type GitHistory, type GitTag } from './git-history.ts';
import { findGit, type Git } from './run-git.ts';

/** Which repositories to make, and where. */
interface RepositoriesOptions {
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

/** What a mirror clone has apart from objects and refs, as path and text. */
const REPOSITORY_FILES = {
  description: "Unnamed repository; edit this file 'description' to name the repository.\n",
  'info/exclude': '# Patterns of files that git leaves alone here, one a line.\n# *.[oa]\n# *~\n',
} as const;

/** Hooks that would run if somebody took the ending from their names. */
const SAMPLE_HOOKS = {
  'hooks/commit-msg.sample': '#!/bin/sh\n# Sample: would look at the message of a commit.\ntest -s "$1"\n',
  'hooks/post-update.sample':
    '#!/bin/sh\n# Sample: would help servers that only hand out files.\nexec git update-server-info\n',
  'hooks/pre-commit.sample':
    '#!/bin/sh\n# Sample: would look for conflicts that were left in.\nexec git diff --cached --check\n',
  'hooks/pre-push.sample': '#!/bin/sh\n# Sample: would see what is about to leave.\nexit 0\n',
} as const;

/** Directories that are there even when they hold nothing. */
const REPOSITORY_DIRECTORIES = [
  'branches',
  'hooks',
  'info',
  'objects/info',
  'objects/pack',
  'refs/heads',
  'refs/tags',
] as const;

/** Writes a history as git's import format (git-fast-import(1)), in the order of its commits. */
function* writeFastImport(history: GitHistory): Generator<string> {
  const marks = new Map<string, number>();
  // Commits of all branches are put together on this one; at the end each ref gets its own.
  const workRef = `refs/heads/${history.defaultBranch}`;
  yield 'feature done\n';
  for (const commit of history.commits) {
    marks.set(commit.sha, marks.size + 1);
    yield* writeCommit(commit, workRef, marks);
  }
  for (const ref of history.refs) {
    yield `reset ${ref.name}\nfrom :${markOf(marks, ref.sha)}\n\n`;
  }
  for (const tag of history.tags) {
    yield writeTag(tag, markOf(marks, tag.sha));
  }
  yield 'done\n';
}

function* writeCommit(commit: Commit, ref: string, marks: ReadonlyMap<string, number>): Generator<string> {
  const [first, ...others] = commit.parents;
  if (first === undefined) {
    yield `reset ${ref}\n`;
  }
  yield [
    `commit ${ref}`,
    `mark :${markOf(marks, commit.sha)}`,
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
    writeText(commit.message),
    ...(first === undefined ? [] : [`from :${markOf(marks, first)}`]),
    ...others.map((parent) => `merge :${markOf(marks, parent)}`),
    '',
  ].join('\n');
  for (const { path, text } of commit.changes) {
    yield `M 100644 inline ${path}\n${writeText(text)}\n`;
  }
  yield '\n';
}

function writeTag(tag: GitTag, mark: number): string {
  if (tag.message === null) {
    return `reset refs/tags/${tag.name}\nfrom :${mark}\n\n`;
  }
  return `tag ${tag.name}\nfrom :${mark}\ntagger ${formatSignature(tag.tagger)}\n${writeText(tag.message)}\n`;
}

function writeText(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

function markOf(marks: ReadonlyMap<string, number>, sha: string): number {
  const mark = marks.get(sha);
  if (mark === undefined) {
    throw new RangeError(`Cannot import commit "${sha}": it comes before its parents or is missing`);
  }
  return mark;
}
