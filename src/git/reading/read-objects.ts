import { READING_LIMITS } from '../git-limits.table.ts';
import { type Commit, decodeCommit, parseCommit, parseSignature, type Signature } from '../parse-commit.ts';
import { parseTree, type TreeEntry } from '../parse-tree.ts';
import type { GitObject } from './object-answers.ts';
import type { ObjectProcess } from './object-process.ts';
import { unreadable } from './unreadable.ts';

export interface Blob {
  readonly id: string;
  readonly sizeBytes: number;
  /** Undefined if it is larger than requested. */
  readonly bytes: Buffer | undefined;
}

export interface TagNote {
  readonly tagger: Signature;
  readonly message: string;
}

/** Reads the objects of one repository with one process. Fails with `git-unreadable` if they are damaged. */
export interface ObjectReader {
  /** Resolves a name built by Satchel (an id, an abbreviated id, a full ref) to the id of a commit. Tags are peeled. */
  findCommit(name: string): Promise<string | undefined>;
  commit(id: string): Promise<Commit | undefined>;
  tagNote(id: string): Promise<TagNote | undefined>;
  /** The entries of a folder in a commit; undefined if the path is not a folder. `''` is the root. */
  folder(commit: string, path: string): Promise<readonly TreeEntry[] | undefined>;
  entry(commit: string, path: string): Promise<TreeEntry | undefined>;
  blob(id: string, maxBytes: number): Promise<Blob | undefined>;
  sizeOf(id: string): Promise<number | undefined>;
}

export function createObjectReader(process: ObjectProcess): ObjectReader {
  async function contents(name: string, type: GitObject['type']): Promise<GitObject | undefined> {
    const found = await process.ask('info', name);
    if (found === undefined || found.type !== type) {
      return undefined;
    }
    if (found.sizeBytes > READING_LIMITS.objectBytes) {
      throw unreadable(`the ${type} ${found.id}`, `it is ${found.sizeBytes} bytes long`);
    }
    return process.ask('contents', found.id);
  }

  async function treeOf(name: string): Promise<readonly TreeEntry[] | undefined> {
    const tree = await contents(name, 'tree');
    return tree?.bytes === undefined ? undefined : parseTree(tree.bytes, tree.id.length / 2);
  }

  async function findEntry(commit: string, path: string): Promise<TreeEntry | undefined> {
    let found: TreeEntry | undefined;
    for (const part of path.split('/')) {
      if (found !== undefined && found.kind !== 'folder') {
        return undefined;
      }
      const entries = await treeOf(found?.id ?? `${commit}^{tree}`);
      found = entries?.find(({ name }) => name === part);
      if (found === undefined) {
        return undefined;
      }
    }
    return found;
  }

  return {
    async findCommit(name) {
      // The name itself is looked up first: peeling is only necessary if it is a tag.
      const found = await process.ask('info', name);
      if (found === undefined || found.type === 'commit') {
        return found?.id;
      }
      return found.type === 'tag' ? (await process.ask('info', `${found.id}^{commit}`))?.id : undefined;
    },
    async commit(id) {
      const commit = await contents(id, 'commit');
      return commit?.bytes === undefined ? undefined : parseCommit(commit.id, commit.bytes);
    },
    async tagNote(id) {
      const tag = await contents(id, 'tag');
      return tag?.bytes === undefined ? undefined : parseTag(decodeCommit(tag.bytes));
    },
    async folder(commit, path) {
      const entry = path === '' ? undefined : await findEntry(commit, path);
      return path !== '' && entry?.kind !== 'folder' ? undefined : treeOf(entry?.id ?? `${commit}^{tree}`);
    },
    entry: findEntry,
    async blob(id, maxBytes) {
      const found = await process.ask('info', id);
      if (found === undefined || found.type !== 'blob') {
        return undefined;
      }
      const { sizeBytes } = found;
      const bytes = sizeBytes > maxBytes ? undefined : (await process.ask('contents', found.id))?.bytes;
      return { id: found.id, sizeBytes, bytes };
    },
    async sizeOf(id) {
      return (await process.ask('info', id))?.sizeBytes;
    },
  };
}

function parseTag(text: string): TagNote {
  const split = text.indexOf('\n\n');
  const [head, message] = split < 0 ? [text, ''] : [text.slice(0, split), text.slice(split + 2)];
  const tagger = head.split('\n').find((line) => line.startsWith('tagger '));
  return {
    tagger: parseSignature(tagger?.slice('tagger '.length)),
    message: message.replace(/-----BEGIN (?:PGP|SSH) SIGNATURE-----[\s\S]*$/, '').trim(),
  };
}
