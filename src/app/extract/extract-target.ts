import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFiles } from '../../base/disk.ts';
import { fileFailure, whileWriting } from '../../base/file-failure.ts';
import { createLargeCollector } from '../../base/garbage.ts';
import { makeFolder, makeFolderSync } from '../../base/make-folder.ts';
import { FileNamer } from '../../base/safe-name.ts';
import { writeAll } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import type { FileSink } from '../../model/records.ts';

const READ_BYTES = 1024 * 1024;

/** The maximum on common file systems. */
const MAX_NAME_BYTES = 255;

/** Chooses paths for entries below one directory. */
export class PathBook {
  readonly #namer = new FileNamer(MAX_NAME_BYTES);
  /** By folder and original name. A tar may contain a file and a folder with the same name: those of folders end with a slash. */
  readonly #paths = new Map<string, string>();

  /**
   * The path of an entry: each of its parts is a safe name, and it is unique even on a case-insensitive file system. The
   * same entry always gets the same path.
   */
  placeOf(entryName: string): string {
    const parts = entryName.split('/').filter((part) => part !== '' && part !== '.');
    const file = parts.pop() ?? '';
    const folder = parts.reduce((path, part) => this.#pathIn(path, part, '/'), '');
    return this.#pathIn(folder, file, '');
  }

  #pathIn(folder: string, part: string, end: '' | '/'): string {
    const key = folder + part + end;
    let path = this.#paths.get(key);
    if (path === undefined) {
      path = folder + this.#namer.nameOf(part, { folder }) + end;
      path = path === key ? key : path; // One text instead of two: there may be a hundred thousand.
      this.#paths.set(key, path);
    }
    return path;
  }
}

/** An extracted file. */
export interface ExtractedFile {
  readonly entryName: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** True if its name differs from the one in the archive, which is unsafe or taken. */
  readonly isRenamed: boolean;
}

interface WaitingFile {
  readonly partPath: string;
  /** Whether an earlier entry of the same name may be in its place already. */
  readonly isReplacing: boolean;
}

/** What a written and synced file leaves in memory, which V8 would collect late. */
const GARBAGE_BYTES = 2 * 1024;

/** How many files are synced together, which takes a fraction of the time. */
const FILES_AT_A_TIME = 1_000;

/** The directory that files are extracted to. Existing files are never replaced. */
export class ExtractTarget {
  readonly #directory: string;
  readonly #stagePath: string;
  readonly #book = new PathBook();
  readonly #extracted = new Map<string, ExtractedFile>();
  /** The finished files in the stage, by the paths that they are for. */
  readonly #waiting = new Map<string, WaitingFile>();
  readonly #onSettled = createLargeCollector();
  #openedCount = 0;
  #opened: { readonly partPath: string; readonly descriptor: number } | undefined;

  /** Files are in `stagePath` until they are synced. */
  constructor(directory: string, stagePath: string) {
    this.#directory = directory;
    this.#stagePath = stagePath;
  }

