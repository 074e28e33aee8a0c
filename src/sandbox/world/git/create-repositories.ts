import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { invariant } from '../../../base/failure.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { type Commit, formatSignature, type GitHistory, type GitTag } from './git-history.ts';
import { findGit, type Git } from './run-git.ts';

/** An address reserved for documentation (RFC 5737). */
const STORAGE_HOST = '192.0.2.17';

/**
 * Creates bare repositories like those of `git clone --mirror` in a folder per owner, as `name.git` and `name.wiki.git`,
 * and returns their number.
 */
export async function createRepositories(
  contents: readonly RepositoryContent[],
  directory: string,
  signal?: AbortSignal,
): Promise<number> {
  const runner = await findGit(signal);
  const histories = contents.flatMap(({ repository, git, wiki }) => [
    { path: join(directory, `${repository}.git`), history: git },
    ...(wiki === undefined ? [] : [{ path: join(directory, `${repository}.wiki.git`), history: wiki }]),
  ]);
  for (const { path, history } of histories) {
    await createBareRepository(runner, history, path);
  }
  return histories.length;
}

/** Creates one bare repository; an empty one has neither packs nor packed refs. */
export async function createBareRepository(git: Git, history: GitHistory, path: string): Promise<void> {
  await writeSkeleton(history, path);
  if (history.commits.length === 0) {
    return;
  }
  await git.run('importHistory', path, writeFastImport(history));
  await git.run('packRefs', path);
  // Removes the empty folders of loose refs.
  await rm(join(path, 'refs'), { recursive: true });
  await makeDirectories(path);
  await verifyRefs(history, path);
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

/** The commit ids that the world computed must be those of git. */
async function verifyRefs(history: GitHistory, path: string): Promise<void> {
  const lines = new Set((await readFile(join(path, 'packed-refs'), 'utf8')).split('\n'));
  for (const { name, sha } of history.refs) {
    invariant(lines.has(`${sha} ${name}`), `git and the world agree on ${name} of ${path}`);
  }
}

/** The other files of a mirror clone. */
const REPOSITORY_FILES = {
  description: "Unnamed repository; edit this file 'description' to name the repository.\n",
  'info/exclude': '# Patterns of files that git leaves alone here, one a line.\n# *.[oa]\n# *~\n',
} as const;

/** Git would run these hooks without the ending of their names. */
const SAMPLE_HOOKS = {
  'hooks/commit-msg.sample': '#!/bin/sh\n# Sample: would look at the message of a commit.\ntest -s "$1"\n',
  'hooks/post-update.sample':
    '#!/bin/sh\n# Sample: would help servers that only hand out files.\nexec git update-server-info\n',
  'hooks/pre-commit.sample':
    '#!/bin/sh\n# Sample: would look for conflicts that were left in.\nexec git diff --cached --check\n',
  'hooks/pre-push.sample': '#!/bin/sh\n# Sample: would see what is about to leave.\nexit 0\n',
} as const;

const REPOSITORY_DIRECTORIES = [
  'branches',
  'hooks',
  'info',
  'objects/info',
  'objects/pack',
  'refs/heads',
  'refs/tags',
] as const;

/** Writes a history in the format of git-fast-import(1). */
function* writeFastImport(history: GitHistory): Generator<string> {
  const marks = new Map<string, number>();
  // All commits are created on this branch; at the end each ref is set to its commit.
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
    throw new RangeError(`Cannot import commit "${sha}": it is missing or precedes its parents`);
  }
  return mark;
}
