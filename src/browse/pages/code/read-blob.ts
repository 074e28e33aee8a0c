import type { GitRepository, TreeEntry } from '../../../git/index.ts';
import type { CodePlace, ShownCommit } from './code-place.ts';
import { readTip } from './read-tree.ts';

export interface BlobFacts {
  readonly place: CodePlace;
  readonly kind: TreeEntry['kind'];
  readonly id: string;
  readonly sizeBytes: number;
  /** Null if it is binary or too long to show. */
  readonly text: string | null;
  readonly isBinary: boolean;
  readonly tip: ShownCommit | null;
}

/** Longer files are only offered for download. */
export const SHOWN_BYTES = 1024 * 1024;

/** How much is searched for a null byte to detect binary files, as git does. */
const JUDGED_BYTES = 8_000;

/** Reads a file; undefined if the entry is not a file or its content is missing. */
export async function readBlob(
  git: GitRepository,
  place: CodePlace,
  entry: TreeEntry,
): Promise<BlobFacts | undefined> {
  if (entry.kind === 'folder' || entry.kind === 'submodule') {
    return undefined;
  }
  const [blob, tip] = await Promise.all([git.blob(entry.id, SHOWN_BYTES), readTip(git, place)]);
  if (blob === undefined) {
    return undefined;
  }
  const isBinary = blob.bytes?.subarray(0, JUDGED_BYTES).includes(0) === true;
  return {
    place,
    kind: entry.kind,
    id: entry.id,
    sizeBytes: blob.sizeBytes,
    text: blob.bytes === undefined || isBinary ? null : blob.bytes.toString('utf8').replace(/^\ufeff/, ''),
    isBinary,
    tip,
  };
}

/** Splits a text into lines, without an empty one after the last line feed. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
