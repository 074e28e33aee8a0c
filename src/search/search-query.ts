import type { FilterName } from './qualifiers.table.ts';

export interface SearchQuery {
  /** The condition on results; undefined to match everything. */
  readonly filter: SearchNode | undefined;
  /** The parts of texts to search for words; empty for all parts. */
  readonly scopes: readonly SearchScope[];
  readonly sort: SearchSort | undefined;
  readonly snapshot: number | undefined;
}

export type SearchScope = 'title' | 'body' | 'comments';

/** The order of results. */
export interface SearchSort {
  readonly by: 'relevance' | 'created' | 'updated' | 'comments' | 'reactions';
  readonly isAscending: boolean;
}

export type SearchNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly SearchNode[] }
  | { readonly kind: 'not'; readonly node: SearchNode }
  | SearchWords
  | SearchFilter;

export interface SearchWords {
  readonly kind: 'words';
  readonly text: string;
  /** Whether the last word is a prefix. */
  readonly isPrefix: boolean;
  /** Other forms of the word, which match as well but rank lower; none in quotation marks. */
  readonly forms: readonly string[];
}

/** Words that only match as they are. */
export function exactly(text: string, isPrefix = false): SearchWords {
  return { kind: 'words', text, isPrefix, forms: [] };
}

/** The phrases that match: the words as they were entered, and their other forms. */
export function alternativesOf({ text, forms }: SearchWords): readonly string[] {
  return [text, ...forms];
}

export interface SearchFilter {
  readonly kind: 'filter';
  readonly name: FilterName;
  readonly value: FilterValue;
}

export type FilterValue =
  /** One of them must match. */
  | { readonly form: 'texts'; readonly texts: readonly string[] }
  /** Times in UTC, in the format of the store. */
  | { readonly form: 'times'; readonly from: string | undefined; readonly before: string | undefined }
  /** Inclusive. */
  | { readonly form: 'counts'; readonly min: number; readonly max: number };

/** The search in the repositories of these accounts only, as with `user:`; empty for all. */
export function narrowSearch(query: SearchQuery, owners: readonly string[] = []): SearchQuery {
  const { filter } = query;
  if (owners.length === 0) {
    return query;
  }
  const own: SearchFilter = { kind: 'filter', name: 'user', value: { form: 'texts', texts: owners } };
  return { ...query, filter: filter === undefined ? own : { kind: 'and', nodes: [own, filter] } };
}

/** Whether `fits` is true for any of the words and qualifiers below a node, including those below NOT. */
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