  /** All files so far, in order. */
  extracted(): readonly ExtractedFile[] {
    return [...this.#extracted.values()];
  }

  /** Opens a file for an entry. Its `end` fails with `exists` if a different file exists already. */
  open(entryName: string): FileSink {
    this.close();
    const { path, isTaken } = this.#placeOf(entryName);
    const partPath = join(this.#stagePath, `${this.#openedCount}.part`);
    this.#openedCount += 1;
    const descriptor = whileWriting(path, () => {
      makeFolderSync(dirname(path));
      return openSync(partPath, 'wx', 0o600);
    });
    this.#opened = { partPath, descriptor };
    let sizeBytes = 0;
    return {
      write(chunk) {
        sizeBytes += chunk.length;
        whileWriting(path, () => writeAll(descriptor, chunk));
      },
      end: () => {
        this.#opened = undefined;
        whileWriting(path, () => {
          closeSync(descriptor);
          this.#keep({ partPath, isTaken, isReplacing: this.#extracted.has(entryName) }, path);
        });
        this.#note(entryName, path, sizeBytes);
      },
    };
  }

  /** Moves finished files to their places once there are many of them. Must be called often. */
  async settleMany(): Promise<void> {
    if (this.#waiting.size >= FILES_AT_A_TIME) {
      await this.settle();
    }
  }

  /** Syncs the finished files, and moves them to their places. */
  async settle(): Promise<void> {
    const files = [...this.#waiting];
    this.#waiting.clear();
    try {
      await syncFiles(files.map(([, { partPath }]) => partPath));
    } catch (error) {
      throw fileFailure(error, 'extract to', this.#directory);
    }
    for (const [path, file] of files) {
      whileWriting(path, () => moveOrCompare(file, path));
    }
    this.#onSettled(files.length * GARBAGE_BYTES);
  }

  /** Moves a finished file or folder to the place of `entryName`. */
  async place(entryName: string, partPath: string, sizeBytes: number): Promise<void> {
    const { path, isTaken } = this.#placeOf(entryName);
    try {
      if (isTaken) {
        requireSame(partPath, { path, existingPath: path });
      } else {
        await makeFolder(dirname(path));
        await rename(partPath, path);
      }
    } catch (error) {
      throw fileFailure(error, 'write', path);
    }
    this.#note(entryName, path, sizeBytes);
  }

  /** Discards a file that is still open. */
  close(): void {
    if (this.#opened !== undefined) {
      closeSync(this.#opened.descriptor);
      rmSync(this.#opened.partPath, { force: true });
      this.#opened = undefined;
    }
  }

  #keep({ partPath, isTaken, isReplacing }: WaitingFile & { readonly isTaken: boolean }, path: string): void {
    const former = this.#waiting.get(path);
    if (isTaken) {
      requireSame(partPath, { path, existingPath: former?.partPath ?? path });
      return;
    }
    if (former !== undefined) {
      rmSync(former.partPath);
    }
    this.#waiting.set(path, { partPath, isReplacing });
  }

  /** The path of an entry. If a tar contains the same name twice, the later entry wins. */
  #placeOf(entryName: string): { readonly path: string; readonly isTaken: boolean } {
    const path = join(this.#directory, this.#book.placeOf(entryName));
    const exists = this.#waiting.has(path) || existsSync(path);
    return { path, isTaken: exists && !this.#extracted.has(entryName) };
  }

  #note(entryName: string, path: string, sizeBytes: number): void {
    const isRenamed = join(this.#directory, entryName) !== path;
    this.#extracted.set(entryName, { entryName, path, sizeBytes, isRenamed });
  }
}

/** Another process may have written the file meanwhile. */
function moveOrCompare({ partPath, isReplacing }: WaitingFile, path: string): void {
  if (!isReplacing && existsSync(path)) {
    requireSame(partPath, { path, existingPath: path });
  } else {
    renameSync(partPath, path);
  }
}

/**
 * Accepts an identical file, which an interrupted extraction may have left, and removes the part. Fails for any other.
 */
function requireSame(
  partPath: string,
  { path, existingPath }: { readonly path: string; readonly existingPath: string },
): void {
  const isSame = isSameTree(partPath, existingPath);
  rmSync(partPath, { recursive: true });
  if (!isSame) {
    throw new Failure('exists', `Cannot extract to "${path}": it exists already`, {
      details: { path },
      hint: 'Choose another directory: existing files are never replaced',
    });
  }
}

/** True if two files, or two folders with all of their content, are identical. Does not follow links. */
function isSameTree(one: string, other: string): boolean {
  const stats = lstatSync(one);
  const otherStats = lstatSync(other);
  if (stats.isDirectory()) {
    const names = readdirSync(one).toSorted();
    return (
      otherStats.isDirectory() &&
      readdirSync(other).toSorted().join('/') === names.join('/') &&
      names.every((name) => isSameTree(join(one, name), join(other, name)))
    );
  }
  const areFiles = stats.isFile() && otherStats.isFile();
  return areFiles && stats.size === otherStats.size && haveSameBytes(one, other);
}

function haveSameBytes(one: string, other: string): boolean {
  const files = [openSync(one, 'r')];
  try {
    files.push(openSync(other, 'r'));
    const [buffer, otherBuffer] = [Buffer.alloc(READ_BYTES), Buffer.alloc(READ_BYTES)];
    for (;;) {
      const [count = 0, otherCount = 0] = files.map((file, index) =>
        readSync(file, index === 0 ? buffer : otherBuffer),
      );
      if (count !== otherCount || !buffer.subarray(0, count).equals(otherBuffer.subarray(0, count))) {
        return false;
      }
      if (count === 0) {
        return true;
      }
    }
  } finally {
    for (const file of files) {
      closeSync(file);
    }
  }
}
