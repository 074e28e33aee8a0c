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

/** What comes on top of a revision. */
interface NewCommit {
  readonly parents: readonly Revision[];
  readonly changes: readonly FileChange[];
  readonly person: Person;
  readonly timeMs: number;
  readonly message: string;
}

/** The tip of the default branch with its files, or undefined in an empty repository. */
export function mainRevision({ git }: RepositoryContent): Revision | undefined {
  const sha = git.refs.find(({ name }) => name === mainRefOf(git))?.sha;
  const line = sha === undefined ? [] : lineOf(git, sha);
  const commit = line[0];
  if (commit === undefined) {
    return undefined;
  }
  const tree = filesOf(line).reduce((grown, { path, text }) => writeTreeFile(grown, path, text), EMPTY_TREE);
  invariant(tree.sha === commit.treeSha, 'the files of a commit are those that its line left');
  return { commit, tree };
}

/** Files that a branch leaves different from where it began. */
export function branchChanges(
  { git }: RepositoryContent,
  headSha: string,
  baseSha: string,
): readonly FileChange[] {
  const line = lineOf(git, headSha);
  const base = line.findIndex(({ sha }) => sha === baseSha);
  return filesOf(base < 0 ? line.slice(0, 1) : line.slice(0, base));
}

/** A commit of a repository as a parent to merge; its files are not needed. */
export function parentRevision({ git }: RepositoryContent, sha: string): Revision {
  const commit = git.commits.find((candidate) => candidate.sha === sha);
  invariant(commit !== undefined, `the history has the commit ${sha}`);
  return { commit, tree: EMPTY_TREE };
}

/** Makes a commit on top of others; the changes are against the first of them. */
export function commitOn({ parents, changes, person, timeMs, message }: NewCommit): Revision {
  return createRevision({ parents, changes, author: sign(person, timeMs), message });
}

/** A history with more commits, and with refs moved, added, or, where `sha` is undefined, taken away. */
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

/** Without the commit that showed how a pull request would merge: nothing leads to it once its ref is gone. */
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
