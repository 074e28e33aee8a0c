import { cp, lstat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileFailure } from '../../base/index.ts';
import { type ArchiveContent, openArchiveContent } from '../../dump/index.ts';
import { bareRepositoryConfig, isGitPath } from '../../model/index.ts';
import type { FileFolders } from '../../store/index.ts';
import { type ExtractJob, type ExtractRemarks, extractRepository } from './extract-job.ts';
import { isWantedFile, isWantedRepository } from './extract-wish.ts';

/** A store with the files next to it. */
export interface StoreWithFiles {
  readonly dbPath: string;
  readonly folders: FileFolders;
}

/** Extracts from the newest snapshot of a store: what `dump archive` would write. */
export async function extractFromStore(
  { dbPath, folders }: StoreWithFiles,
  job: ExtractJob,
): Promise<ExtractRemarks> {
  const content = openArchiveContent(dbPath, { folders });
  try {
    await extractFiles(content, job);
    const emptyRepositories: string[] = [];
    for (const [index, kept] of content.repositories.entries()) {
      const { entryName: archivePath, sizeBytes, objectFormat } = kept;
      if (isWantedRepository(job.wish, archivePath)) {
        const directory = join(job.stagePath, `${index}.git`);
        await copyRepository(kept.directory, directory, bareRepositoryConfig(objectFormat));
        if (!(await extractRepository({ archivePath, directory, sizeBytes }, job))) {
          emptyRepositories.push(archivePath);
        }
      }
    }
    return { emptyRepositories, missing: content.missing, findings: [] };
  } finally {
    content.close();
  }
}

async function extractFiles(content: ArchiveContent, { wish, target, signal }: ExtractJob): Promise<void> {
  for (const file of content.files()) {
    signal.throwIfAborted();
    if (isWantedFile(wish, file)) {
      const sink = target.open(file.name);
      for await (const chunk of file.open()) {
        sink.write(chunk);
      }
      sink.end();
    }
  }
}

async function copyRepository(from: string, to: string, config: string): Promise<void> {
  try {
    await cp(from, to, {
      recursive: true,
      errorOnExist: true,
      force: false,
      filter: async (source) => source === from || (await isKeptData(from, source)),
    });
    await writeFile(join(to, 'config'), config);
  } catch (error) {
    throw fileFailure(error, 'write', to);
  }
}

/** Nothing but refs and objects is ever kept: hooks and links were put there by somebody else. */
async function isKeptData(directory: string, path: string): Promise<boolean> {
  return isGitPath(relative(directory, path).replaceAll(sep, '/')) && !(await lstat(path)).isSymbolicLink();
}
