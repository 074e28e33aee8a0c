/** Maximum values when reading an archive. */
export interface ArchiveLimits {
  /** Bytes of the whole tar stream. */
  readonly unpackedBytes: number;
  readonly entries: number;
  readonly entryBytes: number;
  /** Unpacked bytes per packed byte, on average, once `ratioGraceBytes` were unpacked. */
  readonly decompressionRatio: number;
  /** Unpacked bytes before the ratio is checked: small archives of zeros are harmless. */
  readonly ratioGraceBytes: number;
  readonly recordBytes: number;
  /** The maximum nesting of arrays and objects in a record. */
  readonly recordNesting: number;
  /** Bytes of schema.json or urls.json. */
  readonly documentBytes: number;
  /** Bytes of an entry name: the longest path of common systems. */
  readonly entryNameBytes: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const GIBIBYTE = 1024 * MEBIBYTE;

/**
 * The default limits: far above real archives (up to 40 GB, bodies up to 256 KiB), and low enough that a hostile archive
 * fails within minutes and with bounded memory.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  unpackedBytes: 1024 * GIBIBYTE,
  entries: 20_000_000,
  entryBytes: 256 * GIBIBYTE,
  decompressionRatio: 200,
  ratioGraceBytes: 64 * MEBIBYTE,
  recordBytes: 16 * MEBIBYTE,
  recordNesting: 128,
  documentBytes: 4 * MEBIBYTE,
  entryNameBytes: 4_096,
};

/**
 * The maximum number of fingerprints (of records, references and files) in memory, 12 to 20 bytes each; beyond it they
 * go to a temporary file. Archives of 100,000 issues with all their events stay below.
 */
export const MAX_FINGERPRINTS_IN_MEMORY = 3_000_000;
