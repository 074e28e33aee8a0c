import { gunzipSync, inflateRawSync } from 'node:zlib';

/** The service takes no larger packed upload. A file is unpacked in memory. */
export const MAX_PACKED_BYTES = 32 * 1024 * 1024;

/** The limit for all that is packed in a file, also in what is packed there. */
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;
const MAX_ENTRY_BYTES = 128 * 1024 * 1024;

/** The first bytes of what is packed. Only the first two are unpacked; documents of office programs are ZIP files too. */
const SIGNATURES = {
  gzip: '\x1f\x8b',
  zip: 'PK\x03\x04',
  '7z': '7z\xbc\xaf\x27\x1c',
  bzip2: 'BZh',
  lz4: '\x04\x22\x4d\x18',
  rar: 'Rar!\x1a\x07',
  xz: '\xfd7zXZ\x00',
  zstd: '\x28\xb5\x2f\xfd',
} as const;

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length))
    .toString('latin1')
    .startsWith(signature);
}

export function isGzip(bytes: Uint8Array): boolean {
  return startsWith(bytes, SIGNATURES.gzip);
}

/** Whether a file begins like one that is packed. */
export function isPacked(bytes: Uint8Array): boolean {
  return Object.values(SIGNATURES).some((signature) => startsWith(bytes, signature));
}

/** What is packed in a file. */
export interface PackedEntry {
  /** Empty for a gzip, which has only one. */
  readonly name: string;
  /** Undefined if it cannot be unpacked: it is damaged, too large, encrypted or packed in another way. */
  readonly content: Buffer | undefined;
}

/** Unpacks a gzip or a ZIP, one entry after another, each up to a limit. */
export function* unpackFile(packed: Buffer, maxBytes: number): Generator<PackedEntry> {
  const limit = { maxOutputLength: Math.max(1, Math.min(maxBytes, MAX_ENTRY_BYTES)) };
  if (isGzip(packed)) {
    yield { name: '', content: attempt(() => gunzipSync(packed, limit)) };
    return;
  }
  let count = 0;
  for (const { name, at, sizeBytes, flags, method } of zipEntries(packed)) {
    const content = packed.subarray(at, at + sizeBytes);
    const isReadable = (flags & ENCRYPTED) === 0 && content.length === sizeBytes;
    count += 1;
    if (isReadable && method === STORED) {
      yield { name, content };
    } else {
      const isDeflated = isReadable && method === DEFLATED;
      yield { name, content: isDeflated ? attempt(() => inflateRawSync(content, limit)) : undefined };
    }
  }
  if (count === 0) {
    yield { name: '', content: undefined };
  }
}

function attempt(unpack: () => Buffer): Buffer | undefined {
  try {
    return unpack();
  } catch {
    return undefined;
  }
}

interface ZipEntry {
  readonly name: string;
  readonly at: number;
  readonly sizeBytes: number;
  readonly flags: number;
  readonly method: number;
}

/** Of the general flags, and the methods (APPNOTE 6.3, sections 4.4.4 and 4.4.5). */
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** The signatures and sizes of the records of a ZIP (APPNOTE 6.3, section 4.3). */
const DIRECTORY_END = Buffer.from('PK\u0005\u0006');
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const FILE_HEADER_BYTES = 30;
const DIRECTORY_END_BYTES = 22;

function* zipEntries(zip: Buffer): Generator<ZipEntry> {
  const end = zip.lastIndexOf(DIRECTORY_END);
  if (end < 0 || end + DIRECTORY_END_BYTES > zip.length) {
    return;
  }
  let at = zip.readUInt32LE(end + 16);
  while (at + DIRECTORY_ENTRY_BYTES <= zip.length && zip.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const header = zip.readUInt32LE(at + 42);
    if (header + FILE_HEADER_BYTES > zip.length) {
      return;
    }
    const nameBytes = zip.readUInt16LE(at + 28);
    yield {
      name: zip.toString('utf8', at + DIRECTORY_ENTRY_BYTES, at + DIRECTORY_ENTRY_BYTES + nameBytes),
      at: header + FILE_HEADER_BYTES + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28),
      sizeBytes: zip.readUInt32LE(at + 20),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
    };
    at += DIRECTORY_ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}
