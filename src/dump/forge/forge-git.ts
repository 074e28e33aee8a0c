import type { GitLibrary } from '../../git/open-repository.ts';
import { isRefName } from '../../git/ref-name.ts';
import type { Thread } from '../../reading/thread.ts';
import type { Database } from '../../store/database.ts';
import { type FileFolders, findGitFolder } from '../../store/file-folders.ts';
import { readKeptRepositories } from '../../store/kept-files.ts';
import { gitFiles, type PlacedRepository } from '../archive-content.ts';
import { copyInto, type DumpFolder } from '../dump-place.ts';
import { ATTACHMENTS_TAG } from './forge-releases.ts';

/** Where the git data of repositories and wikis is kept. */
export interface ForgePlaces {
  find(repo: string, isWiki: boolean): PlacedRepository | undefined;
  /** Repositories that the store lists, and that are no longer next to it, as far as they were looked for. */
  readonly missing: readonly string[];
}

export function findForgePlaces(db: Database, files: FileFolders): ForgePlaces {
  const keyOf = (repo: string, isWiki: boolean) => `${repo.toLowerCase()} ${isWiki}`;
  const kept = new Map(
    readKeptRepositories(db)
      .toReversed() // Of names that differ only in case, the first counts.
      .map((each) => [keyOf(each.repo, each.isWiki), each]),
  );
  const missing: string[] = [];
  return {
    missing,
    find(repo, isWiki) {
      const found = kept.get(keyOf(repo, isWiki));
      const directory = found && findGitFolder(files, found.folder);
      if (found !== undefined && directory === undefined) {
        missing.push(found.entryName);
      }
      return found && directory !== undefined ? { ...found, directory } : undefined;
    },
  };
}

/** The refs that a restored repository needs besides its own. */
export interface ForgeGit {
  /** The branch of a pull request and its commit. Adds refs that keep both, as far as the repository has the commit. */
  placePullRequest(
    number: number,
    thread: Thread,
  ): Promise<{ readonly headRef: string; readonly headSha: string }>;
  /** Adds the tag of the release of attachments, if there is a commit that it can be at. */
  tagAttachments(): Promise<void>;
  readonly defaultBranch: string | undefined;
  /** Writes the repository with the added refs. */
  write(dump: DumpFolder, folder: string): Promise<void>;
}

export async function openForgeGit(library: GitLibrary, placed: PlacedRepository): Promise<ForgeGit> {
  const git = library.open(placed.directory);
  const { branches, tags, head } = await git.refs();
  const added = new Map<string, string>();
  /** No branch may be a folder of another. */
  const isFree = (branch: string) =>
    isRefName(`refs/heads/${branch}`) &&
    ![...branches.keys()].some(
      (name) => name === branch || name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`),
    );
  return {
    async placePullRequest(number, { pullRequest: facts, state }) {
      const ref = facts?.headRef ?? '';
      const headSha = facts?.headSha ?? '';
      const commit = headSha === '' ? undefined : await git.find(headSha);
      if (commit === undefined) {
        return { headRef: ref, headSha };
      }
      added.set(`refs/pull/${number}/head`, commit);
      if (state !== 'open' || branches.get(ref) === commit) {
        return { headRef: ref, headSha };
      }
      // The branch of a fork, or one that has moved on: an open pull request needs a branch at its commit.
      const names = [`pull-${number}/${ref}`, `pull-${number}`];
      const free = names.find(isFree);
      if (free !== undefined) {
        added.set(`refs/heads/${free}`, commit);
      }
      return { headRef: free ?? ref, headSha };
    },
    async tagAttachments() {
      const commit = tags.has(ATTACHMENTS_TAG) ? undefined : await git.find('HEAD');
      if (commit !== undefined) {
        added.set(`refs/tags/${ATTACHMENTS_TAG}`, commit);
      }
    },
    defaultBranch: head,
    async write(dump, folder) {
      await writeRepository(dump, folder, placed);
      for (const [ref, commit] of added) {
        await dump.addFile(`${folder}/${ref}`, (file) => file.write(`${commit}\n`));
      }
    },
  };
}

/** Copies a bare repository. Folders are added too: git needs some of them, even if they are empty. */
export async function writeRepository(
  dump: DumpFolder,
  folder: string,
  { directory, objectFormat }: PlacedRepository,
): Promise<void> {
  for (const { name, open } of gitFiles(directory, { entryName: folder, objectFormat })) {
    if (name.endsWith('/')) {
      await dump.addFolder(name.slice(0, -1));
      continue;
    }
    await dump.addFile(name, (file) => copyInto(file, open()));
  }
}
