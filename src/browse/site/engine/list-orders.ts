import { orderOf, withTerm } from '../../show/search-terms.ts';

/** An order of hits, and the search that has it. */
export interface SiteOrder {
  readonly name: string;
  readonly search: string;
  readonly isChosen: boolean;
}

const ORDERS: readonly (readonly [value: string, name: string])[] = [
  ['relevance', 'Best match'],
  ['created', 'Newest'],
  ['created-asc', 'Oldest'],
];

/** The orders that a search can have in place of its own. */
export function listOrders(query: string): readonly SiteOrder[] {
  const [, value = 'relevance'] = /(?:^|\s)sort:([\w-]+)/i.exec(query) ?? [];
  return ORDERS.map(([order, name]) => ({
    name,
    search: withTerm(query, 'sort', order),
    isChosen: order === orderOf(value.toLowerCase()),
  }));
}
