import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { createFencedDisk, type Disk } from '../../base/disk.ts';
import { ifPresent, ifReadable } from '../../base/file-failure.ts';
import { acquireLock } from '../../base/lock.ts';
import { makePrivateFolder } from '../../base/make-folder.ts';
import { readOwnBytes } from '../../base/own-files.ts';
import { writeWholeFile } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import { MANIFEST_NAME } from '../lake-manifest.ts';
import type { LakePlace, LakeSource, NewDataFile } from './lake-place.ts';

const LOCK = 'lock';

/** The names of the folders in a lake, by depth. */
const LEVELS = [/^\w+$/, /^account=/, /^snapshot=/];

const PART = /^part-\d{4,}\.parquet$/;

/** A lake in a folder, to be read. */
export function folderSource(root: string): LakeSource {
  return {
    name: root,
    readText: async (path) => await readText(join(root, path)),
  };
}

async function readText(path: string): Promise<string | undefined> {
  const content = await readOwnBytes(path);
  if (typeof content === 'string') {
    throw new Failure('lake-damaged', `Cannot read "${path}": it ${content}`);
  }
  return content?.toString();
}

/**
 * Fails with `lake-damaged` if there is a link in a lake, which has none of its own: in a lake from elsewhere it would lead
 * reading, or writing, to any place of this machine.
 */
export async function requireNoLinks(root: string): Promise<void> {
  async function look(folder: string): Promise<void> {
    const entries = (await ifPresent(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) {
        throw new Failure('lake-damaged', `Cannot use the lake "${root}": "${path}" is a link`, {
          hint: 'Put the files of the lake there, without links',
        });
      }
      if (entry.isDirectory()) {
        await look(path);
      }
    }
  }
  await look('');
}

/** Locks a folder for a lake. Fails with `usage` if it contains anything else. */
export async function openFolderPlace(
  root: string,
  { disk: system, clock, output }: { readonly disk: Disk; readonly clock: Clock; readonly output: string },
): Promise<LakePlace> {
  await requireLakeFolder(root, output);
  await requireNoLinks(root);
  await makePrivateFolder(root);
  const lock = await acquireLock(join(root, LOCK), { command: 'satchel lake sync', startClock: clock });
  const disk = createFencedDisk(system, () => lock.requireHeld());
  return {
    ...folderSource(root),
    locations: { duckdb: '', clickhouse: '' },
    workFolder: root,
    writeText: async (path, text) => await writeWholeFile(join(root, path), text, disk),
    addFile: async (path) => await addFile(join(root, path), disk),
    removeOrphans: async (named) => await removeOrphans(root, { named, disk }),
    close: async () => await lock.release(),
  };
}

/** Fails if the folder contains anything but a lake, or what a sync left that was killed before it marked the folder. */
async function requireLakeFolder(root: string, output: string): Promise<void> {
  const names = (await ifPresent(readdir(root))) ?? [];
  const isOurs = (name: string) => name === LOCK || name.startsWith(MANIFEST_NAME);
  if (!names.includes(MANIFEST_NAME) && !names.every(isOurs)) {
    throw new Failure('exists', `Cannot write a lake to "${output}": it contains other files`, {
      details: { path: output },
      hint: 'Name an existing lake, or an empty or new folder',
    });
  }
}

async function addFile(path: string, disk: Disk): Promise<NewDataFile> {
  await disk.makeDirectory(dirname(path));
  const file = await disk.open(path);
  await file.truncate(0);
  let position = 0;
  return {
    async write(bytes) {
      await file.write(bytes, position);
      position += bytes.length;
    },
    async finish() {
      await file.sync();
      await file.close();
      await disk.syncDirectory(dirname(path));
    },
    abandon: async () => await file.close(),
  };
}

/** Removes data files that are not named from a folder, and the folders that are empty then. */
export async function removeOrphans(
  root: string,
  { named, disk }: { readonly named: ReadonlySet<string>; readonly disk: Disk },
): Promise<void> {
  await removeIn('', 0);

  async function removeIn(folder: string, depth: number): Promise<void> {
    const entries = (await ifPresent(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && LEVELS[depth]?.test(entry.name) === true) {
        await removeIn(path, depth + 1);
      } else if (depth === LEVELS.length && PART.test(entry.name) && !named.has(path)) {
        await disk.remove(join(root, path));
      }
    }
    if (depth === LEVELS.length) {
      await ifReadable(rmdir(join(root, folder))); // Only if it is empty.
    }
  }
}
