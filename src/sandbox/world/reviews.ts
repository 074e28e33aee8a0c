import type { Reaction } from './reactions.ts';

/** Review states by the numbers that archives use. */
export const REVIEW_STATES = { commented: 1, changesRequested: 30, approved: 40 } as const;

/** One person's verdict on a pull request. */
export interface Review {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  /** The commit that was looked at. */
  readonly headSha: string;
  readonly state: (typeof REVIEW_STATES)[keyof typeof REVIEW_STATES];
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
  readonly submittedAt: string;
}

/** Where in a diff somebody commented. Lines and positions count from 1. */
export interface DiffPlace {
  /** The diff from its `@@` line to the line commented on, without a final newline. */
  readonly diffHunk: string;
  readonly path: string;
  /** Lines below the first `@@` of the file; null once the line is gone from the diff. */
  readonly position: number | null;
  readonly originalPosition: number;
  readonly side: 'left' | 'right';
  /** Null once the line is gone from the diff. */
  readonly line: number | null;
  readonly originalLine: number;
  /** Null unless the comment spans lines. */
  readonly startLine: number | null;
  readonly originalStartLine: number | null;
  readonly commitId: string;
  readonly originalCommitId: string;
}

/** A conversation at one place of a diff. */
export interface ReviewThread {
  readonly id: number;
  /** The review that opened it. */
  readonly reviewId: number;
  readonly place: DiffPlace;
  readonly comments: readonly ReviewComment[];
  readonly createdAt: string;
  readonly resolvedAt: string | null;
  readonly resolver: string | null;
}

/** A comment in such a conversation. */
export interface ReviewComment {
  readonly id: number;
  readonly reviewId: number;
  readonly author: string;
  readonly body: string;
  /** Id of the comment that it answers. */
  readonly inReplyTo: number | null;
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
}
