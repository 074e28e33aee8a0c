import { lstatSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SystemFailure, systemErrorCode } from './failure.ts';

/**
 * What is at a path of a store or vault that may come from elsewhere; undefined if it is absent, or if the path or one of
 * that many folders above it is a link: it would lead to files of this machine, which would be shown or published as theirs.
 */
export function plainStats(path: string, { folders }: { readonly folders: number }): Stats | undefined {
  try {
    const stats = lstatSync(path);
    let at = resolve(path);
    for (let left = folders; left > 0; left -= 1) {
      at = dirname(at);
      if (lstatSync(at).isSymbolicLink()) {
        return undefined;
      }
    }
    return stats.isSymbolicLink() ? undefined : stats;
  } catch (error) {
    if (ABSENT.has(systemErrorCode(error) ?? '')) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Returns a path at which Satchel keeps its own files. Fails with `file-system` if a link is there: files elsewhere would
 * be shown, overwritten, or removed as files that nothing needs.
 */
export function requireNoLink(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new SystemFailure(
      'file-system',
      `Cannot use "${path}": it is a link, and could lead to files that do not belong here`,
      {
        hint: 'Put the folder itself in its place. A link to a whole vault, or to a whole folder with a store, is allowed',
      },
    );
  }
  return path;
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
