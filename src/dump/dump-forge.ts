import { createGitLibrary, type GitLibraryOptions } from '../git/open-repository.ts';
import type { FileFolders } from '../store/file-folders.ts';
import { openSteadily } from '../store/open-for-reading.ts';
import { requireReadable } from '../store/store-header.ts';
import { countFiles, type DumpPlace, writeDumpFolder } from './dump-place.ts';
import type { DumpReport } from './dump-report.ts';
import { chooseRepositories } from './dumped-repositories.ts';
import type { AccountMap } from './forge/forge-accounts.ts';
import { prepareForge } from './forge/write-forge-repository.ts';

export interface ForgeDumpOptions {
  readonly dbPath: string;
  /** The folders with the files of the store. */
  readonly files: FileFolders;
  readonly place: DumpPlace;
  /** `owner/name`, ignoring case; empty for all. */
  readonly repositories: readonly string[];
  /** New logins or mail addresses by old logins in lower case. */
  readonly accounts: AccountMap;
  /** The address of the forge, to which addresses of the service in texts are changed; by default they stay. */
  readonly forgeUrl?: string | undefined;
  /** Whether discussions become issues with a label. */
  readonly hasDiscussions: boolean;
  readonly git: GitLibraryOptions;
  readonly signal: AbortSignal;
  /** Called with the number of repositories written, and the total. */
  readonly onRepository?: ((written: number, total: number) => void) | undefined;
}

/**
 * Writes each repository as a folder `owner/name` that `gitea restore-repo` and `forgejo restore-repo` read
 * (docs.gitea.com/administration/command-line, "dump-repo" and "restore-repo"). Fails with `absent` if a repository is unknown.
 */
export async function dumpForge(options: ForgeDumpOptions): Promise<DumpReport> {
  requireReadable(options.dbPath);
  const db = openSteadily(options.dbPath);
  const library = createGitLibrary(options.git);
  try {
    const repositories = chooseRepositories(db, options.repositories);
    return await writeDumpFolder(options.place, async (folder) => {
      const dump = countFiles(folder);
      const forge = prepareForge({ ...options, db, dump, library, repositories });
      for (const [index, repo] of repositories.entries()) {
        options.signal.throwIfAborted();
        await forge.write(repo);
        options.onRepository?.(index + 1, repositories.length);
      }
      const { fileCount, sizeBytes } = dump;
      return { fileCount, sizeBytes, kinds: forge.counts(), missing: forge.missing };
    });
  } finally {
    library.close();
    db.close();
  }
}
