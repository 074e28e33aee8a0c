import type { Cell } from '../../conversions.ts';
import type { RowLayout } from '../../row-layout.ts';

/** Keeps the full-text index in step with the rows, within the transaction of a load. */
export interface SearchIndexWriter {
  /** Wants to see the rows of this table as they are written to an empty store; undefined where it does not. */
  listener(layout: RowLayout): RowListener | undefined;
  /** To be called while the row, and what hangs on it, is still there. */
  remove(id: number): void;
  /** To be called once the row and its links are written. */
  add(id: number): void;
  /** To be called behind the last row: what goes on beside this thread may come to its end. */
  endRows(): void;
  /** To be called once, with all indexes built. `superseded`: tables of which rows are gone that were listened to. */
  finish(superseded: readonly string[]): void;
  /** To be called behind the transaction of the load, with the store's file: takes over what was written apart from it. */
  adopt(file: number): void;
  /** Gives back what it holds outside the store; to be called while the store is locked, whatever became of it. */
  close(): Promise<void>;
}

/** Sees the cells of a row, in the order of its layout's columns. */
export type RowListener = (cells: readonly Cell[]) => void;
