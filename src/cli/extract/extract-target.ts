import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, fileFailure, makeFolder, makeFolderSync, writeAll } from '../../base/index.ts';
import type { FileSink } from '../../model/index.ts';
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
  /** Opens the place of an entry. Fails with `usage` where something is there already. */
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

  function pathFor(entryName: string): string {
    const path = join(directory, book.placeOf(entryName));
    // A tar may hold a name twice; then the later one holds.
    if (existsSync(path) && !extracted.has(entryName)) {
      throw new Failure('usage', `Cannot extract to "${path}": there is something already`, {
        hint: 'Name another directory; nothing is ever replaced',
      });
    }
    return path;
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
      const path = pathFor(entryName);
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
          attempt(path, () => renameSync(partPath, path));
          note(entryName, path, sizeBytes);
        },
      };
    },
    async place(entryName, partPath, sizeBytes) {
      const path = pathFor(entryName);
      try {
        await makeFolder(dirname(path));
        await rename(partPath, path);
      } catch (error) {
        throw fileFailure(error, 'write', path);
      }
      note(entryName, path, sizeBytes);
    },
    extracted: () => [...extracted.values()],
  };
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure(error, 'write', path);
  }
}
