import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, pathOfText, redactSecrets, textOfBytes } from '../base/index.ts';
import { createFsckReport } from './fsck-report.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { readRefs } from './list-refs.ts';
import { objectFormatOf, writeBareRepository } from './own-repository.ts';
import { type GitCall, linesOf, runGit } from './run-git.ts';
import type { GitRemote, GitRunOptions } from './spawn-git.ts';

interface MirrorOptions extends GitRunOptions {
  /** The repository at the service. */
  readonly remote: GitRemote;
}

/** Clones a repository with all of its refs into `directory`, which must not exist. */
export async function cloneMirror(directory: string, options: MirrorOptions): Promise<void> {
  const { refs, head = 'refs/heads/main' } = await listRemoteRefs(options);
  const [anyId = ''] = refs.values();
  try {
    await writeBareRepository(directory, { head, objectFormat: objectFormatOf(anyId) });
    await fetchAll(directory, options);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function fetchAll(gitDirectory: string, options: MirrorOptions): Promise<void> {
  await call({ ...options, gitDirectory, command: ['fetch', { url: options.remote.url.href }] });
}

/** Where commits stay that the service no longer has: `refs/satchel/20261123T091500Z/heads/main`. */
const KEPT = 'refs/satchel/';

/** A merge that the service itself makes for each pull request, and replaces with each push to either branch. */
const TEST_MERGE = /^refs\/pull\/\d+\/merge$/;

/** Refs that usually advance. A tag that moves was replaced, even by a descendant. */
const ADVANCING = /^refs\/(?:heads\/|pull\/\d+\/head$)/;

/**
 * Fetches into a mirror so that its refs are those of the service. The targets of refs that were deleted or rewritten
 * there are kept first, under `refs/satchel/TIME/`, so that an interruption loses nothing.
 */
export async function updateMirror(
  directory: string,
  { time, ...options }: MirrorOptions & { readonly time: string },
): Promise<'updated' | 'unchanged'> {
  const local: GitRunOptions & { readonly gitDirectory: string } = {
    searchPath: options.searchPath,
    signal: options.signal,
    gitDirectory: directory,
  };
  await removeLocks(directory);
  const { refs: theirs, head } = await listRemoteRefs(options);
  const ours = [...(await readRefs(directory, local)).refs].filter(([name]) => !name.startsWith(KEPT));
  const changed = ours.filter(([name, id]) => theirs.get(name) !== id);
  if (changed.length === 0 && ours.length === theirs.size) {
    return 'unchanged';
  }
  const kept = changed
    .filter(([name]) => !TEST_MERGE.test(name))
    .map(([name, id]) => ({ name, id, keptName: `${KEPT}${time}/${name.slice('refs/'.length)}` }));
  const deleted = changed.filter(([name]) => !theirs.has(name));
  await call({
    ...local,
    command: ['updateRefs', {}],
    // A deleted ref would be in the way of a new one below its name.
    input: linesOf([
      ...kept.map(({ keptName, id }) => `update ${keptName} ${id}`),
      ...deleted.map(([name, id]) => `delete ${name} ${id}`),
    ]),
  });
  await fetchAll(directory, options);
  if (head !== undefined) {
    await call({ ...local, command: ['setHead', { branch: head }] });
  }
  const advanced = kept.filter(({ name }) => theirs.has(name) && ADVANCING.test(name));
  const lost = await findUnreachable(
    advanced.map(({ id }) => id),
    local,
  );
  await call({
    ...local,
    command: ['updateRefs', {}],
    input: linesOf(advanced.filter(({ id }) => !lost.has(id)).map(({ keptName }) => `delete ${keptName}`)),
  });
  return 'updated';
}

/** Removes what a git that was killed has left: its locks never expire. The caller holds the lock of the vault. */
async function removeLocks(directory: string): Promise<void> {
  for (const path of [...(await listIn(directory)), ...(await listBelow(join(directory, 'refs')))]) {
    if (path.endsWith('.lock')) {
      await rm(pathOfText(path));
    }
  }
}

/** The paths in a folder; names of refs need not be UTF-8. */
async function listIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(pathOfText(folder), { encoding: 'buffer' });
  return names.map((name) => join(folder, textOfBytes(name)));
}

async function listBelow(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const path of await listIn(folder)) {
    const isFolder = (await lstat(pathOfText(path))).isDirectory();
    paths.push(path, ...(isFolder ? await listBelow(path) : []));
  }
  return paths;
}

/** What is damaged in a mirror; undefined if all of its objects can be read. */
export async function findMirrorDamage(
  directory: string,
  options: GitRunOptions,
): Promise<string | undefined> {
  const report = createFsckReport({ directory, maxRemarks: GIT_LIMITS.findings });
  const { status } = await runGit({
    ...options,
    gitDirectory: directory,
    command: ['check', {}],
    onLine: (line) => report.readLine(line),
  });
  const remarks = report.remarks();
  const damage = remarks.find(({ code }) => code === 'git-damaged')?.message;
  return damage ?? (status !== 0 && remarks.length === 0 ? 'git fsck did not finish' : undefined);
}

/** The refs of the service, without peeled tags and the target of HEAD, and the branch that HEAD names. */
async function listRemoteRefs(
  options: MirrorOptions,
): Promise<{ readonly refs: ReadonlyMap<string, string>; readonly head: string | undefined }> {
  const refs = new Map<string, string>();
  let head: string | undefined;
  await call({
    ...options,
    command: ['listRemote', { url: options.remote.url.href }],
    maxOutputBytes: GIT_LIMITS.packedRefsBytes,
    hasNames: true,
    onLine(line, channel) {
      const [value = '', name = ''] = line.split('\t');
      if (channel === 'output' && name.startsWith('refs/') && !name.endsWith('^{}')) {
        refs.set(name, value);
      } else if (channel === 'output' && name === 'HEAD' && value.startsWith('ref: refs/heads/')) {
        head = value.slice('ref: '.length);
      }
    },
  });
  return { refs: new Map([...refs].filter(([name]) => !name.startsWith(KEPT))), head };
}

/** Those of some commits that no lasting ref reaches, apart from the kept ones. */
async function findUnreachable(
  ids: readonly string[],
  local: GitRunOptions & { readonly gitDirectory: string },
): Promise<ReadonlySet<string>> {
  const wanted = new Set(ids);
  const found = new Set<string>();
  await call({
    ...local,
    command: ['findUnreachable', {}],
    input: linesOf(wanted),
    onLine: (line, channel) => void (channel === 'output' && wanted.has(line) && found.add(line)),
  });
  return found;
}

/** Runs git, and fails with its reason if it does. */
async function call(options: GitCall): Promise<void> {
  let reason = 'git ended without a reason';
  const { status, stoppedBy } = await runGit({
    ...options,
    onLine(line, channel) {
      const fault = channel === 'complaints' ? /^(?:fatal|error): (.+)/.exec(line)?.[1] : undefined;
      reason = fault ?? reason;
      options.onLine?.(line, channel);
    },
  });
  if (stoppedBy !== undefined || status !== 0) {
    throw new Failure(
      'network',
      stoppedBy === undefined ? wordsOf(reason) : `git exceeded its limit on ${stoppedBy}`,
    );
  }
}

function wordsOf(reason: string): string {
  return /^(?:could not read Username|Authentication failed)/.test(reason)
    ? 'the service does not accept the token for it'
    : redactSecrets(reason);
}
