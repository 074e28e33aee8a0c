/** The size and structure of an archive to generate. */
export interface BenchArchive {
  /** Total bytes of JSON in all record files. */
  readonly jsonBytes: number;
  /** Writes one array per kind into a single large file, instead of files of 100 records. */
  readonly isGiant: boolean;
  /** Bytes of git packs, which cannot be compressed. */
  readonly packBytes: number;
  /** Every how many records one has a different text than in the archive without this option. */
  readonly changedEvery?: number;
}

/** The archives of all benchmarks: small, medium, large, and medium with git packs. */
export const BENCH_ARCHIVES = {
  S: { jsonBytes: 20_000_000, isGiant: false, packBytes: 0 },
  M: { jsonBytes: 300_000_000, isGiant: false, packBytes: 0 },
  /** M with a change in one of a hundred records, for merges. */
  M1: { jsonBytes: 300_000_000, isGiant: false, packBytes: 0, changedEvery: 100 },
  L: { jsonBytes: 1_000_000_000, isGiant: true, packBytes: 0 },
  /** Only for the growth of loads: it takes minutes, and 3 GB of disk. */
  XL: { jsonBytes: 10_000_000_000, isGiant: true, packBytes: 0 },
  MP: { jsonBytes: 300_000_000, isGiant: false, packBytes: 500 * 1024 * 1024 },
} as const satisfies Record<string, BenchArchive>;

export type BenchArchiveName = keyof typeof BENCH_ARCHIVES;
