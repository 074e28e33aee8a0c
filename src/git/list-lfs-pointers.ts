import type { OwnRepository } from './own-repository.ts';
import { type GitEnding, linesOf, runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

/** A file that Git LFS keeps outside of the repository, which has a pointer to it. */
export interface LfsPointer {
  /** SHA-256 of the file's content, its name in Git LFS. */
  readonly oid: string;
  readonly sizeBytes: number;
}

/** The specification of Git LFS: a pointer has less than 1024 bytes; the shortest one has more than 100. */
const POINTER_BYTES = { min: 100, max: 1023 } as const;

const VERSION = 'version https://git-lfs.github.com/spec/v1';

interface ListOptions extends GitRunOptions {
  /** Called with the id of each object of the repository that git can read. */
  readonly onObject?: (id: string) => void;
}

/** Finds the distinct pointers of Git LFS in all of a repository's history; in a damaged one, those that git can read. */
export async function listLfsPointers(
  repository: OwnRepository,
  { onObject, ...options }: ListOptions,
): Promise<{
  readonly pointers: readonly LfsPointer[];
  /** How the listing of all objects ended. */
  readonly ending: GitEnding;
}> {
  const small: string[] = [];
  const ending = await runGit({
    ...options,
    repository,
    command: ['listObjects', {}],
    onLine(line, channel) {
      const [id = '', type, size] = line.split(' ');
      if (channel !== 'output' || size === undefined) {
        return;
      }
      onObject?.(id);
      const bytes = Number(size);
      if (type === 'blob' && bytes >= POINTER_BYTES.min && bytes <= POINTER_BYTES.max) {
        small.push(id);
      }
    },
  });
  const pointers = createPointerReader();
  if (small.length > 0) {
    await runGit({
      ...options,
      repository,
      command: ['readObjects', {}],
      input: linesOf(small),
      onLine(line, channel) {
        if (channel === 'output') {
          pointers.readLine(line);
        }
      },
    });
  }
  return { pointers: pointers.list(), ending };
}

/** Reads pointers from the output of `git cat-file --batch`, line by line. */
function createPointerReader() {
  const found = new Map<string, number>();
  let place: 'outside' | 'start' | 'inside' = 'outside';
  let oid = '';
  return {
    readLine(line: string): void {
      if (/^[0-9a-f]{40,64} blob \d+$/.test(line)) {
        place = 'start';
        oid = '';
      } else if (place === 'start') {
        place = line === VERSION ? 'inside' : 'outside';
      } else if (place === 'inside') {
        oid = /^oid sha256:([0-9a-f]{64})$/.exec(line)?.[1] ?? oid;
        const size = /^size (\d{1,15})$/.exec(line)?.[1];
        if (size !== undefined && oid !== '') {
          found.set(oid, Number(size));
        }
      }
    },
    list: (): readonly LfsPointer[] => [...found].map(([key, sizeBytes]) => ({ oid: key, sizeBytes })),
  };
}
