import { hash } from 'node:crypto';
import { invariant } from '../../../base/failure.ts';
import { formatOffset, SECOND_MS } from '../timestamps.ts';

/** The commits and refs of a repository; all ids are those of git. */
export interface GitHistory {
  /** The target of HEAD, without `refs/heads/`; it does not exist in an empty repository. */
  readonly defaultBranch: string;
  /** Parents before children. */
  readonly commits: readonly Commit[];
  /** With full names: `refs/heads/main`, `refs/pull/3/head`. */
  readonly refs: readonly Pick<GitTag, 'name' | 'sha'>[];
  readonly tags: readonly GitTag[];
}

/** A tag; a lightweight one does not have a message. */
export interface GitTag {
  readonly name: string;
  readonly sha: string;
  readonly message: string | null;
  readonly tagger: Signature;
}

export interface Commit {
  readonly sha: string;
  readonly treeSha: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  /** Includes the final newline. */
  readonly message: string;
  /** The differences from the first parent. */
  readonly changes: readonly FileChange[];
}

export interface FileChange {
  readonly path: string;
  readonly text: string;
}

/** The author of a commit or tag, with local time. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly timeSeconds: number;
  readonly utcOffsetMinutes: number;
}

/** What a tree object says of one file or directory. */
interface TreeEntry {
  readonly name: string;
  readonly sha: string;
  readonly isDirectory: boolean;
}

/** The git id of a file's content ("Git Internals - Git Objects", Pro Git 10.2). */
export function hashBlob(text: string): string {
  return hashText('blob', text);
}

/** The line of a tree object for an entry, as a string of bytes. */
function treeLine({ name, sha, isDirectory }: TreeEntry): string {
  return `${isDirectory ? '40000' : '100644'} ${toBinary(name, 'utf8')}\0${toBinary(sha, 'hex')}`;
}

/** Git sorts entries as if the names of directories ended in a slash. Without surrogates, code units sort as UTF-8 does. */
function treeKey({ name, isDirectory }: Omit<TreeEntry, 'sha'>): string {
  return isDirectory ? `${name}/` : name;
}

export function hashTree(entries: readonly TreeEntry[]): string {
  return hashLines(entries.map((entry) => ({ key: treeKey(entry), line: treeLine(entry) })).toSorted(byKey));
}

interface TreeLine {
  readonly key: string;
  readonly line: string;
}

function byKey(a: TreeLine, b: TreeLine): number {
  return a.key < b.key ? -1 : 1;
}

function hashLines(lines: readonly TreeLine[]): string {
  const content = lines.map(({ line }) => line).join('');
  return hash('sha1', Buffer.from(`tree ${content.length}\0${content}`, 'latin1'));
}

