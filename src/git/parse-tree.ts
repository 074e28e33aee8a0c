import { escapedName, textOfBytes } from '../base/byte-text.ts';
import { unreadable } from './reading/unreadable.ts';

export type TreeEntryKind = 'folder' | 'file' | 'program' | 'link' | 'submodule';

export interface TreeEntry {
  /** As `escapedName` writes it: `caf\xe9` if the byte is not part of UTF-8. */
  readonly name: string;
  readonly kind: TreeEntryKind;
  readonly id: string;
}

/** The modes of git. All others are files, such as 100664 in old trees. */
const KINDS: Readonly<Record<string, TreeEntryKind>> = {
  '40000': 'folder',
  '040000': 'folder',
  '100755': 'program',
  '120000': 'link',
  '160000': 'submodule',
};

/** Maps a mode in octal digits to the type of the entry. */
export function kindOfMode(mode: string): TreeEntryKind {
  return KINDS[mode] ?? 'file';
}

/** Parses the bytes of a tree: repeated `mode name\0id`, where ids have 20 or 32 bytes. */
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
      name: escapedName(textOfBytes(bytes.subarray(space + 1, end))),
      kind: kindOfMode(mode),
      id: bytes.toString('hex', end + 1, end + 1 + idBytes),
    });
    start = end + 1 + idBytes;
  }
  return entries;
}
