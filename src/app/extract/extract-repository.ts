import { rm } from 'node:fs/promises';
import { listRefs, writeBundle } from '../../git/index.ts';
import type { ExtractJob } from './extract-job.ts';

/** A bare repository in the stage, as git can read it. */
interface ReadyRepository {
  /** Its folder in the tar: `repositories/owner/name.git`. */
  readonly archivePath: string;
  /** Where it lies now; it does not stay there. */
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
