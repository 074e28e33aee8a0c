/**
 * Reads bare repositories with the git program, safely: the stage extracts them from an archive under generated names,
 * without their configuration and hooks, and git runs in an environment that inherits nothing.
 */

export {
  type CheckRepositoryOptions,
  checkRepository,
  type PullRequestHead,
} from './check-repository.ts';
export { createGitStage, type GitStage } from './git-stage.ts';
export { listRefs } from './list-refs.ts';
export { cloneMirror, type MirrorRemote, updateMirror } from './mirror.ts';
export { findMirrorDamage } from './mirror-damage.ts';
export { isUnreadable } from './reading/ask-git.ts';
export type {
  Difference,
  DifferenceLine,
  FileDifference,
  Hunk,
} from './reading/file-difference.ts';
export type { LineHistory } from './reading/line-history.ts';
export { createGitLibrary, type GitLibrary, type GitRepository } from './reading/open-repository.ts';
export type { BlamedLines } from './reading/parse-blame.ts';
export type { Commit } from './reading/parse-commit.ts';
export type { TreeEntry, TreeEntryKind } from './reading/parse-tree.ts';
export { isMarkdown, type Readme, readReadme } from './reading/read-readme.ts';
export type { CommitMessage } from './reading/search-messages.ts';
export { readRepositoryEntry } from './repository-entry.ts';
export { findGit, type GitCall, runGit } from './run-git.ts';
export type { GitRemote } from './spawn-git.ts';
export type { StagedRepository } from './staged-repository.ts';
export { writeBundle } from './write-bundle.ts';