export function hashCommit(commit: Omit<Commit, 'sha' | 'changes'>): string {
  const lines = [
    `tree ${commit.treeSha}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
    '',
    commit.message,
  ];
  return hashText('commit', lines.join('\n'));
}

/** The format of commits and fast-import streams: `Name <mail> 1700000000 +0100`. */
export function formatSignature({ name, email, timeSeconds, utcOffsetMinutes }: Signature): string {
  return `${name} <${email}> ${timeSeconds} ${formatOffset(utcOffsetMinutes)}`;
}

/** Bytes as a string of one character each: joining strings is faster than joining buffers. */
function toBinary(text: string, encoding: 'utf8' | 'hex'): string {
  return Buffer.from(text, encoding).toString('latin1');
}

function hashText(type: string, text: string): string {
  return hash('sha1', `${type} ${Buffer.byteLength(text)}\0${text}`);
}

/** An immutable directory of a commit. */
export interface WorkTree {
  readonly sha: string;
  /** In the order of git: a commit changes few of them. */
  readonly lines: readonly (TreeLine & { readonly content: string | WorkTree })[];
}

export const EMPTY_TREE: WorkTree = { sha: hashLines([]), lines: [] };

/** The text of a file, or undefined if it does not exist. */
export function readTreeFile(tree: WorkTree, path: string): string | undefined {
  const [name, rest] = splitPath(path);
  const content = contentOf(tree, treeKey({ name, isDirectory: rest !== undefined }));
  if (typeof content === 'object') {
    return readTreeFile(content, rest ?? '');
  }
  return content;
}

/** A new tree with some files and their directories. */
export function writeTreeFiles(tree: WorkTree, files: readonly FileChange[]): WorkTree {
  let { lines } = tree;
  const below = new Map<string, FileChange[]>();
  for (const { path, text } of files) {
    const [name, rest] = splitPath(path);
    if (rest === undefined) {
      lines = withLine(lines, { name, sha: hashBlob(text), isDirectory: false }, text);
    } else {
      below.set(name, [...(below.get(name) ?? []), { path: rest, text }]);
    }
  }
  for (const [name, inside] of below) {
    const known = contentOf(tree, treeKey({ name, isDirectory: true }));
    const directory = writeTreeFiles(typeof known === 'object' ? known : EMPTY_TREE, inside);
    lines = withLine(lines, { name, sha: directory.sha, isDirectory: true }, directory);
  }
  return { sha: hashLines(lines), lines };
}

function contentOf({ lines }: WorkTree, key: string): string | WorkTree | undefined {
  const found = lines[placeOf(key, lines)];
  return found?.key === key ? found.content : undefined;
}

function withLine(lines: WorkTree['lines'], entry: TreeEntry, content: string | WorkTree): WorkTree['lines'] {
  const key = treeKey(entry);
  const place = placeOf(key, lines);
  return lines.toSpliced(place, lines[place]?.key === key ? 1 : 0, { key, line: treeLine(entry), content });
}

/** The place of a key, or where it would be. */
function placeOf(key: string, lines: readonly TreeLine[]): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    [low, high] = (lines[middle]?.key ?? '') < key ? [middle + 1, high] : [low, middle];
  }
  return low;
}

function splitPath(path: string): readonly [name: string, rest: string | undefined] {
  const slash = path.indexOf('/');
  return slash < 0 ? [path, undefined] : [path.slice(0, slash), path.slice(slash + 1)];
}

export interface Revision {
  readonly commit: Commit;
  readonly tree: WorkTree;
}

interface NewCommit extends Pick<Commit, 'author' | 'changes' | 'message'> {
  /** The changes are relative to the first one. */
  readonly parents: readonly Revision[];
  readonly committer?: Signature;
}

export function createRevision(options: NewCommit): Revision {
  const { parents, changes, author, committer = author } = options;
  const tree = writeTreeFiles(parents[0]?.tree ?? EMPTY_TREE, changes);
  const body = {
    treeSha: tree.sha,
    parents: parents.map((parent) => parent.commit.sha),
    author,
    committer,
    message: `${options.message}\n`,
  };
  return { commit: { sha: hashCommit(body), ...body, changes }, tree };
}

const TIME_ZONES_MINUTES = [0, 60, 120, -300, 540, 330] as const;

/** What a signature says of a person. */
interface Signer {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly email: string;
}

/** The signature of a person; each person has a time zone. */
export function sign(person: Signer, timeMs: number): Signature {
  return {
    name: person.name ?? person.login,
    email: person.email,
    timeSeconds: Math.floor(timeMs / SECOND_MS),
    utcOffsetMinutes: TIME_ZONES_MINUTES[person.id % TIME_ZONES_MINUTES.length] ?? 0,
  };
}

/** A commit and its first parents, newest first; empty without the commit. */
export function firstParents({ commits }: GitHistory, sha: string | undefined): readonly Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line: Commit[] = [];
  for (let commit = bySha.get(sha ?? ''); commit !== undefined; commit = bySha.get(commit.parents[0] ?? '')) {
    line.push(commit);
  }
  return line;
}

/** The newest text of each file that some commits change; the newest commit comes first. */
export function filesOf(line: readonly Commit[]): readonly FileChange[] {
  const texts = new Map<string, string>();
  for (const { path, text } of line.flatMap((commit) => commit.changes)) {
    if (!texts.has(path)) {
      texts.set(path, text);
    }
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

/** The tip of the default branch; undefined in an empty repository. */
export function tipOf(git: GitHistory): Revision | undefined {
  const ref = `refs/heads/${git.defaultBranch}`;
  const line = firstParents(git, git.refs.find(({ name }) => name === ref)?.sha);
  const [commit] = line;
  if (commit === undefined) {
    return undefined;
  }
  const tree = writeTreeFiles(EMPTY_TREE, filesOf(line));
  invariant(tree.sha === commit.treeSha, 'the changes along first parents give the files of a commit');
  return { commit, tree };
}
