import type { ReadEntry } from 'tar/read-entry';

/** An entry of the tar, unchecked. */
export interface RawEntry {
  readonly name: string;
  /** `unsupported` has contents in an unknown format; `other` has none. */
  readonly type: 'file' | 'directory' | 'link' | 'other' | 'sparse' | 'unsupported';
  readonly sizeBytes: number;
  readonly modifiedAtMs: number | undefined;
}

const ENTRY_TYPES: Readonly<Record<string, RawEntry['type']>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'directory',
  Link: 'link',
  SymbolicLink: 'link',
  SparseFile: 'sparse',
};

/** Types whose contents are not a file. */
const WITHOUT_FILE = new Set(['SolarisACL', 'Inode', 'TapeVolumeHeader', 'GNUDumpDir']);

export function rawEntryOf(
  entry: ReadEntry,
  { isSparse, name }: { readonly isSparse: boolean; readonly name: string },
): RawEntry {
  const modifiedAtMs = entry.mtime?.getTime();
  return {
    name,
    type: isSparse ? 'sparse' : (ENTRY_TYPES[entry.type] ?? otherTypeOf(entry)),
    sizeBytes: entry.size,
    modifiedAtMs: Number.isNaN(modifiedAtMs) ? undefined : modifiedAtMs,
  };
}

function otherTypeOf({ type, size }: ReadEntry): RawEntry['type'] {
  return size > 0 && !WITHOUT_FILE.has(type) ? 'unsupported' : 'other';
}
