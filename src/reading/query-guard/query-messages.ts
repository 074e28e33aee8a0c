import type { CarriedError } from '../../base/index.ts';
import type { SqlValue } from '../../store/index.ts';

export interface QueryAsked {
  readonly type: 'ask';
  /** The store or lake. */
  readonly path: string;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The memory limit of the whole process. */
  readonly maxMemoryBytes: number;
  /** The size limit of all rows together. */
  readonly maxBytes: number;
}

/** A message to the process that runs a query: first the query, then a request for each batch of rows. */
export type ToQueryChild = QueryAsked | { readonly type: 'more'; readonly maxRows: number };

/** A message from that process: that it is ready, columns in reply to `ask`, rows in reply to `more`, or an error. */
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
