import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { bytesOfText, pathOfText, textOfBytes } from '../base/byte-text.ts';
import { fileFailure } from '../base/file-failure.ts';
import { makeFolder } from '../base/make-folder.ts';
import { plainStats } from '../base/plain-path.ts';
import { quoteText } from '../base/terminal-text.ts';
import { writeWholeFile } from '../base/whole-file.ts';
import { bareRepositoryConfig, type ObjectFormat } from '../model/bare-repository.ts';
import { Failure } from '../model/failure.ts';
import { unreadable } from './reading/unreadable.ts';

declare const checked: unique symbol;

/** The path of a bare repository in which git finds nothing that could name a program or a file elsewhere. */
export type OwnRepository = string & { readonly [checked]: true };

/** What we write, and what git adds when it fetches and repacks, which it reads as data. */
const FILES =
  /^(?:HEAD|config|packed-refs|info\/refs|refs\/.+|objects\/[0-9a-f]{2}\/(?:[0-9a-f]+|tmp_obj_\w+)|objects\/pack\/(?!.*\.promisor$)[^/]+|objects\/info\/(?:packs|commit-graph|commit-graphs\/[^/]+))$/s;
const FOLDERS = /^(?:info|refs(?:\/.+)?|objects(?:\/(?:[0-9a-f]{2}|pack|info(?:\/commit-graphs)?))?)$/s;

/** Desktops leave these everywhere, and git reads none of them. */
const LITTER = /(?:^|\/)(?:\._[^/]*|\.DS_Store)$/;

/**
 * Checks a repository that may come from elsewhere with its store or vault, before git sees it: a configuration, an
 * attribute, a hook, a link or an alternate that someone added would make git run programs or show other repositories.
 * Fails with `git-unreadable`.
 */
export async function requireOwnRepository(directory: string): Promise<OwnRepository> {
  const path = resolve(directory);
  const found = await findForeign(path);
  if (found !== undefined) {
    throw unreadable(`the git repository "${basename(path)}"`, found);
  }
  return path as OwnRepository; // Just checked.
}

/** The failure of `requireOwnRepository`; other errors are thrown. */
export function foreignIn(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'git-unreadable') {
    return error;
  }
  throw error;
}

/** What a repository has that is not from Satchel; undefined if there is nothing. */
async function findForeign(directory: string): Promise<string | undefined> {
  if (plainStats(directory, { folders: 1 })?.isDirectory() !== true) {
    return 'it is absent, or it or its folder is a link';
  }
  try {
    for await (const { path, isFile, isFolder } of filesOfRepository(directory)) {
      const isOwn = (isFile && (FILES.test(path) || LITTER.test(path))) || (isFolder && FOLDERS.test(path));
      if (!isOwn) {
        return `it has ${quoteText(path)}, which Satchel did not write. Remove it if you do not need it`;
      }
    }
    return (await hasOwnConfig(directory))
      ? undefined
      : 'its "config" is not the one that Satchel wrote. Remove it if you do not need it';
  } catch (error) {
    throw fileFailure(error, 'read', directory);
  }
}

interface RepositoryPath {
  /** Relative to the repository, with `/` as separator. Names of refs need not be UTF-8. */
  readonly path: string;
  readonly isFile: boolean;
  readonly isFolder: boolean;
}

/** What is in a repository and its folders; nothing if it, or the folder that it is in, is a link. */
export async function* filesOfRepository(
  directory: string,
  inner = '',
): AsyncGenerator<RepositoryPath, void> {
  if (inner === '' && plainStats(directory, { folders: 1 })?.isDirectory() !== true) {
    return;
  }
  const folder = pathOfText(join(directory, inner));
  for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const path = `${inner}${textOfBytes(entry.name)}`;
    yield { path, isFile: entry.isFile(), isFolder: entry.isDirectory() };
    if (entry.isDirectory()) {
      yield* filesOfRepository(directory, `${path}/`);
    }
  }
}

async function hasOwnConfig(directory: string): Promise<boolean> {
  const path = join(directory, 'config');
  if (plainStats(path, { folders: 0 })?.isFile() !== true) {
    return plainStats(directory, { folders: 0 })?.isDirectory() === true; // A kept repository has none.
  }
  const text = await readFile(path, 'utf8');
  return (['sha1', 'sha256'] as const).some((format) => text === bareRepositoryConfig(format));
}

/** Gives a repository our configuration, unless it has it: git and people write into that of a clone. */
export async function restoreConfig(directory: string, objectFormat: ObjectFormat): Promise<void> {
  if (plainStats(directory, { folders: 1 })?.isDirectory() === true && !(await hasOwnConfig(directory))) {
    await writeWholeFile(join(directory, 'config'), bareRepositoryConfig(objectFormat));
  }
}

/** Makes HEAD name a branch, whose name may have any bytes, unlike an argument of git. */
export async function writeHead(directory: string, branch: string): Promise<void> {
  await writeWholeFile(join(directory, 'HEAD'), bytesOfText(`ref: ${branch}\n`));
}

interface BareRepository {
  /** The full name of the branch that HEAD names. */
  readonly head: string;
  readonly objectFormat: ObjectFormat;
}

/** Writes an empty bare repository, which has nothing but what git needs. */
export async function writeBareRepository(
  directory: string,
  { head, objectFormat }: BareRepository,
): Promise<void> {
  for (const name of ['refs', join('objects', 'pack')]) {
    await makeFolder(join(directory, name), { mode: 0o700 });
  }
  await writeHead(directory, head);
  await writeWholeFile(join(directory, 'config'), bareRepositoryConfig(objectFormat));
}

/** The format of the repository of an object id; of any repository without one, the usual format. */
export function objectFormatOf(id: string): ObjectFormat {
  return id.length === SHA256_DIGITS ? 'sha256' : 'sha1';
}

const SHA256_DIGITS = 64;
