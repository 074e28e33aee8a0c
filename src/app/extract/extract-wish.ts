import { readRepositoryEntry } from '../../git/index.ts';
import { isSameRepository } from '../../model/index.ts';

/** What a person wants back. */
export interface ExtractWish {
  /** `owner/name`, with its wiki; `owner/name.wiki` is the wiki alone. */
  readonly repositories: readonly string[];
  readonly hasAllRepositories: boolean;
  readonly hasAttachments: boolean;
  readonly hasReleases: boolean;
  /** Names of entries. */
  readonly entryNames: readonly string[];
}

/** An entry, as far as wishes go. */
interface WishedEntry {
  readonly name: string;
  /** What it is in the layout of an archive: `attachment`, `git` and so on. */
  readonly content: string;
}

/** Whether the entry is wanted as the file that it is. */
export function isWantedFile(wish: ExtractWish, { name, content }: WishedEntry): boolean {
  switch (content) {
    case 'attachment':
    case 'repository_file':
      return wish.hasAttachments || wish.entryNames.includes(name);
    case 'release_asset':
      return wish.hasReleases || wish.entryNames.includes(name);
    case 'directory':
      return false;
    default:
      return wish.entryNames.includes(name);
  }
}

/** Whether the repository in this folder of the tar, `repositories/owner/name.git`, is wanted. */
export function isWantedRepository(wish: ExtractWish, archivePath: string): boolean {
  return wish.hasAllRepositories || wish.repositories.some((name) => isGitOf(name, archivePath));
}

/** Whether the git data of a repository or of its wiki lies in this folder of the tar. */
export function isGitOf(repository: string, archivePath: string): boolean {
  const [, path = ''] = /^repositories\/(.+)\.git$/s.exec(archivePath) ?? [];
  return isSameRepository(repository, path) || isSameRepository(`${repository}.wiki`, path);
}

/** Whether the entry is part of a repository that is wanted. */
export function isInWantedRepository(wish: ExtractWish, entryName: string): boolean {
  const entry = readRepositoryEntry(entryName);
  return entry !== undefined && isWantedRepository(wish, entry.archivePath);
}
