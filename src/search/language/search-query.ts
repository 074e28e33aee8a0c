import type { FilterName } from './qualifiers.table.ts';

/** A search as it was understood. */
export interface SearchQuery {
  /** What results must fulfil; undefined where everything is asked for. */
  readonly filter: SearchNode | undefined;
  /** Which parts of a text the words are looked for in; all parts where none is named. */
  readonly scopes: readonly SearchScope[];
  readonly sort: SearchSort | undefined;
  /** The snapshot that is asked. */
  readonly snapshot: number | undefined;
}

export type SearchScope = 'title' | 'body' | 'comments';

export interface SearchSort {
  readonly by: 'relevance' | 'created' | 'updated' | 'comments' | 'reactions';
  readonly isAscending: boolean;
}

export type SearchNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly SearchNode[] }
  | { readonly kind: 'not'; readonly node: SearchNode }
  | SearchWords
  | SearchFilter;

/** One word or a phrase. */
export interface SearchWords {
  readonly kind: 'words';
  readonly text: string;
  /** Whether the last word may go on. */
  readonly isPrefix: boolean;
}

/** A qualifier that each result fulfils or not. */
export interface SearchFilter {
  readonly kind: 'filter';
  readonly name: FilterName;
  readonly value: FilterValue;
}

export type FilterValue =
  /** One of these is enough. */
  | { readonly form: 'texts'; readonly texts: readonly string[] }
  /** Times in UTC as the store writes them. */
  | { readonly form: 'times'; readonly from: string | undefined; readonly before: string | undefined }
  /** Both ends belong to it. */
  | { readonly form: 'counts'; readonly min: number; readonly max: number };

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
