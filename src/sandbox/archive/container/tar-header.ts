/** Size of a tar block; headers take one, and contents are padded to whole blocks. */
export const BLOCK_BYTES = 512;

/** Longer names precede the header in a separate entry (GNU tar manual, "old GNU format"). */
const MAX_NAME_BYTES = 100;
const FIELDS = {
  name: { start: 0, length: 100 },
  mode: { start: 100, length: 8 },
  uid: { start: 108, length: 8 },
  gid: { start: 116, length: 8 },
  size: { start: 124, length: 12 },
  mtime: { start: 136, length: 12 },
  checksum: { start: 148, length: 8 },
  type: { start: 156, length: 1 },
  magic: { start: 257, length: 8 },
  userName: { start: 265, length: 32 },
  groupName: { start: 297, length: 32 },
} as const;
const OLD_GNU_MAGIC = 'ustar  \0';
const LONG_NAME_ENTRY = '././@LongLink';
/** The owner of all entries in archives of the service. */
const OWNER = { id: 500, name: 'git' } as const;

/** The header of a file or directory. */
export interface TarEntry {
  /** Starts with `./`; directories end in a slash. */
  readonly name: string;
  readonly type: 'file' | 'directory';
  /** Permission bits. */
  readonly mode: number;
  readonly sizeBytes: number;
  readonly mtimeSeconds: number;
}

/** Writes the header of an entry, preceded by an entry for its name if that is long. */
export function writeTarHeader(entry: TarEntry): Uint8Array {
  const name = Buffer.from(entry.name);
  const header = writeBlock({
    ...entry,
    name: name.subarray(0, MAX_NAME_BYTES),
    typeFlag: entry.type === 'directory' ? '5' : '0',
    owner: OWNER,
  });
  return name.length > MAX_NAME_BYTES ? Buffer.concat([writeLongName(name), header]) : header;
}

/** The number of zero bytes after a content of this size. */
export function paddingBytes(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

function writeLongName(name: Uint8Array): Uint8Array {
  const content = Buffer.concat([name, Buffer.alloc(1)]);
  const header = writeBlock({
    name: Buffer.from(LONG_NAME_ENTRY),
    typeFlag: 'L',
    mode: 0o644,
    sizeBytes: content.length,
    mtimeSeconds: 0,
    owner: { id: 0, name: 'root' },
  });
  return Buffer.concat([header, content, Buffer.alloc(paddingBytes(content.length))]);
}

interface Block extends Pick<TarEntry, 'mode' | 'mtimeSeconds' | 'sizeBytes'> {
  readonly name: Uint8Array;
  readonly typeFlag: '0' | '5' | 'L';
  readonly owner: { readonly id: number; readonly name: string };
}

function writeBlock(content: Block): Uint8Array {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(content.name, FIELDS.name.start);
  writeNumber(block, 'mode', content.mode);
  writeNumber(block, 'uid', content.owner.id);
  writeNumber(block, 'gid', content.owner.id);
  writeNumber(block, 'size', content.sizeBytes);
  writeNumber(block, 'mtime', content.mtimeSeconds);
  block.write(content.typeFlag, FIELDS.type.start, 'latin1');
  block.write(OLD_GNU_MAGIC, FIELDS.magic.start, 'latin1');
  block.write(content.owner.name, FIELDS.userName.start, 'latin1');
  block.write(content.owner.name, FIELDS.groupName.start, 'latin1');
  writeChecksum(block);
  return block;
}

/** Octal digits and a NUL; a longer number is written in binary, marked by the highest bit. */
function writeNumber(block: Buffer, field: 'mode' | 'uid' | 'gid' | 'size' | 'mtime', value: number): void {
  const { start, length } = FIELDS[field];
  const digits = value.toString(8);
  if (digits.length < length) {
    block.write(`${digits.padStart(length - 1, '0')}\0`, start, 'latin1');
    return;
  }
  block.writeBigUInt64BE(BigInt(value), start + length - 8);
  block[start] = 0x80;
}

/** The sum of all bytes, where the checksum counts as spaces: six digits, a NUL and a space. */
function writeChecksum(block: Buffer): void {
  const { start, length } = FIELDS.checksum;
  block.fill(' ', start, start + length);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, start, 'latin1');
}
