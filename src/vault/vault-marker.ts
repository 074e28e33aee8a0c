import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Disk,
  Failure,
  fileFailure,
  isJsonObject,
  isWholeFilePart,
  makeFolder,
  systemErrorCode,
  writeWholeFile,
} from '../base/index.ts';
import { MARKER_NAME, pathsIn } from './layout.ts';

const VAULT_VERSION = 1;

/** Folders that every vault has from its beginning. */
const FOLDERS = ['archives', 'manifests'] as const;

/** Whether a directory is a vault. Fails with `absent` where it is one that cannot be read here. */
export async function isVault(root: string): Promise<boolean> {
  try {
    const marker: unknown = JSON.parse(await readFile(pathsIn(root).marker, 'utf8'));
    if (isJsonObject(marker) && marker['vault_version'] === VAULT_VERSION) {
      return true;
    }
    throw new Failure(
      'absent',
      `Cannot open the vault "${root}": its ${MARKER_NAME} is of a version unknown here`,
      { hint: 'Update Satchel' },
    );
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return false;
    }
    throw error instanceof SyntaxError
      ? new Failure('absent', `Cannot open the vault "${root}": its ${MARKER_NAME} is damaged`, {
          cause: error,
        })
      : fileFailure(error, 'open the vault', root);
  }
}

/** Makes a vault of an empty or new directory, also of one in which somebody was interrupted doing so. */
export async function createVault(root: string, directory: string, disk: Disk): Promise<void> {
  try {
    await makeFolder(root, { mode: 0o700 });
    if (!(await isEmptyOfOthers(root))) {
      if (await isVault(root)) {
        return; // Another run made it meanwhile, and works in it.
      }
      throw new Failure('usage', `Cannot make a vault in "${directory}": the directory is not empty`, {
        hint: 'Name an empty or new directory with --vault',
      });
    }
    for (const folder of FOLDERS) {
      await disk.makeDirectory(join(root, folder));
    }
    await writeWholeFile(pathsIn(root).marker, `${JSON.stringify({ vault_version: VAULT_VERSION })}\n`, disk);
  } catch (error) {
    throw fileFailure(error, 'make the vault', directory);
  }
}

/** True where nothing is in a directory but the empty beginnings of a vault. */
async function isEmptyOfOthers(root: string): Promise<boolean> {
  for (const name of await readdir(root)) {
    const isFolder = (FOLDERS as readonly string[]).includes(name);
    const isOurs = isFolder
      ? (await readdir(join(root, name))).length === 0
      : name.startsWith(MARKER_NAME) && isWholeFilePart(name);
    if (!isOurs) {
      return false;
    }
  }
  return true;
}
