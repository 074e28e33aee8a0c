import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, fileFailure, makeFolder, makeFolderSync, writeAll } from '../../base/index.ts';
import type { FileSink } from '../../model/index.ts';
import { isSameTree } from './is-same-tree.ts';
import { PathBook } from './path-book.ts';

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
