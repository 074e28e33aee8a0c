import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, FileNamer, fileFailure, makeFolder, makeFolderSync, writeAll } from '../../base/index.ts';
import type { FileSink } from '../../model/index.ts';

const READ_BYTES = 1024 * 1024;

/** Bytes of one name that common file systems take. */
const MAX_NAME_BYTES = 255;

/** The names in one folder. */
class Folder {
  /** What was given a name here; files and folders apart, as one tar may hold both under one name. */
  readonly #named = new Map<string, string>();
  readonly #namer = new FileNamer(MAX_NAME_BYTES);
  readonly #folders = new Map<string, Folder>();

  nameOf(type: 'file' | 'folder', part: string): string {
    const key = `${type} ${part}`;
    const name = this.#named.get(key) ?? this.#namer.nameOf(part);
    this.#named.set(key, name);
    return name;
  }

  inside(name: string): Folder {
    const known = this.#folders.get(name) ?? new Folder();
    this.#folders.set(name, known);
    return known;
  }
}

/** Where entries are written to, as paths below one directory. */
export class PathBook {
  readonly #root = new Folder();

  /**
   * The place of an entry: each of its parts is safe, and no two entries share a place, also where upper and lower
   * case are the same. An entry that is asked for again gets its place again.
   */
  placeOf(entryName: string): string {
    const parts = entryName.split('/').filter((part) => part !== '' && part !== '.');
    const file = parts.pop() ?? '';
    const names: string[] = [];
    let folder = this.#root;
    for (const part of parts) {
      const name = folder.nameOf('folder', part);
      names.push(name);
      folder = folder.inside(name);
    }
    return [...names, folder.nameOf('file', file)].join('/');
  }
}

/** Something that was extracted. */
export interface ExtractedFile {
  readonly entryName: string;
  /** Where it is. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Whether its name is another than in the archive, because that one is unsafe or taken. */
  readonly isRenamed: boolean;
}

interface Place {
  readonly path: string;
  readonly isTaken: boolean;
}

/** The directory that files are extracted to. Nothing that is there is ever replaced. */
export class ExtractTarget {
  readonly #directory: string;
  readonly #stagePath: string;
  readonly #book = new PathBook();
  readonly #extracted = new Map<string, ExtractedFile>();
  #opened: { readonly partPath: string; readonly descriptor: number } | undefined;

  /** Files grow in `stagePath`, which has no names from outside: an archive may hold `a` and `a.part`. */
  constructor(directory: string, stagePath: string) {
    this.#directory = directory;
    this.#stagePath = stagePath;
  }

  /** Everything so far, in order. */
  extracted(): readonly ExtractedFile[] {
    return [...this.#extracted.values()];
  }

  /** Opens the place of an entry. Its end fails with `usage` where something else is there. */
  open(entryName: string): FileSink {
    this.close();
    const { path, isTaken } = this.#placeOf(entryName);
    const partPath = join(this.#stagePath, 'file.part');
    const descriptor = attempt(path, () => {
      makeFolderSync(dirname(path));
      return openSync(partPath, 'w');
    });
    this.#opened = { partPath, descriptor };
    let sizeBytes = 0;
    return {
      write(chunk) {
        sizeBytes += chunk.length;
        attempt(path, () => writeAll(descriptor, chunk));
      },
      end: () => {
        attempt(path, () => fsyncSync(descriptor));
        closeSync(descriptor);
        this.#opened = undefined;
        attempt(path, () => (isTaken ? requireSame(partPath, path) : renameSync(partPath, path)));
        this.#note(entryName, path, sizeBytes);
      },
    };
  }

  /** Moves a finished file or folder to the place of `entryName`. */
  async place(entryName: string, partPath: string, sizeBytes: number): Promise<void> {
    const { path, isTaken } = this.#placeOf(entryName);
    try {
      if (isTaken) {
        requireSame(partPath, path);
        await rm(partPath, { recursive: true });
      } else {
        await makeFolder(dirname(path));
        await rename(partPath, path);
      }
    } catch (error) {
      throw fileFailure(error, 'write', path);
    }
    this.#note(entryName, path, sizeBytes);
  }

  /** Drops a file that is still open. */
  close(): void {
    if (this.#opened !== undefined) {
      closeSync(this.#opened.descriptor);
      rmSync(this.#opened.partPath, { force: true });
      this.#opened = undefined;
    }
  }

  /** Where an entry goes. A tar may hold a name twice; then the later one wins. */
  #placeOf(entryName: string): Place {
    const path = join(this.#directory, this.#book.placeOf(entryName));
    return { path, isTaken: existsSync(path) && !this.#extracted.has(entryName) };
  }

  #note(entryName: string, path: string, sizeBytes: number): void {
    const isRenamed = join(this.#directory, entryName) !== path;
    this.#extracted.set(entryName, { entryName, path, sizeBytes, isRenamed });
  }
}

/** What an interrupted extraction left there is as good as ours; anything else belongs to somebody. */
function requireSame(partPath: string, path: string): void {
  if (!isSameTree(partPath, path)) {
    throw new Failure('usage', `Cannot extract to "${path}": it exists already`, {
      hint: 'Choose another directory: existing files are never replaced',
    });
  }
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure(error, 'write', path);
  }
}

/** Whether two files, or two folders with all that is in them, hold the same. Links are followed nowhere. */
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
