import { quoteText } from '../../base/terminal-text.ts';
import { type FoundPointer, placeBlobs } from '../../git/list-lfs-pointers.ts';
import type { GitRunOptions } from '../../git/spawn-git.ts';
import { MAX_COMPLETENESS_DETAILS } from '../../vault/manifest.ts';
import type { ReadPointers } from './read-pointers.ts';

interface MissingSearch extends Pick<ReadPointers, 'repository' | 'pointers'> {
  /** The files that the vault has, by digest. */
  readonly there: ReadonlyMap<string, number>;
}

/** The files that pointers of a repository name and a vault lacks. */
interface Missing {
  /** The first pointers, each file once, with where in the repository they are: by path and commit, for people. */
  readonly shown: readonly { readonly pointer: FoundPointer; readonly place: string }[];
  /** The number of the other files. */
  readonly rest: number;
}

/** Finds the files that a vault lacks of those that the pointers of a repository name. */
export async function findMissing(
  { repository, pointers, there }: MissingSearch,
  run: GitRunOptions,
): Promise<Missing> {
  const missing = new Map(
    pointers.filter(({ oid }) => !there.has(oid)).map((pointer) => [pointer.oid, pointer]),
  );
  const first = [...missing.values()].slice(0, MAX_COMPLETENESS_DETAILS);
  const ids = first.map(({ blobId }) => blobId);
  const found = repository && (await placeBlobs(repository, ids, run));
  const shown = first.map((pointer) => {
    const place = found?.get(pointer.blobId);
    return {
      pointer,
      place: place === undefined ? `object ${pointer.blobId}` : `${quoteText(place.path)} in ${place.commit}`,
    };
  });
  return { shown, rest: missing.size - first.length };
}
