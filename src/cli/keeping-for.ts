import { foldersOf } from '../app/index.ts';
import { createGitStage } from '../git/index.ts';
import type { KeepFilesOptions } from '../load/index.ts';
import type { Context } from './context.ts';

/** What a load stores next to the store: all files, or all but the repositories. */
export async function keepingFor(
  dbPath: string,
  { hasGit }: { readonly hasGit: boolean },
  context: Context,
): Promise<KeepFilesOptions> {
  const folders = await foldersOf(dbPath, context);
  return { folders, ...(hasGit ? { openRepositoryStage } : {}) };
}

function openRepositoryStage(directory: string): ReturnType<typeof createGitStage> {
  return createGitStage({ directory });
}
