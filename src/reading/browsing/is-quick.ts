import { type FilterName, readSearch, type SearchNode } from '../../search/index.ts';

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

/** Whether a search is fast enough to run in the server's own process. Fails with `search-refused`. */
export function isQuick(text: string, nowMs: number): boolean {
  const { filter, sort } = readSearch(text, nowMs);
  return QUICK_SORTS.has(sort?.by ?? 'created') && (filter === undefined || isQuickNode(filter));
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
