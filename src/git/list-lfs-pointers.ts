import { join } from 'node:path';
import { invariant } from '../base/failure.ts';
import { listFolder } from '../base/file-failure.ts';
import { type LfsPointer, POINTER_BYTES, parseLfsPointer } from '../model/lfs.ts';
import { createFieldCutter } from './ask-git.ts';
import type { OwnRepository } from './own-repository.ts';
import { createAnswerCutter, type GitObject } from './reading/object-answers.ts';
import { isObjectId } from './ref-name.ts';
import { type GitCall, type GitEnding, runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

/** A pointer, and an object of git that has it. */
export interface FoundPointer extends LfsPointer {
  readonly blobId: string;
}

interface ListOptions extends GitRunOptions {
  /** The bytes of the repository's object files; without it, only what may be a pointer is read. */
  readonly sizeBytes?: number;
  /** Called with the id of each object of the repository that git can read. */
  readonly onObject?: (id: string) => void;
}

interface FoundPointers {
  /** Each digest and size once: a pointer may give a wrong size for a file of which another one gives the right size. */
  readonly pointers: readonly FoundPointer[];
  /** All objects that are pointers: several may name the same file, and not all of them are in the history of each ref. */
  readonly all: readonly FoundPointer[];
  readonly ending: GitEnding;
  /** Whether git could read everything, as far as that shows. Otherwise there may be more pointers. */
  isWhole(): Promise<boolean>;
}

/** Of a repository that is not larger, everything is read at once: starting git again takes longer. */
const SMALL_BYTES = 1024 * 1024;
const MAX_CONTENT_BYTES = 64 * SMALL_BYTES;

/**
 * Whether git sees all packs of a repository. It leaves those out whose index is damaged, lists the objects of the others, and
 * ends as if all were well.
 */
async function seesAllPacks(repository: OwnRepository, options: GitRunOptions): Promise<boolean> {
  const packs = (await listFolder(join(repository, 'objects', 'pack'))).filter((name) =>
    name.endsWith('.pack'),
  );
  let seen = -1;
  await runGit({
    ...options,
    repository,
    command: ['countObjects', {}],
    onLine(line, channel) {
      const count = channel === 'output' ? /^packs: (\d+)$/.exec(line)?.[1] : undefined;
      seen = count === undefined ? seen : Number(count);
    },
  });
  return seen === packs.length;
}

/** Finds the distinct pointers of Git LFS in all of a repository's history; in a damaged one, those that git can read. */
export async function listLfsPointers(
  repository: OwnRepository,
  { sizeBytes = Number.POSITIVE_INFINITY, onObject, ...options }: ListOptions,
): Promise<FoundPointers> {
  const found = new Map<string, FoundPointer>();
  let [answered, unanswered] = [0, 0];
  const read = async (call: Pick<GitCall, 'command' | 'input' | 'maxOutputBytes'>) => {
    const cutter = createAnswerCutter({
      bringsBytes: () => true,
      onAnswer(object) {
        if (object === undefined) {
          unanswered += 1;
          return;
        }
        answered += 1;
        onObject?.(object.id);
        notePointer(object, found);
      },
    });
    return await runGit({ ...options, ...call, repository, onOutput: cutter.push });
  };
  if (sizeBytes <= SMALL_BYTES) {
    const ending = await read({ command: ['readAllObjects', {}], maxOutputBytes: MAX_CONTENT_BYTES });
    if (ending.status === 0) {
      const isWhole = async () => unanswered === 0 && (await seesAllPacks(repository, options));
      return { ...distinctOf(found), ending, isWhole };
    }
    [answered, unanswered] = [0, 0];
  }
  const small = new PackedIds();
  const ending = await runGit({
    ...options,
    repository,
    command: ['listObjects', {}],
    onLine(line, channel) {
      const [id = '', type, size] = line.split(' ');
      if (channel !== 'output') {
        return;
      }
      if (size === undefined || !isObjectId(id)) {
        unanswered += 1;
        return;
      }
      onObject?.(id);
      if (type === 'blob' && isPointerSize(Number(size))) {
        small.add(id);
      }
    },
  });
  const reading =
    small.count === 0 ? ending : await read({ command: ['readObjects', {}], input: small.lines() });
  const areEnded = ending.status === 0 && reading.status === 0;
  const isWhole = async () =>
    areEnded && unanswered === 0 && answered === small.count && (await seesAllPacks(repository, options));
  return { ...distinctOf(found), ending, isWhole };
}

function isPointerSize(sizeBytes: number): boolean {
  return sizeBytes >= POINTER_BYTES.min && sizeBytes <= POINTER_BYTES.max;
}

function notePointer({ id, type, sizeBytes, bytes }: GitObject, found: Map<string, FoundPointer>): void {
  const mayBePointer = type === 'blob' && isPointerSize(sizeBytes);
  const pointer = mayBePointer ? bytes && parseLfsPointer(bytes.toString('latin1')) : undefined;
  if (pointer !== undefined) {
    found.set(id, { ...pointer, blobId: id });
  }
}

function distinctOf(found: ReadonlyMap<string, FoundPointer>): Pick<FoundPointers, 'pointers' | 'all'> {
  const all = [...found.values()];
  const distinct = new Map(all.map((pointer) => [`${pointer.oid} ${pointer.sizeBytes}`, pointer]));
  return { pointers: [...distinct.values()], all };
}

/** Where a file is in a history. */
export interface FilePlace {
  readonly commit: string;
  readonly path: string;
}

/** Finds the newest commit and the path of objects that are files in the history of all refs. Others are left out. */
export async function placeBlobs(
  repository: OwnRepository,
  blobIds: Iterable<string>,
  options: GitRunOptions,
): Promise<ReadonlyMap<string, FilePlace>> {
  const wanted = new Set(blobIds);
  const places = new Map<string, FilePlace>();
  if (wanted.size === 0) {
    return places;
  }
  let commit = '';
  let blobId: string | undefined;
  await runGit({
    ...options,
    repository,
    command: ['listFilesOfAll', {}],
    onOutput: createFieldCutter((field) => {
      if (blobId !== undefined) {
        if (wanted.has(blobId) && !places.has(blobId)) {
          places.set(blobId, { commit, path: field });
        }
        blobId = undefined;
      } else if (isObjectId(field)) {
        commit = field;
      } else {
        // `:100644 100644 OLD NEW M`: the name follows.
        blobId = field.split(' ')[3] ?? '';
      }
    }),
  });
  return places;
}

const IDS_A_CHUNK = 65_536;

/** Ids of objects in their bytes: as texts, those of millions would take four times as much memory. */
class PackedIds {
  readonly #chunks: Buffer[] = [];
  #idBytes = 0;
  count = 0;

  add(id: string): void {
    this.#idBytes ||= id.length / 2;
    invariant(id.length === this.#idBytes * 2, 'all ids of a repository have the same length');
    const index = this.count % IDS_A_CHUNK;
    if (index === 0) {
      this.#chunks.push(Buffer.alloc(IDS_A_CHUNK * this.#idBytes));
    }
    this.#chunks.at(-1)?.write(id, index * this.#idBytes, 'hex');
    this.count += 1;
  }

  /** Input for git, with one id on each line. */
  *lines(): Generator<string> {
    let left = this.count;
    for (const chunk of this.#chunks) {
      const hex = chunk.toString('hex', 0, Math.min(left, IDS_A_CHUNK) * this.#idBytes);
      yield hex.replaceAll(new RegExp(`.{${this.#idBytes * 2}}`, 'g'), '$&\n');
      left -= IDS_A_CHUNK;
    }
  }
}
