import { Failure } from '../model/failure.ts';
import { isIndexed } from '../store/build-index.ts';
import type { Database } from '../store/database.ts';
import { INDEXED_FILTERS } from './filter-conditions.table.ts';
import { readSearch } from './parse-search.ts';
import type { FilterName } from './qualifiers.table.ts';
import { planSearch, type SearchPlan } from './search-plan.ts';
import { narrowSearch, type SearchNode, type SearchQuery, type SearchSort } from './search-query.ts';
import { findPage } from './sql/find-page.ts';
import { eachSubject } from './sql/find-subjects.ts';

/** A condition on a record: a qualifier of the search language, and its value. */
export interface WordCondition {
  readonly name: FilterName;
  readonly word: string;
  readonly isNegated?: boolean | undefined;
}

/** Conditions on records, and which of the matching records to return. */
export interface RecordConditions extends RecordScope {
  readonly limit: number;
  /** How many of the first ones to leave out; default: none. */
  readonly offset?: number | undefined;
}

/** Conditions on records. */
export interface RecordScope {
  /** All of them must be met. */
  readonly conditions: readonly WordCondition[];
  /** Only records in repositories of these accounts; empty for all. */
  readonly owners?: readonly string[] | undefined;
  /** Further conditions, in the search language. */
  readonly search?: string | undefined;
  /** Overrides `sort:` in the search; newest first if there is neither. */
  readonly sort?: SearchSort | undefined;
  /** The current time, in milliseconds since the epoch, for terms such as `last week`. */
  readonly nowMs: number;
}

/**
 * The ids of records that meet the conditions, in order. A store without an index supports all conditions that do not
 * depend on texts. Fails with `search-refused` if the search is invalid or not supported.
 */
export function findRecordIds(db: Database, asked: RecordConditions): readonly number[] {
  const page = { offset: asked.offset ?? 0, limit: asked.limit };
  return Array.from(findPage(db, planRecords(db, asked), page), ({ id }) => id);
}

/** The ids of all of them, found while they are iterated. */
export function eachRecordId(db: Database, asked: RecordScope): Iterable<number> {
  const plan = planRecords(db, asked);
  return {
    *[Symbol.iterator]() {
      for (const { id } of eachSubject(db, plan)) {
        yield id;
      }
    },
  };
}

function planRecords(db: Database, asked: RecordScope): SearchPlan {
  const searched = narrowSearch(readSearch(asked.search ?? '', asked.nowMs), asked.owners);
  const nodes = [
    ...asked.conditions.map(nodeOf),
    ...(searched.filter === undefined ? [] : [searched.filter]),
  ];
  const query: SearchQuery = {
    ...searched,
    filter: { kind: 'and', nodes },
    sort: asked.sort ?? searched.sort ?? { by: 'created', isAscending: false },
  };
  requireAnswerable(db, query);
  return planSearch(db, query);
}

function nodeOf({ name, word, isNegated = false }: WordCondition): SearchNode {
  const node: SearchNode = { kind: 'filter', name, value: { form: 'texts', texts: [word] } };
  return isNegated ? { kind: 'not', node } : node;
}

function requireAnswerable(db: Database, { filter, snapshot }: SearchQuery): void {
  if (snapshot !== undefined) {
    throw new Failure('search-refused', 'Cannot list by "snapshot:": lists always show the newest snapshot', {
      hint: 'Leave it out; history() of the store has the versions of a record',
      commandHint: 'Leave it out; "satchel history URL" shows a record in all snapshots',
    });
  }
  const need = filter === undefined ? undefined : indexedPart(filter);
  if (need !== undefined && !isIndexed(db)) {
    throw new Failure('not-indexed', `Cannot list by ${need}: the store was loaded without an index`, {
      hint: 'Leave it out, or load the archive again with its index',
      commandHint: 'Leave it out, or load the archive again, without --no-search',
    });
  }
}

function indexedPart(node: SearchNode): string | undefined {
  switch (node.kind) {
    case 'words':
      return 'words';
    case 'filter':
      return INDEXED_FILTERS.has(node.name) ? `"${node.name}:"` : undefined;
    case 'not':
      return indexedPart(node.node);
    case 'and':
    case 'or':
      return node.nodes.map(indexedPart).find((part) => part !== undefined);
  }
}
