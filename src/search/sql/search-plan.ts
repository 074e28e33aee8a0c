import { countPlaces, type Database } from '../../store/index.ts';
import type { SearchNode, SearchQuery, SearchSort, SearchWords } from '../language/search-query.ts';
import { splitWords } from '../split-words.ts';
import { answeringSubjects } from './compile-condition.ts';
import { findExactTitles } from './find-exact-titles.ts';
import { matchExpression } from './match-expression.ts';
import { knownSubjects } from './read-subjects.ts';
import type { SubjectKind } from './subjects.table.ts';

/** Where a search turns to another way, as the one before would take too long. */
export interface SearchLimits {
  /** Words that more texts hold than this are common: their texts are neither gathered nor ranked. */
  readonly rankedTexts: number;
  /** How many texts of candidates are read for common words before the texts of those words are gathered after all. */
  readonly readTexts: number;
}

/**
 * Measured on a store of one million comments: gathering and ranking ten thousand texts takes 20 ms, gathering a
 * million 600 ms; reading a text takes 0.02 ms, asking FTS5 whether it holds a word 0.15 ms.
 */
export const SEARCH_LIMITS: SearchLimits = { rankedTexts: 10_000, readTexts: 4_000 };

/** How the words of a search are to be looked for. */
export interface SearchPlan {
  readonly query: SearchQuery;
  /** The order of the results; by relevance only where they are ranked. */
  readonly order: SearchSort;
  /** All words of the search but the proved one. */
  readonly words: readonly SearchWords[];
  /** Those that so many texts hold that the texts of candidates are read for them first. */
  readonly common: ReadonlySet<SearchWords>;
  /** A word that the ranking alone proves each result to hold. */
  readonly proved: SearchWords | undefined;
  /** Any of these makes a text the match of a result. */
  readonly anyWords: readonly SearchWords[];
  /** What FTS5 is asked to rank by; undefined where nothing can be ranked, or another order is asked for. */
  readonly ranked: string | undefined;
  /** Subjects that are ranked before all others: their title is what is looked for. */
  readonly exactTitles: readonly number[];
  /** Whether each result is bound to hold one of the ranked words. */
  readonly isBound: boolean;
  readonly limits: SearchLimits;
  /** The kinds of results. */
  readonly subjects: readonly SubjectKind[];
}

/** Looks at the words of a search and at how many texts hold them. */
export function planSearch(db: Database, query: SearchQuery, limits = SEARCH_LIMITS): SearchPlan {
  const all = query.filter === undefined ? [] : [...wordsOf(query.filter, true)];
  const count = prepareCount(db, query, limits.rankedTexts + 1);
  const common = new Set(all.flatMap(({ words }) => (count(words) > limits.rankedTexts ? [words] : [])));
  const wanted = all.filter(({ isWanted }) => isWanted).map(({ words }) => words);
  const rare = wanted.filter((words) => !common.has(words));
  const isBound = query.filter !== undefined && requires(query.filter, new Set(rare));
  const order = chooseOrder(query, rare.length > 0 && (common.size === 0 || isBound));
  const isRanked = order.by === 'relevance';
  const proved = isRanked && isBound && all.length === 1 ? rare[0] : undefined;
  return {
    query,
    order,
    words: all.map(({ words }) => words).filter((words) => words !== proved),
    common,
    proved,
    anyWords: wanted,
    ranked: isRanked ? matchExpression(rare, query.scopes) : undefined,
    exactTitles: isRanked ? findExactTitles(db, wanted) : [],
    isBound,
    limits,
    subjects: answeringSubjects(query, knownSubjects(db)),
  };
}

/** Newest first is the order of last resort: it needs no look at all hits. */
function chooseOrder({ sort }: SearchQuery, isRankable: boolean): SearchSort {
  const { by = 'relevance', isAscending = false } = sort ?? {};
  return { by: by === 'relevance' && !isRankable ? 'created' : by, isAscending };
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

/**
 * Counts the texts that hold words, no further than `atMost`. For a prefix FTS5 would put all its words together before
 * it gives the first text: where these are already too many, they are counted by their places instead.
 */
function prepareCount(db: Database, { scopes }: SearchQuery, atMost: number): (words: SearchWords) => number {
  const countTexts = db
    .prepare<[string, string, number], number>(
      `SELECT count(*) FROM (
        SELECT 1 FROM search_text WHERE search_text MATCH ?
        UNION ALL SELECT 1 FROM search_cjk WHERE search_cjk MATCH ?
        LIMIT ?)`,
    )
    .pluck();
  return (words) => {
    const prefix = words.isPrefix ? splitWords(words.text).at(-1)?.folded : undefined;
    const places = prefix === undefined ? 0 : countPlaces(db, prefix, atMost);
    const match = matchExpression([words], scopes);
    return places >= atMost ? places : (countTexts.get(match, match, atMost) ?? 0);
  };
}
