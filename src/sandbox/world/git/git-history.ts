/** A repository's commits and refs as plain data; all ids are those that git gives the same objects. */
export interface GitHistory {
  /** What HEAD points to, without `refs/heads/`; it may not exist yet. */
  readonly defaultBranch: string;
  /** Parents before children. */
  readonly commits: readonly Commit[];
  /** Full names (`refs/heads/main`, `refs/pull/3/head`) and the commits they point to. */
  readonly refs: readonly GitRef[];
  readonly tags: readonly GitTag[];
}

/** A name for a commit. */
export interface GitRef {
  readonly name: string;
  readonly sha: string;
}

/** A tag; without a message it is a bare name for a commit. */
export interface GitTag {
  readonly name: string;
  readonly sha: string;
  readonly message: string | null;
  readonly tagger: Signature;
}

/** One commit, with the files that it changes. */
export interface Commit {
  readonly sha: string;
  readonly treeSha: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  /** With its final newline. */
  readonly message: string;
  /** What differs from the first parent. */
  readonly changes: readonly FileChange[];
}

/** A file as a commit leaves it. */
export interface FileChange {
  readonly path: string;
  readonly text: string;
}

/** Who made a commit or tag, and when on their own clock. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly timeSeconds: number;
  readonly utcOffsetMinutes: number;
}
