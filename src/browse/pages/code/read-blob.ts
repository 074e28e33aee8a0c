import type { GitRepository, TreeEntry } from '../../../git/index.ts';
import type { CodePlace, ShownCommit } from './code-place.ts';
import { readTip } from './read-tree.ts';

/** A file of a repository. */
export interface BlobFacts {
  readonly place: CodePlace;
  readonly kind: TreeEntry['kind'];
  readonly id: string;
  readonly sizeBytes: number;
  /** Null where it is no text, or too long to show. */
  readonly text: string | null;
  readonly isBinary: boolean;
  readonly tip: ShownCommit | null;
}

/** Longer files are offered, not shown. */
export const SHOWN_BYTES = 1024 * 1024;

/** How much is looked at to tell text from the rest, as git does. */
const JUDGED_BYTES = 8_000;

/** Reads a file; undefined where it is no file, or its content is missing. */
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

/** The lines of a text; the line feed at its end begins none. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
