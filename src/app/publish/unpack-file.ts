import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A packed file is unpacked in memory: up to this size, and each of its entries to eight times as much. */
export const MAX_PACKED_BYTES = 16 * 1024 * 1024;
const LIMIT = { maxOutputLength: MAX_PACKED_BYTES * 8 };

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether a file begins like a gzip or a ZIP, such as the documents of office programs. */
export function isPacked(bytes: Uint8Array): boolean {
  return isGzip(bytes) || (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4);
}

/** What is packed in a file, one entry after another; nothing where it is damaged, too large or packed in another way. */
export function* unpackFile(packed: Buffer): Generator<Buffer> {
  if (isGzip(packed)) {
    yield* unpacked(() => gunzipSync(packed, LIMIT));
    return;
  }
  for (const { at, sizeBytes, method } of zipEntries(packed)) {
    const content = packed.subarray(at, at + sizeBytes);
    if (method === DEFLATED) {
      yield* unpacked(() => inflateRawSync(content, LIMIT));
    }
  }
}

function unpacked(unpack: () => Buffer): readonly Buffer[] {
  try {
    return [unpack()];
  } catch {
    return []; // Its bytes were looked through as they are.
  }
}

interface ZipEntry {
  readonly at: number;
  readonly sizeBytes: number;
  readonly method: number;
}

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
    yield {
      at: header + FILE_HEADER_BYTES + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28),
      sizeBytes: zip.readUInt32LE(at + 20),
      method: zip.readUInt16LE(at + 10),
    };
    at +=
      DIRECTORY_ENTRY_BYTES +
      zip.readUInt16LE(at + 28) +
      zip.readUInt16LE(at + 30) +
      zip.readUInt16LE(at + 32);
  }
}
