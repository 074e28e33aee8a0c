import type { GitLibrary } from '../../git/open-repository.ts';
import { isRefName } from '../../git/ref-name.ts';
import type { Thread } from '../../reading/thread.ts';
import { gitFiles, type PlacedRepository } from '../archive-content.ts';
import type { DumpFolder } from '../dump-place.ts';
import { ATTACHMENTS_TAG } from './forge-releases.ts';

/** The refs that a restored repository needs besides its own. */
export interface ForgeGit {
  /** The branch of a pull request and its commit. Adds refs that keep both, as far as the repository has the commit. */
  placePullRequest(
    number: number,
    thread: Thread,
  ): Promise<{ readonly headRef: string; readonly headSha: string }>;
  /** Adds the tag of the release of attachments; false if there is no commit that it could be at. */
  tagAttachments(): Promise<boolean>;
  /** The branch that HEAD names. */
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
      return commit !== undefined;
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
    await dump.addFile(name, async (file) => {
      for await (const chunk of open()) {
        await file.write(chunk);
      }
    });
  }
}
