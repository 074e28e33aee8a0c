import type { Cell } from '../rows/conversions.ts';
import type { RowLayout } from '../rows/row-layout.ts';

/** Keeps the full-text index in sync with the rows, within the transaction of a load. */
export interface SearchIndexWriter {
  /**
   * Returns a function to be called with each row that is inserted into this table of an empty store, if one is needed.
   */
  listener(layout: RowLayout): RowListener | undefined;
  /** Must be called while the row and its links still exist. */
  remove(id: number): void;
  /** Must be called after the row and its links have been inserted. */
  add(id: number): void;
  /**
   * Must be called once, after all SQL indexes have been built. `superseded`: tables from which rows were removed after
   * they had been inserted.
   */
  finish(superseded: readonly string[]): void;
  /** Must be called after the transaction of the load: copies an index that was written to another file. */
  adopt(): void;
  /** Releases resources outside of the store. Must be called while the store is locked, even after a failure. */
  close(): Promise<void>;
}

/** Receives the cells of a row, in the order of its layout's columns. */
export type RowListener = (cells: readonly Cell[]) => void;
