import { rm } from 'node:fs/promises';
import { listRefs, writeBundle } from '../../git/index.ts';
import type { FindingTally } from '../../model/index.ts';
import type { ExtractTarget } from './extract-target.ts';
import type { ExtractWish } from './extract-wish.ts';

/** One extraction under way. */
export interface ExtractJob {
  readonly wish: ExtractWish;
  readonly target: ExtractTarget;
  /** A private, empty directory on the target's file system; whoever made it removes it. */
  readonly stagePath: string;
  /** Writes git bundles instead of bare repositories. */
  readonly asBundle: boolean;
  /** Where programs are looked for: the `PATH` of the environment. Only bundles need one. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
}

/** What there is to say about an extraction, apart from what it wrote. */
export interface ExtractRemarks {
  /** Repositories without refs, of which there is no bundle. */
  readonly emptyRepositories: readonly string[];
  /** Files that the store lists and that are no longer next to it. */
  readonly missing: readonly string[];
  readonly findings: readonly FindingTally[];
}

/** A bare repository in the stage, as git can read it. */
interface ReadyRepository {
  /** Its folder in the tar: `repositories/owner/name.git`. */
  readonly archivePath: string;
  /** Where it is now; it does not stay there. */
  readonly directory: string;
  readonly sizeBytes: number;
}

/** Gives a repository its place. False for a bundle of a repository without refs, as git makes no empty one. */
export async function extractRepository(
  { archivePath, directory, sizeBytes }: ReadyRepository,
  { target, asBundle, searchPath, signal }: ExtractJob,
): Promise<boolean> {
  if (!asBundle) {
    await target.place(archivePath, directory, sizeBytes);
    return true;
  }
  const refs = await listRefs({ directory }, { searchPath, signal });
  if (refs.size > 0) {
    const path = `${directory}.bundle`;
    await writeBundle({ gitDirectory: directory, path, searchPath, signal });
    await target.place(archivePath.replace(/\.git$/, '.bundle'), path, sizeBytes);
  }
  await rm(directory, { recursive: true, force: true });
  return refs.size > 0;
}
