import type { Commit, GitHistory, GitTag } from './git-history.ts';
import { formatSignature } from './object-ids.ts';

/** Writes a history as git's import format (git-fast-import(1)), in the order of its commits. */
export function* writeFastImport(history: GitHistory): Generator<string> {
  const marks = new Map<string, number>();
  // Commits of all branches are put together on this one; at the end each ref gets its own.
  const workRef = `refs/heads/${history.defaultBranch}`;
  yield 'feature done\n';
  for (const commit of history.commits) {
    marks.set(commit.sha, marks.size + 1);
    yield* writeCommit(commit, workRef, marks);
  }
  for (const ref of history.refs) {
    yield `reset ${ref.name}\nfrom :${markOf(marks, ref.sha)}\n\n`;
  }
  for (const tag of history.tags) {
    yield writeTag(tag, markOf(marks, tag.sha));
  }
  yield 'done\n';
}

function* writeCommit(commit: Commit, ref: string, marks: ReadonlyMap<string, number>): Generator<string> {
  const [first, ...others] = commit.parents;
  if (first === undefined) {
    yield `reset ${ref}\n`;
  }
  yield [
    `commit ${ref}`,
    `mark :${markOf(marks, commit.sha)}`,
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
    writeText(commit.message),
    ...(first === undefined ? [] : [`from :${markOf(marks, first)}`]),
    ...others.map((parent) => `merge :${markOf(marks, parent)}`),
    '',
  ].join('\n');
  for (const { path, text } of commit.changes) {
    yield `M 100644 inline ${path}\n${writeText(text)}\n`;
  }
  yield '\n';
}

function writeTag(tag: GitTag, mark: number): string {
  if (tag.message === null) {
    return `reset refs/tags/${tag.name}\nfrom :${mark}\n\n`;
  }
  return `tag ${tag.name}\nfrom :${mark}\ntagger ${formatSignature(tag.tagger)}\n${writeText(tag.message)}\n`;
}

function writeText(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

function markOf(marks: ReadonlyMap<string, number>, sha: string): number {
  const mark = marks.get(sha);
  if (mark === undefined) {
    throw new RangeError(`Cannot import commit "${sha}": it comes before its parents or is missing`);
  }
  return mark;
}
