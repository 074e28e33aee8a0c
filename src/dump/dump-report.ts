import type { Publication } from '../store/public-report.ts';
import type { ForgeCount } from './forge/forge-tally.ts';

/** A table in a dump. */
export interface DumpedTable {
  readonly name: string;
  readonly rowCount: number;
  /** Path of its file within the dump; empty if the dump is a single file. */
  readonly file: string;
  readonly sizeBytes: number;
}

/** What a dump consists of. */
export interface DumpReport {
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** For formats with tables. */
  readonly tables?: readonly DumpedTable[] | undefined;
  /** For formats with documents: their number by kind. */
  readonly documents?: Readonly<Record<string, number>> | undefined;
  /** Texts with an added apostrophe, which prevents spreadsheets from treating them as formulas. */
  readonly guardedCount?: number | undefined;
  /** Values that do not fit the type of their column and were left empty, such as invalid times. */
  readonly emptiedCount?: number | undefined;
  /** For forges: what became of the records of each kind. */
  readonly kinds?: readonly ForgeCount[] | undefined;
  /** Of a public copy: what it lacks, and how it was checked. */
  readonly publication?: Publication | undefined;
  /** For archives and forges: files listed in the store that no longer exist next to it. */
  readonly missing?: readonly string[] | undefined;
}
