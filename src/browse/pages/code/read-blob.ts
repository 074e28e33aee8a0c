import { readFile } from 'node:fs/promises';
import { readFileText } from '../../../git/file-text.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { TreeEntry } from '../../../git/parse-tree.ts';
import { parseLfsPointer } from '../../../model/lfs.ts';
import { shownBytesOf } from '../../show/preview/file-types.table.ts';
import type { Sources } from '../../sources.ts';
import { type CodePlace, noSuchPath, type ShownCommit } from './code-place.ts';
import { readTip } from './read-tree.ts';

export interface BlobFacts {
  readonly place: CodePlace;
  readonly kind: TreeEntry['kind'];
  readonly id: string;
  readonly sizeBytes: number;
  /** Null if it is binary or too long to show. */
  readonly text: string | null;
  /** The encoding of the text; null for UTF-8. */
  readonly encoding: string | null;
  readonly isBinary: boolean;
  readonly tip: ShownCommit | null;
  /** For a file in Git LFS: whether it was kept, and is what is shown. Otherwise its pointer is; null for other files. */
  readonly lfs: { readonly oid: string; readonly sizeBytes: number; readonly isKept: boolean } | null;
}

/** Reads a file; with the store, the kept one of Git LFS in the place of its pointer. Fails with `absent` if the entry is not a file, or its content is missing. */
export async function readBlob(
  git: GitRepository,
  place: CodePlace,
  entry: TreeEntry | undefined,
  { links, store }: Pick<Sources, 'links'> & Partial<Pick<Sources, 'store'>>,
): Promise<BlobFacts> {
  if (entry === undefined || entry.kind === 'folder' || entry.kind === 'submodule') {
    throw noSuchPath(place);
  }
  const [blob, tip] = await Promise.all([
    git.blob(entry.id, shownBytesOf(place.path)),
    readTip(git, place, links),
  ]);
  if (blob === undefined) {
    throw noSuchPath(place);
  }
  const pointer = entry.kind === 'link' ? undefined : parseLfsPointer(blob.bytes?.toString('latin1') ?? '');
  const found = pointer && store?.lfsFile(pointer.oid);
  const { sizeBytes } = found ?? blob;
  const isShort = sizeBytes <= shownBytesOf(place.path);
  const bytes = found === undefined ? blob.bytes : isShort ? await readFile(found.path) : undefined;
  return {
    place,
    kind: entry.kind,
    id: entry.id,
    sizeBytes,
    ...toText(bytes),
    tip,
    lfs: pointer === undefined ? null : { ...pointer, isKept: found !== undefined },
  };
}

/** Decodes the bytes of a file unless it is binary; undefined stands for a file that is too long. */
export function toText(bytes: Buffer | undefined): Pick<BlobFacts, 'text' | 'encoding' | 'isBinary'> {
  const read = bytes === undefined ? undefined : readFileText(bytes);
  return {
    text: read?.text ?? null,
    encoding: read?.encoding ?? null,
    isBinary: bytes !== undefined && read === undefined,
  };
}

/** Splits a text into lines, without an empty one after the last line feed. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
