import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shownBytes, textOfBytes } from '../../base/byte-text.ts';
import { type AskGit, cutOf } from '../ask-git.ts';
import { READING_LIMITS } from '../git-limits.table.ts';
import { readRefValue } from '../list-refs.ts';
import { isObjectId, isRefName } from '../ref-name.ts';

/** Branches and tags of a repository, with the ids of their targets, which may be missing. */
export interface Refs {
  /** The branch that HEAD refers to; undefined if HEAD is not on a branch. */
  readonly head: string | undefined;
  /** The commit of a detached HEAD. */
  readonly detachedAt: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  /** Whether the limit was exceeded. */
  readonly isCut: boolean;
}

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';

/** Reads branches and tags, by short names. */
export async function readRefs(directory: string, ask: AskGit): Promise<Refs> {
  const branches = new Map<string, string>();
  const tags = new Map<string, string>();
  let count = 0;
  const ending = await ask({
    command: ['listBranches', {}],
    hasNames: true,
    onLine(line, channel) {
      const space = line.indexOf(' ');
      const [id, name] = [line.slice(0, space), line.slice(space + 1)];
      if (channel === 'complaints' || !(isObjectId(id) && isRefName(name))) {
        return;
      }
      count += 1;
      if (count <= READING_LIMITS.refs) {
        const isBranch = name.startsWith(BRANCHES);
        const shortName = name.slice((isBranch ? BRANCHES : TAGS).length);
        (isBranch ? branches : tags).set(shownBytes(shortName), id);
      }
    },
  });
  const cut = cutOf(ending, 'the branches of a repository', count > 0);
  return {
    ...(await readHead(directory)),
    branches,
    tags,
    isCut: cut !== null || count > READING_LIMITS.refs,
  };
}

/** The branches and tags whose history has a commit, up to a limit. */
export interface ContainingRefs {
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** Finds branches and tags that contain a commit, as far as git finds them in time. */
export async function findContaining(ask: AskGit, commit: string): Promise<ContainingRefs> {
  const [branches, tags] = await Promise.all(
    [BRANCHES, TAGS].map(async (kind) => {
      const names: string[] = [];
      const { status } = await ask({
        command: ['listContaining', { commit, kind }],
        hasNames: true,
        timeoutMs: READING_LIMITS.containingMs,
        onLine(line, channel) {
          const name = line.slice(line.indexOf(' ') + 1);
          if (channel === 'output' && isRefName(name)) {
            names.push(shownBytes(name.slice(kind.length)));
          }
        },
      });
      const shown = names.slice(0, READING_LIMITS.containing);
      return { names: shown, isCut: status !== 0 || names.length > shown.length };
    }),
  );
  return {
    branches: branches?.names ?? [],
    tags: tags?.names ?? [],
    isCut: branches?.isCut === true || tags?.isCut === true,
  };
}

async function readHead(directory: string): Promise<Pick<Refs, 'head' | 'detachedAt'>> {
  const bytes = await readFile(join(directory, 'HEAD')).catch(() => Buffer.alloc(0));
  const value = readRefValue(textOfBytes(bytes));
  return {
    head:
      value?.type === 'symbolic' && value.target.startsWith(BRANCHES)
        ? shownBytes(value.target.slice(BRANCHES.length))
        : undefined,
    detachedAt: value?.type === 'direct' ? value.id : undefined,
  };
}
