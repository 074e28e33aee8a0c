import type { CarriedError } from '../../../base/index.ts';
import { type SearchOptions, type SearchResults, searchStore } from '../../../search/index.ts';
import type { Database } from '../../../store/index.ts';
import { type PageOptions, pageThreads, type ThreadPage } from '../page-threads.ts';
import type { ListOptions } from '../plan-list.ts';
import { type ChangeOptions, type ChangePage, pageChanges } from '../read-changes.ts';
import { type Facets, readFacets } from '../read-facets.ts';

export interface BrowseSearchOptions extends SearchOptions {
  readonly text: string;
}

/** The slow queries, with the types of their parameters and results. */
export interface Questions {
  readonly threads: { readonly options: PageOptions; readonly answer: ThreadPage };
  readonly facets: { readonly options: ListOptions; readonly answer: Facets };
  readonly search: { readonly options: BrowseSearchOptions; readonly answer: SearchResults };
  readonly changes: { readonly options: ChangeOptions; readonly answer: ChangePage };
}

export type QuestionName = keyof Questions;

/** The implementations of the queries. */
export const QUESTIONS: {
  readonly [Name in QuestionName]: (
    db: Database,
    options: Questions[Name]['options'],
  ) => Questions[Name]['answer'];
} = {
  threads: pageThreads,
  facets: readFacets,
  search: (db, { text, ...options }) => searchStore(db, text, options),
  changes: pageChanges,
};

/** A message to the process that answers. */
export interface ToAskingChild {
  readonly id: number;
  /** The store's file; the same in all messages. */
  readonly path: string;
  readonly name: QuestionName;
  readonly options: unknown;
}

/** A message from that process. */
export type FromAskingChild =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: CarriedError };
