import { readSearch } from '../../search/parse-search.ts';
import type { FilterName } from '../../search/qualifiers.table.ts';
import type { SearchNode } from '../../search/search-query.ts';

/** Qualifiers that need only an index or one comparison per row. The others search in texts, or count for each row. */
const QUICK: ReadonlySet<FilterName> = new Set([
  'is',
  'type',
  'state',
  'author',
  'assignee',
  'label',
  'milestone',
  'no',
  'repo',
  'org',
  'user',
  'created',
  'updated',
  'closed',
  'merged',
  'linked',
]);

const QUICK_SORTS: ReadonlySet<string> = new Set(['relevance', 'created', 'updated']);

/** Searches with more terms are counted in the index too often. */
const MAX_QUICK_TERMS = 8;

/** Whether a search is fast enough to run in the server's own process. Fails with `search-refused`. */
export function isQuick(text: string, nowMs: number): boolean {
  const { filter, sort } = readSearch(text, nowMs);
  return (
    QUICK_SORTS.has(sort?.by ?? 'created') &&
    (filter === undefined || (countTerms(filter) <= MAX_QUICK_TERMS && isQuickNode(filter)))
  );
}

function countTerms(node: SearchNode): number {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.reduce((sum, part) => sum + countTerms(part), 0);
    case 'not':
      return countTerms(node.node);
    default:
      return 1;
  }
}

function isQuickNode(node: SearchNode): boolean {
  switch (node.kind) {
    case 'words':
      return !node.isPrefix;
    case 'filter':
      return QUICK.has(node.name);
    case 'not':
      return node.node.kind === 'filter' && isQuickNode(node.node);
    case 'and':
    case 'or':
      return node.nodes.every(isQuickNode);
  }
}
