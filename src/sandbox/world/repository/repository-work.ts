import type { FileChange, GitHistory } from '../git/git-history.ts';
import { applyEdit, type DiffHunk, type TextEdit } from '../git/text-edit.ts';
import type { Person } from '../world.ts';

export interface PullWork {
  readonly baseSha: string;
  readonly headSha: string;
  /** The first commit. */
  readonly firstSha: string;
  /** The changes of that commit, one hunk per file. */
  readonly changes: readonly { readonly path: string; readonly hunk: DiffHunk }[];
  /** Path and line (in the new file) that a later commit changed. */
  readonly corrected: { readonly path: string; readonly line: number } | undefined;
  /** The head before a force-push, which no longer exists. */
  readonly replacedSha: string | undefined;
  /** The merge, or the test merge of an open pull request. */
  readonly mergeSha: string;
}

/** A repository's history, and its commits that threads refer to. */
export interface RepositoryWork {
  readonly history: GitHistory;
  readonly pulls: ReadonlyMap<number, PullWork>;
  /** Commits on the default branch that refer to an issue. */
  readonly references: readonly (MainCommit & { readonly author: Person; readonly number: number })[];
  /** Commits without a pull request, oldest first, with the only change of each. */
  readonly mainChanges: readonly (MainCommit & { readonly path: string; readonly hunk: DiffHunk })[];
}

export interface MainCommit {
  readonly sha: string;
  readonly timeMs: number;
}

/** The files that edits change, with their new texts. */
export function changesOf(edits: readonly TextEdit[]): readonly FileChange[] {
  return edits.map((edit) => ({ path: edit.path, text: applyEdit(edit) }));
}
