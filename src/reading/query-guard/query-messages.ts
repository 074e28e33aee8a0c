import type { CarriedError } from '../../base/index.ts';
import type { SqlValue } from '../../store/index.ts';

/** What the process that runs a query is told: first which query, then each time when rows are wanted. */
export type ToQueryChild =
  | {
      readonly type: 'ask';
      /** The store's file. */
      readonly path: string;
      readonly sql: string;
      readonly parameters: Readonly<Record<string, unknown>>;
      /** The memory that the whole process may take. */
      readonly maxMemoryBytes: number;
      /** The size of all rows together. */
      readonly maxBytes: number;
    }
  | { readonly type: 'more'; readonly maxRows: number };

/** What it says: that it listens, then the columns to `ask`, rows to `more`, an error to either. */
export type FromQueryChild =
  | { readonly type: 'ready' }
  | { readonly type: 'columns'; readonly columns: readonly string[] }
  | {
      readonly type: 'rows';
      readonly rows: readonly (readonly SqlValue[])[];
      readonly isLast: boolean;
      readonly isCut: boolean;
    }
  | { readonly type: 'failed'; readonly error: CarriedError };
