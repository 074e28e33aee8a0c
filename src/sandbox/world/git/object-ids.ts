import { createHash } from 'node:crypto';
import type { Commit, Signature } from './git-history.ts';

/** One line of a tree object. */
export interface TreeEntry {
  readonly name: string;
  readonly sha: string;
  readonly isDirectory: boolean;
}

/** The id that git gives a file's content ("Git Internals - Git Objects", Pro Git 10.2). */
export function hashBlob(text: string): string {
  return hashObject('blob', Buffer.from(text));
}

/** The id of a tree. Git orders its entries as if the names of directories ended in a slash. */
export function hashTree(entries: readonly TreeEntry[]): string {
  const lines = entries
    .map((entry) => ({ entry, key: entry.isDirectory ? `${entry.name}/` : entry.name }))
    // The order of code units is that of UTF-8 bytes for all names without surrogates, and none here has any.
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ entry: { name, sha, isDirectory } }) => {
      const mode = isDirectory ? '40000' : '100644';
      return `${mode} ${toBinary(name, 'utf8')}\0${toBinary(sha, 'hex')}`;
    });
  return hashObject('tree', Buffer.from(lines.join(''), 'latin1'));
}

/** The id of a commit. */
export function hashCommit(commit: Omit<Commit, 'sha' | 'changes'>): string {
  const lines = [
    `tree ${commit.treeSha}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
    '',
    commit.message,
  ];
  return hashObject('commit', Buffer.from(lines.join('\n')));
}

/** `Name <mail> 1700000000 +0100`, as commits and fast-import streams have it. */
export function formatSignature({ name, email, timeSeconds, utcOffsetMinutes }: Signature): string {
  const sign = utcOffsetMinutes < 0 ? '-' : '+';
  const distance = Math.abs(utcOffsetMinutes);
  const hours = String(Math.trunc(distance / 60)).padStart(2, '0');
  const minutes = String(distance % 60).padStart(2, '0');
  return `${name} <${email}> ${timeSeconds} ${sign}${hours}${minutes}`;
}

/** Bytes as a string of one character each, which joins faster than buffers do. */
function toBinary(text: string, encoding: 'utf8' | 'hex'): string {
  return Buffer.from(text, encoding).toString('latin1');
}

function hashObject(type: string, content: Uint8Array): string {
  return createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
}
