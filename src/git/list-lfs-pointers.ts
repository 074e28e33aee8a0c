import type { OwnRepository } from './own-repository.ts';
import { createAnswerCutter, type GitObject } from './reading/object-answers.ts';
import { type GitCall, type GitEnding, linesOf, runGit } from './run-git.ts';
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
  /** The bytes of the repository's object files. */
  readonly sizeBytes: number;
  /** Called with the id of each object of the repository that git can read. */
  readonly onObject?: (id: string) => void;
}

interface FoundPointers {
  readonly pointers: readonly LfsPointer[];
  /** How the listing of all objects ended. */
  readonly ending: GitEnding;
}

/** Of a repository that is not larger, everything is read at once: starting git again takes longer. */
const SMALL_BYTES = 1024 * 1024;
const MAX_CONTENT_BYTES = 64 * SMALL_BYTES;

/** Finds the distinct pointers of Git LFS in all of a repository's history; in a damaged one, those that git can read. */
export async function listLfsPointers(
  repository: OwnRepository,
  { sizeBytes, onObject, ...options }: ListOptions,
): Promise<FoundPointers> {
  const found = new Map<string, number>();
  const read = async (call: Pick<GitCall, 'command' | 'input' | 'maxOutputBytes'>) => {
    const cutter = createAnswerCutter({
      bringsBytes: () => true,
      onAnswer(object) {
        if (object !== undefined) {
          onObject?.(object.id);
          notePointer(object, found);
        }
      },
    });
    return await runGit({ ...options, ...call, repository, onOutput: cutter.push });
  };
  const pointers = () => [...found].map(([oid, bytes]) => ({ oid, sizeBytes: bytes }));
  if (sizeBytes <= SMALL_BYTES) {
    const ending = await read({ command: ['readAllObjects', {}], maxOutputBytes: MAX_CONTENT_BYTES });
    if (ending.status === 0) {
      return { pointers: pointers(), ending };
    }
  }
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
      if (type === 'blob' && isPointerSize(Number(size))) {
        small.push(id);
      }
    },
  });
  if (small.length > 0) {
    await read({ command: ['readObjects', {}], input: linesOf(small) });
  }
  return { pointers: pointers(), ending };
}

function isPointerSize(sizeBytes: number): boolean {
  return sizeBytes >= POINTER_BYTES.min && sizeBytes <= POINTER_BYTES.max;
}

function notePointer({ type, sizeBytes, bytes }: GitObject, found: Map<string, number>): void {
  if (type !== 'blob' || bytes === undefined || !isPointerSize(sizeBytes)) {
    return;
  }
  const [version, ...lines] = bytes.toString('latin1').split('\n');
  let oid = '';
  for (const line of version === VERSION ? lines : []) {
    oid = /^oid sha256:([0-9a-f]{64})$/.exec(line)?.[1] ?? oid;
    const size = /^size (\d{1,15})$/.exec(line)?.[1];
    if (size !== undefined && oid !== '') {
      found.set(oid, Number(size));
    }
  }
}
