import type { Commit, GitHistory, GitRef, GitTag, Signature } from './git-history.ts';
import { hashCommit } from './object-ids.ts';
import { EMPTY_TREE, type WorkTree, writeTreeFile } from './work-tree.ts';

/** A commit with the files it leaves behind. */
export interface Revision {
  readonly commit: Commit;
  readonly tree: WorkTree;
}

interface NewCommit {
  /** The first one is what the changes are against. */
  readonly parents: readonly Revision[];
  readonly changes: readonly { readonly path: string; readonly text: string }[];
  readonly author: Signature;
  readonly committer?: Signature;
  readonly message: string;
}

/** Makes a commit without putting it into any repository. */
export function createRevision(options: NewCommit): Revision {
  const { parents, changes, author, committer = author } = options;
  let tree = parents[0]?.tree ?? EMPTY_TREE;
  for (const { path, text } of changes) {
    tree = writeTreeFile(tree, path, text);
  }
  const body = {
    treeSha: tree.sha,
    parents: parents.map((parent) => parent.commit.sha),
    author,
    committer,
    message: `${options.message}\n`,
  };
  return { commit: { sha: hashCommit(body), ...body, changes }, tree };
}

/** Collects what a repository holds. */
export interface HistoryBuilder {
  add(revision: Revision): void;
  /** Points a ref, given by its full name, to a commit that was or will be added. */
  setRef(name: string, sha: string): void;
  addTag(tag: GitTag): void;
  finish(): GitHistory;
}

/** Begins a history without commits. */
export function createHistoryBuilder(defaultBranch: string): HistoryBuilder {
  const commits: Commit[] = [];
  const refs = new Map<string, string>();
  const tags: GitTag[] = [];
  return {
    add: (revision) => void commits.push(revision.commit),
    setRef: (name, sha) => void refs.set(name, sha),
    addTag: (tag) => void tags.push(tag),
    finish: () => ({
      defaultBranch,
      commits: [...commits],
      refs: [...refs].map(([name, sha]): GitRef => ({ name, sha })),
      tags: [...tags],
    }),
  };
}
