/** One table of a dump. */
export interface DumpedTable {
  readonly name: string;
  readonly rowCount: number;
  /** Path of its file below the dump's place; empty where the dump is that one file. */
  readonly file: string;
  readonly sizeBytes: number;
}

/** What a dump wrote. */
export interface DumpReport {
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** For formats that are made of tables. */
  readonly tables?: readonly DumpedTable[];
  /** For formats that are made of documents: how many of each kind. */
  readonly documents?: Readonly<Record<string, number>>;
  /** Texts that got an apostrophe so that no spreadsheet takes them for formulas. */
  readonly guardedCount?: number;
  /** Values that have no place in their column's type and were left empty: times that no calendar has. */
  readonly emptiedCount?: number;
}
