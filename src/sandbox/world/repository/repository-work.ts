import type { DiffHunk } from '../git/diff-hunk.ts';
import type { GitHistory } from '../git/git-history.ts';
import type { Person } from '../world.ts';

/** What git knows of a pull request. */
export interface PullWork {
  readonly baseSha: string;
  readonly headSha: string;
  /** The commit that was reviewed first. */
  readonly firstSha: string;
  /** The changes of that commit, one hunk a file. */
  readonly changes: readonly { readonly path: string; readonly hunk: DiffHunk }[];
  /** Path and line (in the new file) that a later commit reworded, if one did. */
  readonly corrected: { readonly path: string; readonly line: number } | undefined;
  /** The head before it was pushed over; in no repository any more. */
  readonly replacedSha: string | undefined;
  /** On the base branch where it was merged, else of a test merge. */
  readonly mergeSha: string;
}

/** A commit on the default branch that names an issue in its message. */
export interface CommitReference {
  readonly sha: string;
  readonly timeMs: number;
  readonly author: Person;
  readonly number: number;
}

/** A commit that went straight to the default branch, with the one change in it. */
export interface MainChange {
  readonly sha: string;
  readonly timeMs: number;
  readonly path: string;
  readonly hunk: DiffHunk;
}

/** A repository's history, and what its threads need to know of it. */
export interface RepositoryWork {
  readonly history: GitHistory;
  readonly pulls: ReadonlyMap<number, PullWork>;
  readonly references: readonly CommitReference[];
  /** Commits that went straight to the default branch, oldest first. */
  readonly mainChanges: readonly MainChange[];
}
