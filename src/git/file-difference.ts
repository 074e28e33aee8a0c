import type { TreeEntryKind } from './parse-tree.ts';

/** One line of a diff. A line number is null on the side that does not have the line. */
export interface DifferenceLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly oldLine: number | null;
  readonly newLine: number | null;
  /** Whether the file ends after this line, without a line feed. */
  readonly isUnended: boolean;
}

/** Changed lines with unchanged context. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** The context that git shows in the hunk header, such as the signature of a function. */
  readonly section: string;
  readonly lines: readonly DifferenceLine[];
  /** Set if nothing of the file follows. */
  readonly reachesEnd?: true;
}

export interface FileDifference {
  readonly status: 'added' | 'removed' | 'changed' | 'renamed' | 'copied' | 'retyped';
  /** The new path; for a removed file, the old one. */
  readonly path: string;
  /** The old path, if it differs. */
  readonly oldPath: string | null;
  readonly kind: TreeEntryKind;
  /** The modes, if they differ: `100644`, `100755`. */
  readonly modes: readonly [old: string, new: string] | null;
  /** Blob ids; null on the side that does not have the file. */
  readonly oldId: string | null;
  readonly newId: string | null;
  readonly isBinary: boolean;
  /** The encoding of the lines that are not UTF-8; null if all are. */
  readonly encoding: string | null;
  readonly addedCount: number;
  readonly removedCount: number;
  readonly hunks: readonly Hunk[];
  /** Why lines are missing: this file, or the diff as a whole, has too many. */
  readonly omitted: 'long-file' | 'long-difference' | null;
}

/** The changes between two commits. */
export interface Difference {
  readonly files: readonly FileDifference[];
  /** Why files or lines are missing at the end; null if the diff is complete. */
  readonly cut: 'time' | 'size' | 'damage' | null;
}
