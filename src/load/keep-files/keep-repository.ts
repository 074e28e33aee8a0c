import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { copyFile, link, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileFailure, systemErrorCode } from '../../base/index.ts';
import { type FileFolders, gitFolderPath, type KeptRepository } from '../../store/index.ts';
import type { StagedRepository } from './repository-stage.ts';
import { syncDirectories, syncFiles } from './sync-path.ts';

interface KeepOptions {
  readonly folders: FileFolders;
  /** The folder of the same repository in an earlier snapshot. */
  readonly formerFolder: string | undefined;
}

/** A file of a staged repository. */
interface StagedFile {
  /** Below the repository, with `/` between its parts. */
  readonly path: string;
  readonly sha256: string;
}

/**
 * Gives a staged repository its place in `git/`, under a name made of its content: what an earlier snapshot has whole
 * is kept once, and of a repository that grew the packs and objects that stayed the same are shared by hard links.
 */
export async function keepRepository(
  staged: StagedRepository,
  { folders, formerFolder }: KeepOptions,
): Promise<KeptRepository> {
  const { archivePath, repository, isWiki, objectFormat, directory, sizeBytes } = staged;
  try {
    await rm(join(directory, 'config'), { force: true });
    const files = await digestFiles(directory);
    const folder = folderNameOf(files);
    const path = gitFolderPath(folders, folder);
    if (existsSync(path)) {
      await rm(directory, { recursive: true });
    } else {
      const former = formerFolder === undefined ? undefined : gitFolderPath(folders, formerFolder);
      await shareObjects(directory, files, former);
      await publish(directory, files, path);
    }
    return { entryName: archivePath, repo: repository, isWiki, objectFormat, folder, sizeBytes };
  } catch (error) {
    throw fileFailure(error, 'keep a repository in', folders.git);
  }
}

/** The name that a kept repository has by its content: another one means that it is damaged. */
export async function nameOfRepository(directory: string): Promise<string> {
  return folderNameOf(await digestFiles(directory));
}

async function digestFiles(directory: string): Promise<readonly StagedFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  const files: StagedFile[] = [];
  for (const path of paths.map((name) => name.replaceAll(sep, '/')).toSorted()) {
    files.push({ path, sha256: await digestOf(join(directory, path)) });
  }
  return files;
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), digest);
  return digest.digest('hex');
}

/** 128 bits of the SHA-256 of a list of all files. */
function folderNameOf(files: readonly StagedFile[]): string {
  const list = files.map(({ path, sha256 }) => `${sha256} ${path}\n`).join('');
  return `${createHash('sha256').update(list).digest('hex').slice(0, 32)}.git`;
}

/** Packs of old git versions are named by the objects in them, not by their bytes: so the bytes are compared. */
async function shareObjects(
  directory: string,
  files: readonly StagedFile[],
  former: string | undefined,
): Promise<void> {
  for (const { path, sha256 } of former === undefined ? [] : files) {
    const own = join(directory, path);
    const other = join(former ?? '', path);
    const mayBeEqual =
      path.startsWith('objects/') && existsSync(other) && statSync(other).size === statSync(own).size;
    if (mayBeEqual && (await digestOf(other)) === sha256) {
      await rm(own);
      await linkOrCopy(other, own);
    }
  }
}

/** Not every file system has hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    await copyFile(from, to);
  }
}

async function publish(directory: string, files: readonly StagedFile[], path: string): Promise<void> {
  await syncFiles(files.map((file) => join(directory, file.path)));
  await syncDirectories(new Set(files.map((file) => dirname(join(directory, file.path)))));
  await rename(directory, path);
  await syncDirectories([dirname(path)]);
}
