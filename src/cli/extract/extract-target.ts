import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, fileFailure, makeFolder, makeFolderSync, writeAll } from '../../base/index.ts';
import type { FileSink } from '../../model/index.ts';
import { isSameTree } from './is-same-tree.ts';
import { createPathBook } from './path-book.ts';

/** Something that was extracted. */
export interface ExtractedFile {
  readonly entryName: string;
  /** Where it lies. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Whether its name is another than in the archive, because that one is unsafe or taken. */
  readonly isRenamed: boolean;
}

/** The directory that files are extracted to. Nothing that is there is ever replaced. */
export interface ExtractTarget {
  /** Opens the place of an entry. Its end fails with `usage` where something else is there. */
  open(entryName: string): FileSink;
  /** Moves a finished file or folder to the place of `entryName`. */
  place(entryName: string, partPath: string, sizeBytes: number): Promise<void>;
  /** Everything so far, in order. */
  extracted(): readonly ExtractedFile[];
  /** Drops a file that is still open. */
  close(): void;
}

/** Files grow in `stagePath`, where no name from outside is: an archive may hold `a` and `a.part`. */
export function createExtractTarget(directory: string, stagePath: string): ExtractTarget {
  const book = createPathBook();
  const extracted = new Map<string, ExtractedFile>();
  let opened: { readonly partPath: string; readonly descriptor: number } | undefined;

  /** Where an entry goes. A tar may hold a name twice; then the later one holds. */
  function pathFor(entryName: string): { readonly path: string; readonly isTaken: boolean } {
    const path = join(directory, book.placeOf(entryName));
    return { path, isTaken: existsSync(path) && !extracted.has(entryName) };
  }

  function note(entryName: string, path: string, sizeBytes: number): void {
    const isRenamed = join(directory, entryName) !== path;
    extracted.set(entryName, { entryName, path, sizeBytes, isRenamed });
  }

  function close(): void {
    if (opened !== undefined) {
      closeSync(opened.descriptor);
      rmSync(opened.partPath, { force: true });
      opened = undefined;
    }
  }

  return {
    close,
    open(entryName) {
      close();
      const { path, isTaken } = pathFor(entryName);
      const partPath = join(stagePath, 'file.part');
      const descriptor = attempt(path, () => {
        makeFolderSync(dirname(path));
        return openSync(partPath, 'w');
      });
      opened = { partPath, descriptor };
      let sizeBytes = 0;
      return {
        write(chunk) {
          sizeBytes += chunk.length;
          attempt(path, () => writeAll(descriptor, chunk));
        },
        end() {
          attempt(path, () => fsyncSync(descriptor));
          closeSync(descriptor);
          opened = undefined;
          if (isTaken) {
            attempt(path, () => requireSame(partPath, path));
          } else {
            attempt(path, () => renameSync(partPath, path));
          }
          note(entryName, path, sizeBytes);
        },
      };
    },
    async place(entryName, partPath, sizeBytes) {
      const { path, isTaken } = pathFor(entryName);
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
      note(entryName, path, sizeBytes);
    },
    extracted: () => [...extracted.values()],
  };
}

/** What an interrupted extraction left there is as good as ours; anything else is somebody's. */
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
