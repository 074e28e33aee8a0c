import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFiles } from '../base/disk.ts';
import { invariant, systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { createLargeCollector } from '../base/garbage.ts';
import type { JsonObject } from '../base/json.ts';
import { makeFolder, makeFolderSync } from '../base/make-folder.ts';
import { publishFile } from '../base/whole-file.ts';
import { openWorkplace, type Workplace } from '../base/workplace.ts';
import { type DumpSink, fillFile } from './fill-file.ts';
import {
  isDirectory,
  isFile,
  MARKER,
  requireFree,
  requireFreeFolder,
  requireFreePlace,
} from './free-place.ts';
import { openUnfinishedDump, type UnfinishedDump } from './unfinished-dump.ts';

export type { DumpSink } from './fill-file.ts';

export interface DumpPlace {
  readonly path: string;
  /** Whether an existing dump may be replaced. */
  readonly isForced: boolean;
  /** Whether other users of the machine may read it, as a web server must; false by default. */
  readonly isShared?: boolean;
  /**
   * What a folder is made of: anyone who makes one of the same at the same path continues after an interruption. By default, it is
   * made as a whole.
   */
  readonly source?: string | undefined;
}

/** A folder of a dump while it is written. */
export interface DumpFolder {
  /** Adds a file by its path in the folder, with `/` as separator. Returns its size. */
  addFile(path: string, fill: (file: DumpSink) => Promise<void>): Promise<number>;
  /** Adds a folder that may stay empty. */
  addFolder(path: string): Promise<void>;
}

/** A folder that notes what was done, if it has a source. */
export interface NotedFolder extends DumpFolder {
  /** What was noted before an interruption; all files that were added before are there. */
  readonly notes: readonly JsonObject[];
  note(done: JsonObject): Promise<void>;
}

/** The maximum number of created folders that are remembered: a dump may have one for each of many repositories. */
const MAX_KNOWN_FOLDERS = 1_000;

/** How many files are written before they are synced: together, that takes a fraction of the time. */
const MAX_UNSYNCED = 1_000;

/** The prefix of temporary folders next to dumps. */
const WORKPLACE = '.satchel-';

/** Writes a dump that is one file, which gets its name when `fill` has finished. Returns its size. */
export async function writeDumpFile(
  place: DumpPlace,
  fill: (file: DumpSink) => Promise<void>,
): Promise<number> {
  await requireFree(place, isFile);
  return await withWorkplace(place.path, async ({ path: directory }) => {
    const partPath = join(directory, 'file');
    const sizeBytes = await fillFile(partPath, fill, { mode: 0o600, onWritten: createLargeCollector() });
    await requireFree(place, isFile); // Another dump may have been faster.
    await publishFile(partPath, place.path);
    return sizeBytes;
  });
}

/** Writes a dump that is a folder, which gets its name when `fill` has finished. */
export async function writeDumpFolder<Result>(
  place: DumpPlace,
  fill: (folder: NotedFolder) => Promise<Result>,
): Promise<Result> {
  await requireFreeFolder(place);
  const [folderMode, fileMode] = place.isShared === true ? [0o755, 0o644] : [0o700, 0o600];
  return await withPart(place, async (part) => {
    await makeFolder(part.path, { mode: folderMode });
    await writeFile(join(part.path, MARKER), 'Made by a dump of Satchel. Another dump may replace it.\n', {
      mode: 0o600,
    });
    const { added, settle } = openPart(part, { folderMode, fileMode });
    let result: Result;
    try {
      result = await fill(added);
    } finally {
      await settle();
    }
    await requireFreeFolder(place);
    await publishFolder(part.path, place.path, part.asidePath);
    return result;
  });
}

/** Gives a complete dump its name. */
export async function moveDump(from: string, place: DumpPlace): Promise<void> {
  await requireFreePlace(place);
  await withWorkplace(place.path, ({ asidePath }) =>
    isDirectory(from) ? publishFolder(from, place.path, asidePath) : publishFile(from, place.path),
  );
}

interface Modes {
  readonly folderMode: number;
  readonly fileMode: number;
}

/** The folder to fill. What is noted is kept once the files before it are on the disk, which `settle` sees to at last. */
function openPart({ path: partPath, notes, note }: Part, { folderMode, fileMode }: Modes) {
  const known = new Set<string>();
  const unsynced: string[] = [];
  const unnoted: JsonObject[] = [];
  const onWritten = createLargeCollector();
  const settle = async () => {
    await syncFiles(unsynced.splice(0));
    await note(unnoted.splice(0));
  };
  const added: NotedFolder = {
    notes,
    async note(done) {
      unnoted.push(done);
      if (Math.max(unsynced.length, unnoted.length) >= MAX_UNSYNCED) {
        await settle();
      }
    },
    async addFolder(path) {
      await makeFolder(innerPath(partPath, path), { mode: folderMode });
    },
    async addFile(path, fillOne) {
      const filePath = innerPath(partPath, path);
      const directory = dirname(filePath);
      if (!known.has(directory)) {
        makeFolderSync(directory, { mode: folderMode });
        if (known.size === MAX_KNOWN_FOLDERS) {
          known.clear();
        }
        known.add(directory);
      }
      const sizeBytes = await fillFile(filePath, fillOne, { mode: fileMode, onWritten });
      unsynced.push(filePath);
      if (unsynced.length >= MAX_UNSYNCED) {
        await settle();
      }
      return sizeBytes;
    },
  };
  return { added, settle };
}

/** The place of a path in a folder. Names in archives come from anywhere: none may lead out of it. */
function innerPath(folder: string, path: string): string {
  const parts = path.split('/');
  invariant(!parts.some((part) => /^\.{0,2}$/.test(part)), 'a path of a dump stays in its folder');
  return join(folder, ...parts);
}

/** Writes what is read, such as a kept file. */
export async function copyInto(
  file: DumpSink,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of source) {
    await file.write(chunk);
  }
}

