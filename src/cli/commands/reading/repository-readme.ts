import { createGitLibrary, isUnreadable, type Readme, readReadme } from '../../../git/index.ts';
import { openBrowsing, type Repository } from '../../../reading/index.ts';
import type { CommandContext } from '../../context.ts';

/** The README of the newest commit that was kept of a repository; null where none can be read. */
export async function readRepositoryReadme(
  store: string,
  { repo, defaultBranch }: Repository,
  { env, clock, signal }: CommandContext,
): Promise<Readme | null> {
  const library = createGitLibrary({ searchPath: env['PATH'] ?? '', clock, signal });
  const browsing = openBrowsing(store);
  try {
    const place = browsing.gitPlace(repo, false);
    if (place === undefined) {
      return null;
    }
    const git = library.open(place.folder);
    const commit =
      (await git.find('HEAD')) ?? (defaultBranch === null ? undefined : await git.find(defaultBranch));
    const entries = commit === undefined ? undefined : await git.folder(commit, '');
    return entries === undefined ? null : await readReadme(git, '', entries);
  } catch (error) {
    if (isUnreadable(error)) {
      return null; // The rest of what is known of a repository is shown without its README.
    }
    throw error;
  } finally {
    library.close();
    browsing.close();
  }
}
