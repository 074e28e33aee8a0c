import type { Disk } from '../base/disk.ts';

/** A file that Git LFS keeps outside of a repository, which has a pointer to it. */
export interface LfsPointer {
  /** SHA-256 of the file's content, its name in Git LFS. */
  readonly oid: string;
  readonly sizeBytes: number;
}

/** The sizes of pointers in bytes: the specification of Git LFS allows less than 1024, and the shortest has more than 100. */
export const POINTER_BYTES = { min: 100, max: 1023 } as const;

/** The others were written before the first release; git-lfs reads them too (`lfs/pointer.go`). */
const VERSIONS: ReadonlySet<string> = new Set([
  'https://git-lfs.github.com/spec/v1',
  'https://hawser.github.com/spec/v1',
  'http://git-media.io/v/2',
]);

const LINE = /^([a-z0-9.-]+) ([^\r\n]+)$/;

/**
 * Reads a pointer as the specification of Git LFS has it (git-lfs `docs/spec.md`, "The Pointer"): the version first, then
 * lines of a key and a value in the order of their keys. Like the program itself, it takes line feeds of Windows, and passes
 * over empty lines, and white space before and after. Undefined for any other text.
 */
export function parseLfsPointer(text: string): LfsPointer | undefined {
  if (text.length < POINTER_BYTES.min || text.length > POINTER_BYTES.max) {
    return undefined;
  }
  const values = new Map<string, string>();
  let former = '';
  for (const line of text.trim().split(/(?:\r?\n)+/)) {
    const [, key = '', value = ''] = LINE.exec(line) ?? [];
    const isInOrder = values.size === 0 ? key === 'version' : key > former && key !== 'version';
    if (!isInOrder) {
      return undefined;
    }
    former = values.size === 0 ? '' : key;
    values.set(key, value);
  }
  const oid = /^sha256:([0-9a-f]{64})$/.exec(values.get('oid') ?? '')?.[1];
  const size = /^\d{1,16}$/.exec(values.get('size') ?? '')?.[0];
  const sizeBytes = Number(size);
  return VERSIONS.has(values.get('version') ?? '') && oid !== undefined && Number.isSafeInteger(sizeBytes)
    ? { oid, sizeBytes }
    : undefined;
}

/** Where Git LFS keeps an object in a repository (git-lfs `docs/spec.md`, "Intercepting Git"). */
export function lfsPathOf(oid: string): string {
  return `lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
}

/** What became of an object that was asked for. */
export type LfsOutcome = { readonly pointer: LfsPointer } & (
  | { readonly receivedBytes: number }
  /** Why it could not be fetched: a sentence without a final period. */
  | { readonly trouble: string }
);

/** Objects that are asked for in one request (specification 8.1). */
export const LFS_BATCH_OBJECTS = 100;

/** Where objects are fetched to. */
export interface LfsStage {
  readonly disk: Disk;
  readonly signal: AbortSignal;
  /** The path of the file that an object is fetched into. What that file has already is not fetched again. */
  partOf(oid: string): Promise<string>;
  /** Keeps the file of an object, of which all was written and compared with the digest. */
  keep(oid: string): Promise<void>;
  /** Called with the number of bytes that were just received. */
  readonly onBytes?: ((count: number) => void) | undefined;
}

export interface LfsSource {
  /**
   * Fetches objects of `owner/name`, or of its wiki (`owner/name.wiki`): at most `LFS_BATCH_OBJECTS`, each once. Fails if
   * the server cannot be asked at all, or if the files cannot be written.
   */
  fetchFiles(
    repository: string,
    pointers: readonly LfsPointer[],
    stage: LfsStage,
  ): Promise<readonly LfsOutcome[]>;
}
