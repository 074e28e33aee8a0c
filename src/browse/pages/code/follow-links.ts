import { posix } from 'node:path';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { TreeEntry } from '../../../git/parse-tree.ts';

/** Where symbolic links lead. */
export type LinkEnd =
  | { readonly path: string; readonly entry: TreeEntry | undefined }
  /** Out of the repository, to nothing in it, or in a circle. */
  | undefined;

/** As many links as Linux follows. */
const MAX_LINKS = 40;

const MAX_TARGET_BYTES = 4096;

/** Follows all symbolic links of a path within a commit; the entry of the root is undefined. */
export async function followLinks(git: GitRepository, commit: string, path: string): Promise<LinkEnd> {
  let rest = path.split('/');
  let done: string[] = [];
  let entry: TreeEntry | undefined;
  for (let links = 0; rest.length > 0; ) {
    const [part = '', ...others] = rest;
    const here = [...done, part].join('/');
    entry = await git.entry(commit, here);
    if (entry === undefined) {
      return undefined;
    }
    const target = entry.kind === 'link' ? await readTarget(git, entry.id) : undefined;
    if (target === undefined) {
      [done, rest] = [[...done, part], others];
      continue;
    }
    links += 1;
    const end = posix.join(done.join('/'), target, ...others).replace(/\/+$/, '');
    if (links > MAX_LINKS || target.startsWith('/') || /^\.\.(?:\/|$)/.test(end)) {
      return undefined;
    }
    [done, rest, entry] = [[], end === '.' ? [] : end.split('/'), undefined];
  }
  return { path: done.join('/'), entry };
}

async function readTarget(git: GitRepository, id: string): Promise<string | undefined> {
  const { bytes } = (await git.blob(id, MAX_TARGET_BYTES)) ?? {};
  return bytes?.toString('utf8');
}
