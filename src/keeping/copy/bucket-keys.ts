import { Failure } from '../../model/failure.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { readSmallObject } from '../../objects/small-objects.ts';
import type { DigestFolder } from '../../store/file-folders.ts';

/**
 * The keys of a vault in object storage; of archives and files, also their paths in a directory. Manifests come after their
 * archives, and readers believe only them.
 */
export const KEYS = {
  archive: (name: string) => `archives/${name}`,
  manifest: (name: string) => `manifests/${name}.json`,
  blob: (sha256: string, of: DigestFolder = 'blobs') => `${of}/${sha256.slice(0, 2)}/${sha256}`,
  /** The list of the files of a repository, whose SHA-256 begins with its name. */
  repository: (folder: string) => `git/${folder}`,
  /** A file of any repository, by its content. */
  gitFile: (sha256: string) => `git-files/${sha256.slice(0, 2)}/${sha256}`,
  store: (sha256: string) => `stores/${sha256}.db`,
  journal: 'journal/',
  linesOf: (run: string) => `journal/${run}/`,
  lines: (run: string, sequence: number) => `journal/${run}/${String(sequence).padStart(6, '0')}.jsonl`,
  /** All lines that another vault has of a run, by the digest of their text; they come before those of this one. */
  copiedLines: (run: string, sha256: string) => `journal/${run}/000000-${sha256}.jsonl`,
} as const;

/** The keys that may be large enough to be uploaded in parts; encrypted ones have an ending. */
const UPLOADED =
  /^(?:archives\/[^/]+|manifests\/[^/]+|(?:blobs|lfs)\/[0-9a-f]{2}\/[0-9a-f]{64}|git\/[^/]+|git-files\/[0-9a-f]{2}\/[0-9a-f]{64}|stores\/[0-9a-f]{64}\.db|journal\/[^/]+(?:\/[^/]+)?|manifests-index\.json)(?:\.age)?$/;

/** Whether a key can be one of a vault. */
export function isVaultKey(key: string): boolean {
  return UPLOADED.test(key);
}

/** The keys that begin with `prefix`, without it. */
export async function keysIn(objects: ObjectStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(prefix)) {
    keys.push(key.slice(prefix.length));
  }
  return keys;
}

/** The content of an object that must exist. */
export async function readPresent(objects: ObjectStore, key: string): Promise<AsyncIterable<Uint8Array>> {
  const content = await objects.read(key);
  if (content === undefined) {
    throw damaged(key, 'is missing');
  }
  return content;
}

/** A text that cannot be parsed as JSON. */
const DAMAGED = Buffer.from('(damaged)\n');

/** The content of a small object. If its encryption is damaged, the content counts as damaged, as any other. */
export async function readDamagedToo(objects: ObjectStore, key: string): Promise<Buffer | undefined> {
  try {
    return await readSmallObject(objects, key);
  } catch (error) {
    if (error instanceof Failure && error.code === 'archive-damaged') {
      return DAMAGED;
    }
    throw error;
  }
}

/** What was read; undefined if the key to it is missing. */
export async function ifDecryptable<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && error.code === 'key-missing') {
      return undefined;
    }
    throw error;
  }
}

export function damaged(key: string, found: string): Failure {
  return new Failure('vault-damaged', `The vault is damaged: "${key}" ${found}`);
}
