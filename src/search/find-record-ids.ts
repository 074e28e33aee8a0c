import { Failure } from '../base/index.ts';
import { type Database, isIndexed } from '../store/index.ts';
import { readSearch } from './language/parse-search.ts';
import type { FilterName } from './language/qualifiers.table.ts';
import type { SearchNode, SearchQuery, SearchSort } from './language/search-query.ts';
import { INDEXED_FILTERS } from './sql/filter-conditions.table.ts';
import { findPage } from './sql/find-page.ts';
import { planSearch } from './sql/search-plan.ts';

/** A qualifier of the language whose value is a word, as a caller sets it without writing a search. */
export interface WordCondition {
  readonly name: FilterName;
  readonly word: string;
  readonly isNegated?: boolean;
}

/** What records must fulfil, and which of those are wanted. */
export interface RecordConditions {
  /** All of them. */
  readonly conditions: readonly WordCondition[];
  /** More, in the language of searches. */
  readonly search?: string | undefined;
  /** Goes before `sort:` in the search; newest first where there is neither. */
  readonly sort?: SearchSort | undefined;
  readonly limit: number;
  /** The moment that `last week` counts from, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * The ids of records that fulfil conditions, in order. A store without an index answers whatever does not look into texts.
 * Fails with `search-refused` where the search is none, or cannot be answered.
 */
export function findRecordIds(db: Database, asked: RecordConditions): readonly number[] {
  const searched = readSearch(asked.search ?? '', asked.nowMs);
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
  return findPage(db, planSearch(db, query), { offset: 0, limit: asked.limit }).map(({ id }) => id);
}

function nodeOf({ name, word, isNegated = false }: WordCondition): SearchNode {
  const node: SearchNode = { kind: 'filter', name, value: { form: 'texts', texts: [word] } };
  return isNegated ? { kind: 'not', node } : node;
}

function requireAnswerable(db: Database, { filter, snapshot }: SearchQuery): void {
  if (snapshot !== undefined) {
    throw new Failure('search-refused', 'Cannot list by "snapshot:": lists are of the newest snapshot', {
      hint: 'Leave it out; "satchel history URL" shows a record through all snapshots',
    });
  }
  const need = filter === undefined ? undefined : indexedPart(filter);
  if (need !== undefined && !isIndexed(db)) {
    throw new Failure('search-refused', `Cannot list by ${need}: the store was loaded without an index`, {
      hint: 'Leave it out, or load the archive into a new store, without --no-search',
    });
  }
}

/** What only the index can tell. */
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
