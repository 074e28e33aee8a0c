import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../store/database.ts';
import { type FileFolders, findCloneFolder } from '../../store/file-folders.ts';

/** A gist or a starred repository that a backup cloned into the vault of the store. */
export interface KeptClone {
  /** As in the paths of its pages: `-/gists/ID` or `-/stars/OWNER/NAME`. No account has this name. */
  readonly name: string;
  readonly list: 'gists' | 'stars';
  readonly folder: string;
  /** Changes when a backup has updated its branches. */
  readonly state: string;
  /** What was captured of it; null if that is no longer listed. */
  readonly about: CloneAbout | null;
}

interface CloneAbout {
  readonly description: string | null;
  readonly url: string | null;
  /** Whether it is a secret gist or a private repository. */
  readonly isPrivate: boolean;
}

const ABOUT = {
  gists: 'SELECT description, url, NOT is_public AS isPrivate FROM gists WHERE id = ?',
  stars: 'SELECT description, url, is_private AS isPrivate FROM stars WHERE repo = ?',
} as const;

const NAME = /^-\/(gists|stars(?=\/[^/]+\/))\/([^\0]+)$/;

/** Finds a clone by name; undefined if there is none. */
export function findClone(
  { db, folders }: { readonly db: Database; readonly folders: FileFolders },
  name: string,
): KeptClone | undefined {
  const [, list, rest = ''] = NAME.exec(name) ?? [];
  if (list !== 'gists' && list !== 'stars') {
    return undefined;
  }
  const folder = findCloneFolder(folders, [list, ...rest.split('/')]);
  if (folder === undefined) {
    return undefined;
  }
  const hasTable = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(list) !== undefined;
  const about = hasTable
    ? db.prepare<[string], Omit<CloneAbout, 'isPrivate'> & { isPrivate: number }>(ABOUT[list]).get(rest)
    : undefined;
  return {
    ...{ name, list, folder },
    state: ['packed-refs', 'refs/heads', 'refs/tags', 'objects/pack']
      .map((part) => timeOf(join(folder, part)))
      .join(' '),
    about: about === undefined ? null : { ...about, isPrivate: about.isPrivate !== 0 },
  };
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
