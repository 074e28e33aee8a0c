import { Failure } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';
import { readRefs } from './list-refs.ts';
import { requireOwnRepository } from './own-repository.ts';
import { runGit } from './run-git.ts';
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
  const spaces = new Set([...refs.keys()].map((name) => name.split('/')[1] ?? ''));
  const refspecs = [...spaces]
    .filter((space) => !HIDDEN.has(space))
    .map((space) => `${isForced ? '+' : ''}refs/${space}/*:refs/${space}/*`);
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

function isCounted(flag: string): flag is keyof typeof COUNTED {
  return Object.hasOwn(COUNTED, flag);
}
