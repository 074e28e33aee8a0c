import { type FoundPointer, listLfsPointers } from '../../git/list-lfs-pointers.ts';
import { type OwnRepository, requireOwnRepository } from '../../git/own-repository.ts';
import type { GitRunOptions } from '../../git/spawn-git.ts';
import { Failure } from '../../model/failure.ts';
import { findGitFolder, foldersIn } from '../../store/file-folders.ts';
import type { Vault } from '../../vault/vault.ts';

/** What a kept repository has in Git LFS. */
export interface ReadPointers {
  /** Undefined if git cannot read it at all. */
  readonly repository: OwnRepository | undefined;
  readonly pointers: readonly FoundPointer[];
  /** Why there may be more pointers; undefined if all were read. */
  readonly trouble: string | undefined;
}

/** Fetches those of these repositories from the origin of a vault, if it has one, that its directory lacks. */
export async function fetchAbsentRepositories(
  { directory, origin }: Pick<Vault, 'directory' | 'origin'>,
  names: Iterable<string>,
): Promise<void> {
  if (origin === undefined) {
    return;
  }
  const folders = foldersIn(directory);
  const absent = [...names].filter((folder) => findGitFolder(folders, folder) === undefined);
  if (absent.length > 0) {
    await origin.fetchFiles({ repositories: new Set(absent) });
  }
}

/**
 * Reads the pointers of Git LFS in all of the history of a kept repository, by its folder in `git/`. One that is absent,
 * damaged or not from Satchel may have more than are found. Fails with `git-missing`.
 */
export async function readPointers(
  { directory }: Pick<Vault, 'directory'>,
  folder: string,
  options: GitRunOptions,
): Promise<ReadPointers> {
  const path = findGitFolder(foldersIn(directory), folder);
  if (path === undefined) {
    return unread('it is missing');
  }
  try {
    const repository = await requireOwnRepository(path);
    const { pointers, isWhole } = await listLfsPointers(repository, options);
    return { repository, pointers, trouble: (await isWhole()) ? undefined : 'git cannot read all of it' };
  } catch (error) {
    if (error instanceof Failure && error.code === 'git-unreadable') {
      return unread(error.reason);
    }
    throw error;
  }
}

function unread(trouble: string): ReadPointers {
  return { repository: undefined, pointers: [], trouble };
}
