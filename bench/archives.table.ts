/** What to generate. */
export interface BenchArchive {
  /** Bytes of JSON in all record files together. */
  readonly jsonBytes: number;
  /** One array per kind in one file, however large, instead of files of 100 records. */
  readonly isGiant: boolean;
  /** Bytes of git packs, which no compressor makes smaller. */
  readonly packBytes: number;
}

/** The archives that all benchmarks speak of: small, medium, large, and medium with git packs. */
export const BENCH_ARCHIVES = {
  S: { jsonBytes: 20_000_000, isGiant: false, packBytes: 0 },
  M: { jsonBytes: 300_000_000, isGiant: false, packBytes: 0 },
  L: { jsonBytes: 1_000_000_000, isGiant: true, packBytes: 0 },
  MP: { jsonBytes: 300_000_000, isGiant: false, packBytes: 500 * 1024 * 1024 },
} as const satisfies Record<string, BenchArchive>;

export type BenchArchiveName = keyof typeof BENCH_ARCHIVES;
