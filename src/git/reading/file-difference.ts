import type { TreeEntryKind } from './parse-tree.ts';

/** One line of a difference. Numbers are those of the line before and after; null on the side that lacks it. */
export interface DifferenceLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly oldLine: number | null;
  readonly newLine: number | null;
  /** Whether the file ends here without a line feed. */
  readonly isUnended: boolean;
}

/** Lines that changed, with some that did not around them. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** What git found above: the head of a function, say. */
  readonly section: string;
  readonly lines: readonly DifferenceLine[];
}

/** What became of one file. */
export interface FileDifference {
  readonly status: 'added' | 'removed' | 'changed' | 'renamed' | 'copied' | 'retyped';
  /** After the change; for a removed file, before it. */
  readonly path: string;
  /** Before the change, where that is another name. */
  readonly oldPath: string | null;
  readonly kind: TreeEntryKind;
  /** The modes where they differ: `100644`, `100755`. */
  readonly modes: readonly [old: string, new: string] | null;
  /** Ids of the contents; null on the side that lacks the file. */
  readonly oldId: string | null;
  readonly newId: string | null;
  readonly isBinary: boolean;
  readonly addedCount: number;
  readonly removedCount: number;
  readonly hunks: readonly Hunk[];
  /** Why lines are missing: the file has too many, or everything together has. */
  readonly omitted: 'long-file' | 'long-difference' | null;
}

/** What changed between two commits. */
export interface Difference {
  readonly files: readonly FileDifference[];
  /** Why files or lines are missing at the end; null where nothing is. */
  readonly cut: 'time' | 'size' | 'damage' | null;
}
