import { constants } from 'node:fs';
import { chmod, copyFile, cp, lstat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileFailure } from '../../base/file-failure.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { countText } from '../../base/sizes.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { listLfsPointers } from '../../git/list-lfs-pointers.ts';
import { requireOwnRepository } from '../../git/own-repository.ts';
import { hasBlobs } from '../../load/remove-orphans.ts';
import { isGitPath } from '../../model/bare-repository.ts';
import { createFinding } from '../../model/findings.ts';
import { lfsPathOf } from '../../model/lfs.ts';
import { findBlob } from '../../store/file-folders.ts';
import type { FilesWithLfs } from '../folders-of-store.ts';
import type { ExtractJob } from './extract-job.ts';

/** Copies the git data of a kept repository, with a configuration by Satchel. */
export async function copyRepository(from: string, to: string, config: string): Promise<void> {
  try {
    await cp(from, to, {
      recursive: true,
      errorOnExist: true,
      force: false,
      filter: async (source) => source === from || (await isKeptData(from, source)),
    });
    await writeFile(join(to, 'config'), config, { mode: 0o600 });
  } catch (error) {
    throw fileFailure(error, 'write', to);
  }
}

interface LfsCopy extends FilesWithLfs {
  /** The name of the repository in an archive. */
  readonly archivePath: string;
  readonly directory: string;
  readonly job: ExtractJob;
}

/**
 * Copies the files that a repository has in Git LFS to where Git LFS looks for them. Returns the names of those that are
 * missing. Bundles have no place for them, which is a finding.
 */
export async function copyLfs(copy: LfsCopy): Promise<readonly string[]> {
  const { archivePath, directory, folders, fetchLfs, job } = copy;
  const { searchPath, signal, asBundle, findings } = job;
  const missing: string[] = [];
  if (fetchLfs === undefined && !(await hasBlobs(folders, 'lfs'))) {
    return missing; // None was ever kept, and nothing needs git.
  }
  const repository = await requireOwnRepository(directory);
  const { pointers, isWhole } = await listLfsPointers(repository, { searchPath, signal });
  const oids = new Set(pointers.map(({ oid }) => oid));
  if (asBundle && oids.size > 0) {
    const message = `In ${quoteText(archivePath)}: ${countText(oids.size, 'file')} in Git LFS ${oids.size === 1 ? 'is' : 'are'} not in the bundle`;
    findings.add(createFinding('git-lfs-missing', message, { entryName: archivePath }));
    return missing;
  }
  if (!(await isWhole())) {
    const message = `In ${quoteText(archivePath)}: Not all files in Git LFS are known: git cannot read all of the repository`;
    findings.add(createFinding('git-damaged', message, { entryName: archivePath }));
  }
  await fetchLfs?.(oids);
  for (const oid of oids) {
    signal.throwIfAborted();
    const found = findBlob(folders, oid, 'lfs');
    if (found === undefined) {
      missing.push(`${archivePath}/${lfsPathOf(oid)}`);
    } else {
      await copyPrivately(found.path, join(directory, lfsPathOf(oid)));
    }
  }
  return missing;
}

async function copyPrivately(from: string, to: string): Promise<void> {
  try {
    await makeFolder(dirname(to));
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(to, 0o600);
  } catch (error) {
    throw fileFailure(error, 'write', to);
  }
}

/** Only refs and objects are copied. Hooks and links do not come from Satchel. */
async function isKeptData(directory: string, path: string): Promise<boolean> {
  return isGitPath(relative(directory, path).replaceAll(sep, '/')) && !(await lstat(path)).isSymbolicLink();
}
