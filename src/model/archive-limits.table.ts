/** What reading an archive may cost at most; every number is a bound that is still allowed. */
export interface ArchiveLimits {
  /** Bytes of the tar stream in all. */
  readonly unpackedBytes: number;
  /** Entries of the tar in all. */
  readonly entries: number;
  /** Bytes of one entry. */
  readonly entryBytes: number;
  /** Bytes that one packed byte may unpack to, on average, once `ratioGraceBytes` were unpacked. */
  readonly decompressionRatio: number;
  /** Unpacked bytes up to which the ratio is not judged: small archives of zeros are harmless. */
  readonly ratioGraceBytes: number;
  /** Bytes of one record. */
  readonly recordBytes: number;
  /** How deep arrays and objects of one record may stand in each other. */
  readonly recordNesting: number;
  /** Bytes of schema.json or urls.json. */
  readonly documentBytes: number;
  /** Bytes of one entry name, the longest path of common systems. */
  readonly entryNameBytes: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const GIBIBYTE = 1024 * MEBIBYTE;

/**
 * The limits that hold unless others are given: far above real archives (up to 40 GB, bodies up to 256 KiB),
 * low enough that a hostile one ends in minutes and within bounded memory.
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
 * Fingerprints of records, references and files that a verification holds in memory, 12 to 20 bytes each; more of them
 * go through a temporary file. The archives of 100,000 issues with all their events stay below.
 */
export const MAX_FINGERPRINTS_IN_MEMORY = 3_000_000;
