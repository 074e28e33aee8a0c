import { createGitLibrary, type GitLibraryOptions } from '../git/open-repository.ts';
import { openSteadily } from '../store/open-for-reading.ts';
import { requireReadable } from '../store/store-header.ts';
import { countFiles, type DumpFolder, type DumpPlace, writeDumpFolder } from './dump-place.ts';
import type { DumpReport } from './dump-report.ts';
import { chooseRepositories } from './dumped-repositories.ts';
import { type ForgeOrder, type ForgeWriter, prepareForge } from './forge/write-forge-repository.ts';
import type { TakeList } from './forge/yaml.ts';

export interface ForgeDumpOptions extends Omit<ForgeOrder, 'db' | 'dump' | 'library'> {
  readonly dbPath: string;
  readonly place: DumpPlace;
  /** `owner/name`, ignoring case; empty for all. */
  readonly repositories: readonly string[];
  readonly git: GitLibraryOptions;
  /** Called with the number of repositories written, and the total. */
  readonly onRepository?: ((written: number, total: number) => void) | undefined;
}

/**
 * Writes each repository as a folder `owner/name` that `gitea restore-repo` and `forgejo restore-repo` read
 * (docs.gitea.com/administration/command-line, "dump-repo" and "restore-repo"). Fails with `absent` if a repository is unknown.
 */
export async function dumpForge(options: ForgeDumpOptions): Promise<DumpReport> {
  return await withForge(
    options,
    async (prepare) =>
      await writeDumpFolder(options.place, async (folder) => {
        const dump = countFiles(folder);
        const { forge, repositories } = prepare(dump);
        for (const [index, repo] of repositories.entries()) {
          options.signal.throwIfAborted();
          await forge.write(repo);
          options.onRepository?.(index + 1, repositories.length);
        }
        const { fileCount, sizeBytes } = dump;
        return { fileCount, sizeBytes, kinds: forge.counts(), missing: forge.missing };
      }),
  );
}

/** For each repository, has the lists of its dump taken; nothing is written. */
export async function readForForge(
  options: Omit<ForgeDumpOptions, 'place'>,
  onRepository: (repo: string, work: (takeList: TakeList) => Promise<void>) => Promise<void>,
): Promise<void> {
  await withForge(options, async (prepare) => {
    const { forge, repositories } = prepare({ addFile: async () => 0, addFolder: async () => undefined });
    for (const [index, repo] of repositories.entries()) {
      options.signal.throwIfAborted();
      await onRepository(repo, (takeList) => forge.write(repo, takeList));
      options.onRepository?.(index + 1, repositories.length);
    }
  });
}

async function withForge<Result>(
  options: Omit<ForgeDumpOptions, 'place'>,
  use: (
    prepare: (dump: DumpFolder) => {
      readonly forge: ForgeWriter;
      readonly repositories: readonly string[];
    },
  ) => Promise<Result>,
): Promise<Result> {
  requireReadable(options.dbPath);
  const db = openSteadily(options.dbPath);
  const library = createGitLibrary(options.git);
  try {
    const repositories = chooseRepositories(db, options.repositories);
    return await use((dump) => ({
      forge: prepareForge({ ...options, db, dump, library, repositories }),
      repositories,
    }));
  } finally {
    library.close();
    db.close();
  }
}
