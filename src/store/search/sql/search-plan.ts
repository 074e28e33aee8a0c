import type { Database } from '../../database.ts';
import type { SearchNode, SearchQuery, SearchWords } from '../language/search-query.ts';
import { matchExpression } from './match-expression.ts';

/**
 * Words that more texts hold than this are common: their texts are not gathered and not ranked. Measured on a store of
 * one million comments, where twenty thousand hits take 40 ms to gather and rank.
 */
export const MAX_RANKED_TEXTS = 20_000;

/** How the words of a search are to be looked for. */
export interface SearchPlan {
  readonly query: SearchQuery;
  /** Words that too many texts hold: each candidate is asked for them instead. */
  readonly common: ReadonlySet<SearchWords>;
  /** What FTS5 is asked to find the best text of a result; undefined where no words are looked for. */
  readonly anyWords: string | undefined;
  /** What FTS5 is asked to rank by; undefined where nothing can be ranked. */
  readonly ranked: string | undefined;
  /** Whether each result is bound to hold one of the ranked words. */
  readonly isBound: boolean;
  /** Words that the ranking alone proves each result to hold. */
  readonly proved: SearchWords | undefined;
}

/** Looks at the words of a search and at how many texts hold them. */
export function planSearch(db: Database, query: SearchQuery): SearchPlan {
  const all = query.filter === undefined ? [] : [...wordsOf(query.filter, true)];
  const wanted = all.filter(({ isWanted }) => isWanted).map(({ words }) => words);
  const isCommon = prepareIsCommon(db, query);
  const common = new Set(all.map(({ words }) => words).filter(isCommon));
  const rare = wanted.filter((words) => !common.has(words));
  const express = (words: readonly SearchWords[]) =>
    words.length === 0 ? undefined : matchExpression(words, query.scopes);
  const isBound = query.filter !== undefined && requires(query.filter, new Set(rare));
  const [only] = rare;
  return {
    query,
    common,
    anyWords: express(wanted),
    ranked: express(rare),
    isBound,
    proved: isBound && rare.length === 1 ? only : undefined,
  };
}

interface FoundWords {
  readonly words: SearchWords;
  /** False below an odd number of NOTs. */
  readonly isWanted: boolean;
}

function* wordsOf(node: SearchNode, isWanted: boolean): Generator<FoundWords> {
  switch (node.kind) {
    case 'words':
      yield { words: node, isWanted };
      break;
    case 'not':
      yield* wordsOf(node.node, !isWanted);
      break;
    case 'and':
    case 'or':
      for (const part of node.nodes) {
        yield* wordsOf(part, isWanted);
      }
      break;
    case 'filter':
      break;
  }
}

/** Whether nothing fulfils the node without holding some of the words. */
function requires(node: SearchNode, words: ReadonlySet<SearchWords>): boolean {
  switch (node.kind) {
    case 'words':
      return words.has(node);
    case 'and':
      return node.nodes.some((part) => requires(part, words));
    case 'or':
      return node.nodes.every((part) => requires(part, words));
    case 'not':
    case 'filter':
      return false;
  }
}

/** Counts no further than it needs to. */
function prepareIsCommon(db: Database, { scopes }: SearchQuery): (words: SearchWords) => boolean {
  const count = db
    .prepare<[string, string, number], number>(
      `SELECT count(*) FROM (
        SELECT 1 FROM search_text WHERE search_text MATCH ?
        UNION ALL SELECT 1 FROM search_cjk WHERE search_cjk MATCH ?
        LIMIT ?)`,
    )
    .pluck();
  return (words) => {
    const match = matchExpression([words], scopes);
    return (count.get(match, match, MAX_RANKED_TEXTS + 1) ?? 0) > MAX_RANKED_TEXTS;
  };
}
