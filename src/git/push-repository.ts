import { Failure } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';
import { type FoundPointer, listLfsPointers } from './list-lfs-pointers.ts';
import { readRefs } from './list-refs.ts';
import { requireOwnRepository } from './own-repository.ts';
import { linesOf, runGit } from './run-git.ts';
import type { GitRemote, GitRunOptions } from './spawn-git.ts';

interface PushOptions extends GitRunOptions {
  readonly remote: GitRemote;
  /** Whether the target becomes equal: what it has in other versions is replaced, and what the repository lacks removed. */
  readonly isForced: boolean;
}

/** What became of the refs at the target. */
export interface PushedRefs {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Refs that the target has in another version, or does not take, with its reason. */
  readonly refused: readonly { readonly ref: string; readonly reason: string }[];
}

/** The first parts of refs that a service or we make for our own purposes, below `refs/`. Other hosts refuse them. */
const HIDDEN: ReadonlySet<string> = new Set(['pull', 'merge-requests', 'satchel']);

/** The meaning of the first character of a line (git-push, OUTPUT). */
const COUNTED = { '*': 'created', ' ': 'updated', '+': 'updated', '-': 'removed', '=': 'unchanged' } as const;

/**
 * Pushes all refs of a bare repository apart from hidden ones. Without force, only what is new or a descendant of what the target has is
 * written. Running it again continues after an interruption. Fails with `git-unreadable`, or with `network` if the target does not answer.
 */
export async function pushRepository(directory: string, options: PushOptions): Promise<PushedRefs> {
  const { remote, isForced, searchPath, signal } = options;
  const repository = await requireOwnRepository(directory);
  const { refs } = await readRefs(repository, { searchPath, signal });
  const spaces = new Set([...refs.keys()].filter(isPushed).map(spaceOf));
  const refspecs = [...spaces].map((space) => `${isForced ? '+' : ''}refs/${space}/*:refs/${space}/*`);
  const counts = { created: 0, updated: 0, removed: 0, unchanged: 0 };
  const refused: { readonly ref: string; readonly reason: string }[] = [];
  if (refspecs.length === 0) {
    return { ...counts, refused };
  }
  let complaint: string | undefined;
  const { status } = await runGit({
    searchPath,
    signal,
    repository,
    remote,
    command: ['push', { options: isForced ? ['--prune'] : [], url: remote.url.href, refspecs }],
    onLine(line, channel) {
      if (channel === 'complaints') {
        complaint ??= /^(?:fatal|error|ssh): (.+)/.exec(line)?.[1];
        return;
      }
      const [flag = '', names = '', summary = ''] = line.split('\t');
      if (flag === '!') {
        const reason = /\((.+)\)$/.exec(summary)?.[1] ?? summary;
        refused.push({ ref: names.slice(names.indexOf(':') + 1), reason: redactSecrets(reason) });
      } else if (isCounted(flag)) {
        counts[COUNTED[flag]] += 1;
      }
    },
  });
  if (status !== 0 && refused.length === 0) {
    throw new Failure('network', redactSecrets(complaint ?? 'git ended without a reason'));
  }
  return { ...counts, refused };
}

function spaceOf(ref: string): string {
  return ref.split('/')[1] ?? '';
}

function isPushed(ref: string): boolean {
  return !HIDDEN.has(spaceOf(ref));
}

/**
 * Finds the pointers of Git LFS in the history of what is pushed. Anyone can propose changes with a pointer that names a file
 * of another repository: what only hidden refs have is not sent.
 */
export async function listPushedPointers(
  directory: string,
  run: GitRunOptions,
): Promise<{ readonly pointers: readonly FoundPointer[]; readonly isWhole: boolean }> {
  const repository = await requireOwnRepository(directory);
  const { all, isWhole } = await listLfsPointers(repository, run);
  const byBlob = new Map(all.map((pointer) => [pointer.blobId, pointer]));
  const pushed = new Map<string, FoundPointer>();
  const { refs } = await readRefs(repository, run);
  const wanted = [...refs].filter(([name]) => isPushed(name)).map(([, id]) => id);
  if (all.length === 0 || wanted.length === 0) {
    return { pointers: [], isWhole: await isWhole() };
  }
  const { status } = await runGit({
    ...{ ...run, repository, command: ['listReachable', {}], input: linesOf(wanted) },
    onLine(line, channel) {
      const pointer = channel === 'output' ? byBlob.get(line) : undefined;
      if (pointer !== undefined) {
        pushed.set(pointer.oid, pointer);
      }
    },
  });
  return { pointers: [...pushed.values()], isWhole: status === 0 && (await isWhole()) };
}

function isCounted(flag: string): flag is keyof typeof COUNTED {
  return Object.hasOwn(COUNTED, flag);
}
