import { rmdir } from 'node:fs/promises';
import type { ArchiveSource } from '../../archive/index.ts';
import { Failure, fileFailure, makeFolder, openWorkplace, type Workplace } from '../../base/index.ts';
import { findGit } from '../../git/index.ts';
import { extractFromArchive } from './extract-from-archive.ts';
import { extractFromStore, type StoreWithFiles } from './extract-from-store.ts';
import type { ExtractJob, ExtractRemarks } from './extract-job.ts';
import { createExtractTarget, type ExtractedFile } from './extract-target.ts';
import { type ExtractWish, isGitOf } from './extract-wish.ts';

interface ExtractOptions extends Omit<ExtractJob, 'target' | 'stagePath'> {
  readonly from:
    | { readonly type: 'archive'; readonly source: ArchiveSource }
    | ({ readonly type: 'store' } & StoreWithFiles);
  /** Where to; made where it is not there. */
  readonly directory: string;
}

/** What was given back. */
export interface ExtractReport extends ExtractRemarks {
  readonly files: readonly ExtractedFile[];
}

/**
 * Gives back files of an archive or a store: below `directory` each has its name in the archive, as far as that is
 * safe. Fails with `usage` where something is in the way, and with `absent` where a name that was asked for is not
 * there, once everything else was given back.
 */
export async function extract({ from, directory, ...options }: ExtractOptions): Promise<ExtractReport> {
  const { asBundle, searchPath, signal, wish } = options;
  if (asBundle) {
    await findGit({ searchPath, signal });
  }
  const stage = await makeStage(directory);
  const target = createExtractTarget(directory, stage.path);
  try {
    const job = { ...options, target, stagePath: stage.path };
    const remarks =
      from.type === 'archive'
        ? await extractFromArchive(from.source, job)
        : await extractFromStore(from, job);
    const report = { ...remarks, files: target.extracted() };
    requireAll(wish, report);
    return report;
  } finally {
    target.close();
    await stage.close();
    await rmdir(directory).catch(() => undefined); // It stays unless it is empty.
  }
}

/** A folder in the target, as a finished repository can be moved only within one file system. */
async function makeStage(directory: string): Promise<Workplace> {
  try {
    await makeFolder(directory);
    return await openWorkplace(directory, '.satchel-');
  } catch (error) {
    throw fileFailure(error, 'extract to', directory);
  }
}

function requireAll({ repositories, entryNames }: ExtractWish, report: ExtractReport): void {
  const found = [...report.files.map((file) => file.entryName), ...report.emptyRepositories];
  const folders = found.map((name) => name.replace(/\.bundle$/, '.git'));
  const repository = repositories.find((name) => !folders.some((folder) => isGitOf(name, folder)));
  if (repository !== undefined) {
    throw new Failure('absent', `Cannot extract "${repository}": there is no git data for it`, {
      hint: '"satchel inspect" lists what an archive has; a store that was loaded with --no-git has none',
    });
  }
  const entryName = entryNames.find((name) => !found.includes(name));
  if (entryName !== undefined) {
    throw new Failure('absent', `Cannot extract "${entryName}": there is no entry of that name`);
  }
}
