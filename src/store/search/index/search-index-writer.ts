import type { Cell } from '../../conversions.ts';
import type { RowLayout } from '../../row-layout.ts';

/** Keeps the full-text index in step with the rows, within the transaction of a load. */
export interface SearchIndexWriter {
  /** What is to be called with each row that is written to this table of an empty store, if anything. */
  listener(layout: RowLayout): RowListener | undefined;
  /** To be called while the row, and what hangs on it, is still there. */
  remove(id: number): void;
  /** To be called once the row and its links are written. */
  add(id: number): void;
  /** To be called once, with all indexes built. `superseded`: tables of which rows were removed after they were inserted. */
  finish(superseded: readonly string[]): void;
  /** To be called after the transaction of the load: takes over what was written to another file. */
  adopt(): void;
  /** Gives back what it holds outside the store; to be called while the store is locked, whatever became of it. */
  close(): Promise<void>;
}

/** Sees the cells of a row, in the order of its layout's columns. */
export type RowListener = (cells: readonly Cell[]) => void;
