import { unreadable } from './unreadable.ts';

/** What a name in a tree stands for. */
export type TreeEntryKind = 'folder' | 'file' | 'program' | 'link' | 'submodule';

/** One name in a tree. */
export interface TreeEntry {
  /** As UTF-8; bytes that are none became U+FFFD. */
  readonly name: string;
  readonly kind: TreeEntryKind;
  readonly id: string;
}

/** The modes of git; older trees have others (100664), which count by their first digits. */
const KINDS: Readonly<Record<string, TreeEntryKind>> = {
  '40000': 'folder',
  '040000': 'folder',
  '100755': 'program',
  '120000': 'link',
  '160000': 'submodule',
};

/** Tells what a mode in octal digits stands for. */
export function kindOfMode(mode: string): TreeEntryKind {
  return KINDS[mode] ?? 'file';
}

/** Reads the bytes of a tree: `mode name\0id` again and again, in ids of 20 or 32 bytes. */
export function parseTree(bytes: Buffer, idBytes: number): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  let start = 0;
  while (start < bytes.length) {
    const space = bytes.indexOf(0x20, start);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + idBytes >= bytes.length) {
      throw unreadable('a folder of the repository', 'its tree is truncated');
    }
    const mode = bytes.toString('latin1', start, space);
    if (!/^[0-7]{5,6}$/.test(mode)) {
      throw unreadable('a folder of the repository', 'its tree is invalid');
    }
    entries.push({
      name: bytes.toString('utf8', space + 1, end),
      kind: kindOfMode(mode),
      id: bytes.toString('hex', end + 1, end + 1 + idBytes),
    });
    start = end + 1 + idBytes;
  }
  return entries;
}
