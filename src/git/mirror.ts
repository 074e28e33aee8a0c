import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backoffMs } from '../base/backoff.ts';
import { pathOfText, textOfBytes } from '../base/byte-text.ts';
import type { Random } from '../base/random.ts';
import { isWholeFilePart } from '../base/whole-file.ts';
import { detailOf, Failure } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';
import { type FetchRoom, fetchWithinRoom } from './fetch-room.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { readRefs, readRefValue } from './list-refs.ts';
import { findMirrorDamage, findRot } from './mirror-damage.ts';
import {
  filesOfRepository,
  type OwnRepository,
  objectFormatOf,
  requireOwnRepository,
  restoreConfig,
  writeBareRepository,
  writeHead,
} from './own-repository.ts';
import { isRefName } from './ref-name.ts';
import { type GitCall, linesOf, runGit } from './run-git.ts';
import type { GitRemote, GitRunOptions } from './spawn-git.ts';

/** The refs of a repository at the service, and the branch that HEAD names. */
interface RemoteRefs {
  readonly refs: ReadonlyMap<string, string>;
  readonly head: string | undefined;
}

export interface MirrorRemote extends GitRemote {
  /**
   * Git itself takes almost any answer for an empty repository, so what the service has is not asked through git. Must
   * fail unless the list is whole.
   */
  listRefs(signal: AbortSignal | undefined): Promise<RemoteRefs>;
}

interface MirrorOptions extends GitRunOptions, FetchRoom {
  readonly remote: MirrorRemote;
  readonly random: Pick<Random, 'next'>;
  /** Where commits are kept that the service no longer has: `20261123T091500Z`. */
  readonly time: string;
}

type LocalCall = GitRunOptions & { readonly repository: OwnRepository };

