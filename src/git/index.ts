/**
 * A bare repository read through the git program, safely: the stage writes what an archive brings under names of its
 * own, without configuration or hooks, and git runs over it with an environment that obeys nobody else.
 */

export {
  type CheckRepositoryOptions,
  checkRepository,
  type PullRequestHead,
} from './check-repository.ts';
export { createGitStage, type GitStage } from './git-stage.ts';
export { listRefs } from './list-refs.ts';
export { isUnreadable } from './reading/ask-git.ts';
export type {
  Difference,
  DifferenceLine,
  FileDifference,
  Hunk,
} from './reading/file-difference.ts';
export { createGitLibrary, type GitLibrary, type GitRepository } from './reading/open-repository.ts';
export type { BlamedLines } from './reading/parse-blame.ts';
export type { Commit } from './reading/parse-commit.ts';
export type { TreeEntry, TreeEntryKind } from './reading/parse-tree.ts';
export { isMarkdown, type Readme, readReadme } from './reading/read-readme.ts';
export { readRepositoryEntry } from './repository-entry.ts';
export { findGit, type GitCall, runGit } from './run-git.ts';

export type { StagedRepository } from './staged-repository.ts';
export { writeBundle } from './write-bundle.ts';
