import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { READING_LIMITS } from '../git-limits.table.ts';
import { readRefValue } from '../list-refs.ts';
import { isObjectId, isRefName } from '../ref-name.ts';
import { type AskGit, cutOf } from './ask-git.ts';

/** The names of a repository, with the ids of the objects that they name, there or not. */
export interface Refs {
  /** The branch that HEAD names; undefined where HEAD names a commit or nothing. */
  readonly head: string | undefined;
  /** The commit that a detached HEAD names. */
  readonly detachedAt: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  /** Whether there are more than are read. */
  readonly isCut: boolean;
}

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';

/** Reads branches and tags by their short names. */
export async function readRefs(directory: string, ask: AskGit): Promise<Refs> {
  const branches = new Map<string, string>();
  const tags = new Map<string, string>();
  let count = 0;
  const ending = await ask({
    // Nothing that needs the objects: a ref of an object that is not there would end the list.
    arguments: [
      'for-each-ref',
      `--count=${READING_LIMITS.refs + 1}`,
      '--format=%(objectname) %(refname)',
      BRANCHES,
      TAGS,
    ],
    onLine(line, channel) {
      const space = line.indexOf(' ');
      const [id, name] = [line.slice(0, space), line.slice(space + 1)];
      if (channel === 'complaints' || !(isObjectId(id) && isRefName(name))) {
        return;
      }
      count += 1;
      if (count <= READING_LIMITS.refs) {
        const isBranch = name.startsWith(BRANCHES);
        (isBranch ? branches : tags).set(name.slice((isBranch ? BRANCHES : TAGS).length), id);
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

async function readHead(directory: string): Promise<Pick<Refs, 'head' | 'detachedAt'>> {
  const text = await readFile(join(directory, 'HEAD'), 'utf8').catch(() => '');
  const value = readRefValue(text);
  return {
    head:
      value?.type === 'symbolic' && value.target.startsWith(BRANCHES)
        ? value.target.slice(BRANCHES.length)
        : undefined,
    detachedAt: value?.type === 'direct' ? value.id : undefined,
  };
}