/** Clones a repository with all of its refs into `directory`, which must not exist. */
export async function cloneMirror(directory: string, options: MirrorOptions): Promise<void> {
  const theirs = await listTheirRefs(options);
  const [anyId = ''] = theirs.refs.values();
  const { head = 'refs/heads/main' } = theirs;
  try {
    await writeBareRepository(directory, { head, objectFormat: objectFormatOf(anyId) });
    await follow(await requireOwnRepository(directory), theirs, options);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Where commits stay that the service no longer has: `refs/satchel/20261123T091500Z/heads/main`. */
const KEPT = 'refs/satchel/';

/** A merge that the service itself makes for each pull request, and replaces with each push to either branch. */
const TEST_MERGE = /^refs\/pull\/\d+\/merge$/;

/** Refs that usually advance. A tag that moves was replaced, even by a descendant. */
const ADVANCING = /^refs\/(?:heads\/|pull\/\d+\/head$)/;

/**
 * What an update did; `emptied` if the service has none of the branches any more, which are kept, and `damaged` if the
 * mirror cannot be updated, but must be cloned again.
 */
export type MirrorUpdate = 'updated' | 'unchanged' | 'emptied' | 'damaged';

/**
 * Fetches into a mirror so that its refs are those of the service. The targets of refs that were deleted or rewritten
 * there are kept first, under `refs/satchel/TIME/`, so that an interruption loses nothing.
 */
export async function updateMirror(directory: string, options: MirrorOptions): Promise<MirrorUpdate> {
  const theirs = await listTheirRefs(options);
  await removeRemains(directory);
  await restoreConfig(directory, objectFormatOf([...theirs.refs.values()][0] ?? ''));
  const repository = await requireOwnRepository(directory);
  const { searchPath, signal } = options;
  if ((await findRot(repository, { searchPath, signal })) !== undefined) {
    return 'damaged';
  }
  try {
    return await follow(repository, theirs, options);
  } catch (error) {
    signal?.throwIfAborted();
    if ((await findMirrorDamage(directory, { searchPath, signal })) !== undefined) {
      return 'damaged';
    }
    throw error;
  }
}

/** Follows the service. If git fails to fetch, or fetches something else than was listed, it starts over. */
async function follow(
  repository: OwnRepository,
  first: RemoteRefs,
  options: MirrorOptions,
): Promise<MirrorUpdate> {
  const { clock, random, signal } = options;
  let theirs = first;
  let update: MirrorUpdate = 'unchanged';
  let hadBranches = false;
  for (let attempt = 1; ; attempt += 1) {
    const ours = await readState(repository, options);
    if (isSame(ours, theirs)) {
      return update;
    }
    hadBranches ||= hasBranches(ours);
    update = hadBranches && !hasBranches(theirs) ? 'emptied' : 'updated';
    try {
      await fetchOnce(repository, { ours, theirs }, options);
      return update;
    } catch (error) {
      await removeRemains(repository);
      if (attempt === GIT_LIMITS.fetchTries || !mayPass(error)) {
        throw error;
      }
      await clock.sleep(backoffMs(attempt, { firstMs: 1_000, maxMs: 30_000, random }), signal);
      theirs = await listTheirRefs(options);
    }
  }
}

async function fetchOnce(
  repository: OwnRepository,
  { ours, theirs }: { readonly ours: RemoteRefs; readonly theirs: RemoteRefs },
  options: MirrorOptions,
): Promise<void> {
  const { remote, time, searchPath, signal } = options;
  const local = { searchPath, signal, repository };
  const changed = [...ours.refs].filter(([name, id]) => theirs.refs.get(name) !== id);
  const kept = changed
    .filter(([name]) => !TEST_MERGE.test(name))
    .map(([name, id]) => ({ name, id, keptName: `${KEPT}${time}/${name.slice('refs/'.length)}` }));
  const deleted = changed.filter(([name]) => !theirs.refs.has(name));
  // A deleted ref would be in the way of a new one below its name.
  await changeRefs(local, [
    ...kept.map(({ keptName, id }) => `update ${keptName} ${id}`),
    ...deleted.map(([name, id]) => `delete ${name} ${id}`),
  ]);
  if (theirs.refs.size > 0) {
    await fetchWithinRoom(repository, options, async (ending) => {
      await call({ ...local, signal: ending, remote, command: ['fetch', { url: remote.url.href }] });
    });
  }
  const advanced = kept.filter(({ name }) => theirs.refs.has(name) && ADVANCING.test(name));
  const lost = await findUnreachable(
    advanced.map(({ id }) => id),
    local,
  );
  await changeRefs(
    local,
    advanced.filter(({ id }) => !lost.has(id)).map(({ keptName }) => `delete ${keptName}`),
  );
  // A page in answer to git itself ends a fetch without a failure and without a ref.
  const now = await readState(repository, local);
  if (!haveSameRefs(now, theirs)) {
    throw new Failure('network', 'the service sent other refs than it listed', {
      details: { mayPass: true },
    });
  }
  if (theirs.head !== undefined && theirs.head !== now.head) {
    await writeHead(repository, theirs.head);
  }
}

async function changeRefs(local: LocalCall, changes: readonly string[]): Promise<void> {
  if (changes.length > 0) {
    await call({ ...local, command: ['updateRefs', {}], input: linesOf(changes) });
  }
}

async function listTheirRefs({ remote, signal }: MirrorOptions): Promise<RemoteRefs> {
  const { refs, head } = await remote.listRefs(signal);
  return {
    refs: new Map([...refs].filter(([name]) => isRefName(name) && !name.startsWith(KEPT))),
    head: head !== undefined && isRefName(head) ? head : undefined,
  };
}

async function readState(
  repository: OwnRepository,
  { searchPath, signal }: GitRunOptions,
): Promise<RemoteRefs> {
  const { refs } = await readRefs(repository, { searchPath, signal });
  const head = readRefValue(textOfBytes(await readFile(join(repository, 'HEAD'))));
  return {
    refs: new Map([...refs].filter(([name]) => !name.startsWith(KEPT))),
    head: head?.type === 'symbolic' ? head.target : undefined,
  };
}

function isSame(ours: RemoteRefs, theirs: RemoteRefs): boolean {
  const followsHead = theirs.head === undefined || ours.head === theirs.head;
  const isEqual = [...theirs.refs].every(([name, id]) => ours.refs.get(name) === id);
  return followsHead && isEqual && ours.refs.size === theirs.refs.size;
}

/** Test merges are made again at any time, also while git fetches. */
function haveSameRefs(ours: RemoteRefs, theirs: RemoteRefs): boolean {
  return (
    [...ours.refs].every(([name, id]) => TEST_MERGE.test(name) || theirs.refs.get(name) === id) &&
    [...theirs.refs].every(([name]) => TEST_MERGE.test(name) || ours.refs.has(name))
  );
}

function hasBranches({ refs }: RemoteRefs): boolean {
  return [...refs.keys()].some((name) => name.startsWith('refs/heads/'));
}

function mayPass(error: unknown): boolean {
  return error instanceof Failure && detailOf(error, 'mayPass') === true;
}

/** Removes what was left by a git or a writer that was killed: locks never expire. The caller holds the lock of the vault. */
async function removeRemains(directory: string): Promise<void> {
  for await (const { path, isFile } of filesOfRepository(directory)) {
    const isLeft =
      path.endsWith('.lock') ||
      /^gc\.(?:pid|log)$|^objects\/pack\/tmp_(?:pack|idx|rev)_[^/]*$/.test(path) ||
      isWholeFilePart(path);
    if (isFile && isLeft) {
      await rm(pathOfText(join(directory, path)));
    }
  }
}

/** Those of some commits that no lasting ref reaches, apart from the kept ones. */
async function findUnreachable(ids: readonly string[], local: LocalCall): Promise<ReadonlySet<string>> {
  const wanted = new Set(ids);
  if (wanted.size === 0) {
    return wanted;
  }
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
  const faults: string[] = [];
  const { status, stoppedBy } = await runGit({
    ...options,
    onLine(line, channel) {
      const fault = channel === 'complaints' ? /^(?:fatal|error): (.+)/.exec(line)?.[1] : undefined;
      faults.push(...(fault === undefined ? [] : [fault]));
      options.onLine?.(line, channel);
    },
  });
  if (stoppedBy !== undefined) {
    throw new Failure('network', `git exceeded its limit on ${stoppedBy}`);
  }
  if (status !== 0) {
    const isLasting = options.remote === undefined || faults.some((fault) => LASTING.test(fault));
    throw new Failure('network', wordsOf(faults[0] ?? 'git ended without a reason'), {
      details: { mayPass: !isLasting },
    });
  }
}

/** What git says of a server that refuses for good, and of a full or damaged disk. All else is worth another try. */
const LASTING =
  /(?:error:|HTTP) 4(?!08|29)\d\d|^repository .* not found|^Authentication failed|^could not read Username|No space left|quota exceeded|Read-only file system|Permission denied|Cannot allocate|out of memory/i;

function wordsOf(reason: string): string {
  return /^(?:could not read Username|Authentication failed)/.test(reason)
    ? 'the service does not accept the token for it'
    : redactSecrets(reason);
}
