import type { DialectName } from '../dialects.table.ts';

/** What a lake is read from. */
export interface LakeSource {
  /** For messages. */
  readonly name: string;
  /** The content of a small file; undefined if it is absent. */
  readText(path: string): Promise<string | undefined>;
}

/** A place that this process has locked to write a lake there. Paths are relative, with `/` as separator. */
export interface LakePlace extends LakeSource {
  /** What the paths of data files begin with in the views for each engine. */
  readonly locations: Readonly<Record<DialectName, string>>;
  /** A folder of this machine for temporary files. */
  readonly workFolder: string;
  /** Writes a small file; readers find its old content or the new. */
  writeText(path: string, text: string): Promise<void>;
  /** Begins a data file, which does not count before the manifest names it. */
  addFile(path: string): Promise<NewDataFile>;
  /**
   * Removes the data files that are not `named`: those of killed syncs, and those that a former sync replaced, which were
   * left for readers of the former state.
   */
  removeOrphans(named: ReadonlySet<string>): Promise<void>;
  /** Releases the lock. */
  close(): Promise<void>;
}

export interface NewDataFile {
  /** The buffer may be used again when it returns. */
  write(bytes: Uint8Array): Promise<void>;
  /** Returns when the file is complete and durable. */
  finish(): Promise<void>;
  /** Ends it after a failure; what is left is an orphan. */
  abandon(): Promise<void>;
}
