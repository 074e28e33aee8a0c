import { escapedName } from '../../base/byte-text.ts';
import { readRepositoryEntry } from '../../git/repository-entry.ts';
import { isSameRepository } from '../../model/repository-name.ts';

/** What to extract. */
export interface ExtractSelection {
  /** `owner/name`, with its wiki; `owner/name.wiki` for the wiki only. */
  readonly repositories: readonly string[];
  readonly hasAllRepositories: boolean;
  /** Files in texts, uploaded with issues and comments. */
  readonly hasAttachments: boolean;
  /** The files of releases. */
  readonly hasReleases: boolean;
  /** Names of entries. */
  readonly entryNames: readonly string[];
}

interface Entry {
  readonly name: string;
  /** Its class in the layout of an archive: `attachment`, `git` and so on. */
  readonly content: string;
}

/** True if the entry itself is to be extracted. */
export function isWantedFile(selection: ExtractSelection, { name, content }: Entry): boolean {
  const isNamed = selection.entryNames.includes(escapedName(name)) || selection.entryNames.includes(name);
  switch (content) {
    case 'attachment':
    case 'repository_file':
      return selection.hasAttachments || isNamed;
    case 'release_asset':
      return selection.hasReleases || isNamed;
    case 'directory':
      return false;
    default:
      return isNamed;
  }
}

/** True if the repository in this folder of the tar (`repositories/owner/name.git`) is to be extracted. */
export function isWantedRepository(selection: ExtractSelection, archivePath: string): boolean {
  return selection.hasAllRepositories || selection.repositories.some((name) => isGitOf(name, archivePath));
}

/** True if this folder of the tar contains the git data of the repository or its wiki. */
export function isGitOf(repository: string, archivePath: string): boolean {
  const [, path = ''] = /^repositories\/(.+)\.git$/s.exec(archivePath) ?? [];
  return isSameRepository(repository, path) || isSameRepository(`${repository}.wiki`, path);
}

/** True if the entry is part of a repository that is to be extracted. */
export function isInWantedRepository(selection: ExtractSelection, entryName: string): boolean {
  const entry = readRepositoryEntry(entryName);
  return entry !== undefined && isWantedRepository(selection, entry.archivePath);
}
