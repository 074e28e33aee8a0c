import { writeFileSync } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFiles } from '../base/disk.ts';
import { invariant, systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { createLargeCollector } from '../base/garbage.ts';
import { makeFolder, makeFolderSync } from '../base/make-folder.ts';
import { publishFile } from '../base/whole-file.ts';
import { openWorkplace, type Workplace } from '../base/workplace.ts';
import { Failure } from '../model/failure.ts';

export interface DumpPlace {
  readonly path: string;
  /** Whether an existing dump may be replaced. */
  readonly isForced: boolean;
  /** Whether other users of the machine may read it, as a web server must; false by default. */
  readonly isShared?: boolean;
}

/** Receives the content of a dump, with backpressure: a file that is being written, or standard output. */
export interface DumpSink {
  write(content: string | Uint8Array): Promise<void>;
}

/** A folder of a dump while it is written. */
export interface DumpFolder {
  /** Adds a file by its path in the folder, with `/` as separator. Returns its size. */
  addFile(path: string, fill: (file: DumpSink) => Promise<void>): Promise<number>;
  /** Adds a folder that may stay empty. */
  addFolder(path: string): Promise<void>;
}

/** A file in every folder that a dump wrote; only such folders are ever replaced. */
const MARKER = '.satchel-dump';

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
  fill: (folder: DumpFolder) => Promise<Result>,
): Promise<Result> {
  await requireFreeFolder(place);
  const [folderMode, fileMode] = place.isShared === true ? [0o755, 0o644] : [0o700, 0o600];
  return await withWorkplace(place.path, async (workplace) => {
    const partPath = join(workplace.path, 'folder');
    await makeFolder(partPath, { mode: folderMode });
    await writeFile(join(partPath, MARKER), 'Made by a dump of Satchel. Another dump may replace it.\n', {
      mode: 0o600,
    });
    const known = new Set<string>();
    const unsynced: string[] = [];
    const onWritten = createLargeCollector();
    const result = await fill({
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
          await syncFiles(unsynced.splice(0));
        }
        return sizeBytes;
      },
    });
    await syncFiles(unsynced);
    await requireFreeFolder(place);
    await publishFolder(partPath, place.path, workplace);
    return result;
  });
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

async function fillFile(
  path: string,
  fill: (file: DumpSink) => Promise<void>,
  { mode, onWritten }: { readonly mode: number; readonly onWritten: (sizeBytes: number) => void },
): Promise<number> {
  let handle: FileHandle | undefined;
  let sizeBytes = 0;
  let held: Uint8Array[] = [];
  const writeHeld = async () => {
    handle ??= await open(path, 'w', mode);
    await handle.writeFile(Buffer.concat(held)); // Writes at the current position, and completes partial writes.
    held = [];
  };
  try {
    let heldBytes = 0;
    await fill({
      async write(content) {
        for (const bytes of typeof content === 'string' ? encodePieces(content) : [content]) {
          sizeBytes += bytes.length;
          heldBytes += bytes.length;
          held.push(heldBytes > MAX_SMALL_BYTES ? bytes : Uint8Array.from(bytes)); // Writers may use theirs again.
          if (heldBytes > MAX_SMALL_BYTES) {
            await writeHeld();
            heldBytes = 0;
          }
          onWritten(bytes.length);
        }
      },
    });
    if (handle === undefined) {
      writeFileSync(path, Buffer.concat(held), { mode });
    } else {
      await writeHeld();
    }
    return sizeBytes;
  } finally {
    await handle?.close();
  }
}

/** A file that is not longer is written at once: Node's threads take longer for it than the file system. */
const MAX_SMALL_BYTES = 256 * 1024;

const PIECE_LENGTH = 1024 * 1024;

/** The UTF-8 of a text in pieces, so that a long text does not take twice its memory. A surrogate pair is not divided. */
function* encodePieces(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length; ) {
    const isHigh = (text.charCodeAt(at + PIECE_LENGTH - 1) & 0xfc00) === 0xd800;
    const piece = text.slice(at, at + PIECE_LENGTH - (isHigh ? 1 : 0));
    yield Buffer.from(piece);
    at += piece.length;
  }
}

/** Renames the folder to its final name. An existing dump is moved away first, and deleted afterwards. */
async function publishFolder(partPath: string, path: string, { asidePath }: Workplace): Promise<void> {
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

async function requireFreeFolder(place: DumpPlace): Promise<void> {
  const names = await readdir(place.path).catch(() => undefined); // Absent, or not a folder: checked below.
  if (names?.length !== 0) {
    await requireFree(place, isOurs);
  }
}

async function requireFree(
  place: DumpPlace,
  isReplaceable: (path: string) => Promise<boolean>,
): Promise<void> {
  const exists = await lstat(place.path).then(
    () => true,
    () => false,
  );
  if (!exists) {
    return;
  }
  if (!place.isForced) {
    throw new Failure('usage', `Cannot write to "${place.path}": it exists already`, {
      hint: 'Choose another path, or replace the output of an earlier dump with "isReplacing"',
      commandHint: 'Choose another path, or replace the output of an earlier run with --force',
    });
  }
  if (!(await isReplaceable(place.path))) {
    throw new Failure('usage', `Cannot replace "${place.path}": Satchel did not write it`, {
      hint: 'Choose another path, or move it away',
    });
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path)).isFile();
}

async function isOurs(path: string): Promise<boolean> {
  if (!(await lstat(path)).isDirectory()) {
    return false;
  }
  return (await readdir(path)).includes(MARKER);
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
