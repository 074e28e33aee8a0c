import type { SearchFilter, SearchNode, SearchWords } from './search-query.ts';

/** Whether any of the words and qualifiers below a node, also below NOT, is as `fits` says. */
export function someLeaf(node: SearchNode, fits: (leaf: SearchFilter | SearchWords) => boolean): boolean {
  switch (node.kind) {
    case 'words':
    case 'filter':
      return fits(node);
    case 'not':
      return someLeaf(node.node, fits);
    case 'and':
    case 'or':
      return node.nodes.some((part) => someLeaf(part, fits));
  }
}
