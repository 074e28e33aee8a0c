/** Where the fields of a database file's header stand (sqlite.org/fileformat2.html#the_database_header). */
const FIELD = {
  pageBytes: 16,
  reservedBytes: 20,
  changeCounter: 24,
  pages: 28,
  freePages: 36,
  largestRoot: 52,
  encoding: 56,
  versionValidFor: 92,
} as const;

export const HEADER_BYTES = 100;

/** Locks are taken on the bytes from here on: the page that holds them is never used (sqlite.org/fileformat2.html#the_lock_byte_page). */
const LOCK_BYTE = 0x4000_0000;

const MAGIC = 'SQLite format 3\0';

/** What the header of a database file says. */
export interface FileHeader {
  readonly pageBytes: number;
  readonly pages: number;
  readonly encoding: number;
  readonly freePages: number;
  /** Whether all bytes of a page are its own, and no page tells where others hang. */
  readonly isPlain: boolean;
  /** Whether `pages` was written with the last change. */
  readonly isCounted: boolean;
}

/** Reads a header; undefined where these bytes are none. */
export function readFileHeader(bytes: Buffer): FileHeader | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return undefined;
  }
  const pageBytes = bytes.readUInt16BE(FIELD.pageBytes);
  return {
    pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    pages: bytes.readUInt32BE(FIELD.pages),
    encoding: bytes.readUInt32BE(FIELD.encoding),
    freePages: bytes.readUInt32BE(FIELD.freePages),
    isPlain: bytes.readUInt8(FIELD.reservedBytes) === 0 && bytes.readUInt32BE(FIELD.largestRoot) === 0,
    isCounted: bytes.readUInt32BE(FIELD.changeCounter) === bytes.readUInt32BE(FIELD.versionValidFor),
  };
}

/** Notes in a header that the file has grown. */
export function writePageCount(bytes: Buffer, pages: number): void {
  const change = (bytes.readUInt32BE(FIELD.changeCounter) + 1) >>> 0;
  bytes.writeUInt32BE(pages, FIELD.pages);
  bytes.writeUInt32BE(change, FIELD.changeCounter);
  bytes.writeUInt32BE(change, FIELD.versionValidFor);
}

/** The number of the page that is never used. */
export function lockPageOf(pageBytes: number): number {
  return LOCK_BYTE / pageBytes + 1;
}
