import { invariant } from '../../../base/index.ts';
import {
  type Commit,
  createRevision,
  EMPTY_TREE,
  type FileChange,
  type GitHistory,
  type GitRef,
  type Revision,
  sign,
  writeTreeFile,
} from '../git/git-history.ts';
import type { RepositoryContent } from '../repository-content.ts';
import type { Person } from '../world.ts';

interface NewCommit {
  readonly parents: readonly Revision[];
  readonly changes: readonly FileChange[];
  readonly person: Person;
  readonly timeMs: number;
  readonly message: string;
}

/** The tip of the default branch; undefined in an empty repository. */
export function mainRevision({ git }: RepositoryContent): Revision | undefined {
  const sha = git.refs.find(({ name }) => name === mainRefOf(git))?.sha;
  const line = sha === undefined ? [] : lineOf(git, sha);
  const commit = line[0];
  if (commit === undefined) {
    return undefined;
  }
  const tree = filesOf(line).reduce((grown, { path, text }) => writeTreeFile(grown, path, text), EMPTY_TREE);
  invariant(tree.sha === commit.treeSha, 'the changes along first parents give the files of a commit');
  return { commit, tree };
}

/** The files that a branch changes. */
export function branchChanges(
  { git }: RepositoryContent,
  headSha: string,
  baseSha: string,
): readonly FileChange[] {
  const line = lineOf(git, headSha);
  const base = line.findIndex(({ sha }) => sha === baseSha);
  return filesOf(base < 0 ? line.slice(0, 1) : line.slice(0, base));
}

/** A commit as a second parent, without its files. */
export function parentRevision({ git }: RepositoryContent, sha: string): Revision {
  const commit = git.commits.find((candidate) => candidate.sha === sha);
  invariant(commit !== undefined, `the history has the commit ${sha}`);
  return { commit, tree: EMPTY_TREE };
}

/** Creates a commit; the changes are relative to the first parent. */
export function commitOn({ parents, changes, person, timeMs, message }: NewCommit): Revision {
  return createRevision({ parents, changes, author: sign(person, timeMs), message });
}

/** Adds commits to a history, and sets refs, or deletes those that are undefined. */
export function growHistory(
  git: GitHistory,
  commits: readonly Commit[],
  refs: Readonly<Record<string, string | undefined>>,
): GitHistory {
  const kept = git.refs.filter(({ name }) => !Object.hasOwn(refs, name));
  const set = Object.entries(refs).flatMap(([name, sha]): readonly GitRef[] =>
    sha === undefined ? [] : [{ name, sha }],
  );
  return { ...git, commits: [...git.commits, ...commits], refs: [...kept, ...set] };
}

/** Removes the test merge of a pull request, which is unreachable without its ref. */
export function dropTestMerge(git: GitHistory, number: number): GitHistory {
  const name = `refs/pull/${number}/merge`;
  const sha = git.refs.find((ref) => ref.name === name)?.sha;
  const commits = git.commits.filter((commit) => commit.sha !== sha);
  return { ...git, commits, refs: git.refs.filter((ref) => ref.name !== name) };
}

/** The full name of the default branch. */
export function mainRefOf({ defaultBranch }: GitHistory): string {
  return `refs/heads/${defaultBranch}`;
}

/** A commit and its first parents, newest first. */
function lineOf({ commits }: GitHistory, sha: string): readonly Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line: Commit[] = [];
  for (let commit = bySha.get(sha); commit !== undefined; commit = bySha.get(commit.parents[0] ?? '')) {
    line.push(commit);
  }
  return line;
}

/** The newest text of each file. */
function filesOf(line: readonly Commit[]): readonly FileChange[] {
  const texts = new Map<string, string>();
  for (const { path, text } of line.flatMap((commit) => commit.changes)) {
    if (!texts.has(path)) {
      texts.set(path, text);
    }
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}
