import type { CarriedError } from '../../../base/index.ts';
import type { QuestionName } from './questions.table.ts';

/** What the process that answers is told. */
export interface ToAskingChild {
  readonly id: number;
  /** The store's file: the same each time. */
  readonly path: string;
  readonly name: QuestionName;
  readonly wish: unknown;
}

/** What it says. */
export type FromAskingChild =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: CarriedError };