/** A folder that counts what is added. */
interface CountingFolder extends DumpFolder {
  readonly fileCount: number;
  readonly sizeBytes: number;
}

export function countFiles(dump: DumpFolder): CountingFolder {
  let fileCount = 0;
  let totalBytes = 0;
  return {
    get fileCount() {
      return fileCount;
    },
    get sizeBytes() {
      return totalBytes;
    },
    addFolder: dump.addFolder,
    async addFile(path, fill) {
      const sizeBytes = await dump.addFile(path, fill);
      fileCount += 1;
      totalBytes += sizeBytes;
      return sizeBytes;
    },
  };
}

/** Renames the folder to its final name. An existing dump is moved away first, and deleted afterwards. */
async function publishFolder(partPath: string, path: string, asidePath: string): Promise<void> {
  const hasOlder = await rename(path, asidePath).then(
    () => true,
    (error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT') {
        return false;
      }
      throw error;
    },
  );
  try {
    await rename(partPath, path);
  } catch (error) {
    if (hasOlder) {
      await rename(asidePath, path);
    }
    throw error;
  }
}

/** Where a folder is made: in a workplace, or where the next process continues. */
type Part = Pick<UnfinishedDump, 'path' | 'asidePath' | 'notes' | 'note'>;

async function withPart<Result>(
  { path, source }: DumpPlace,
  work: (part: Part) => Promise<Result>,
): Promise<Result> {
  if (source === undefined) {
    return await withWorkplace(path, ({ path: parent, asidePath }) =>
      work({ path: join(parent, 'folder'), asidePath, notes: [], note: async () => undefined }),
    );
  }
  try {
    await makeFolder(dirname(path));
    const part = await openUnfinishedDump(path, source);
    const result = await work(part).catch(async (error: unknown) => {
      await part.close({ isKept: true });
      throw error;
    });
    await part.close({ isKept: false });
    return result;
  } catch (error) {
    throw fileFailure(error, 'write the dump', path);
  }
}

async function withWorkplace<Result>(
  path: string,
  work: (workplace: Workplace) => Promise<Result>,
): Promise<Result> {
  try {
    await makeFolder(dirname(path));
    const workplace = await openWorkplace(dirname(path), WORKPLACE);
    try {
      const result = await work(workplace);
      await workplace.close({ hasSucceeded: true });
      return result;
    } catch (error) {
      await workplace.close().catch(() => undefined); // The first error is the one to report.
      throw error;
    }
  } catch (error) {
    throw fileFailure(error, 'write the dump', path);
  }
}
