import type { Database } from '../../store/index.ts';
import type { SearchNode, SearchQuery, SearchSort, SearchWords } from '../language/search-query.ts';
import { matchExpression } from './match-expression.ts';
import { knownSubjects } from './read-subjects.ts';
import type { SubjectKind } from './subjects.table.ts';

/** Where a search turns to another way, as the one before would take too long. */
export interface SearchLimits {
  /** Words that more texts hold than this are common: their texts are not gathered and not ranked. */
  readonly rankedTexts: number;
  /** Candidates that are all asked for a common word before they are ranked: more of them are asked from the newest on. */
  readonly probedTexts: number;
  /** Candidates of a kind that are asked from the newest on, before the texts of common words are gathered after all. */
  readonly probedSubjects: number;
}

/**
 * Measured on a store of one million comments: to gather or to rank twenty thousand texts takes some 10 ms each, and a
 * million 400 ms; to ask two thousand candidates for a word takes some 60 ms.
 */
export const SEARCH_LIMITS: SearchLimits = { rankedTexts: 20_000, probedTexts: 300, probedSubjects: 2_000 };

/** How the words of a search are to be looked for. */
export interface SearchPlan {
  readonly query: SearchQuery;
  /** The order of the results; by relevance only where they are ranked. */
  readonly order: SearchSort;
  /** Words whose threads are gathered before anything else, once for all kinds of results; candidates are asked for others. */
  readonly gathered: readonly SearchWords[];
  /** Whether candidates are gone through in their order, as too many texts hold the words to begin with these. */
  readonly isProbing: boolean;
  /** A word that the ranking alone proves each result to hold. */
  readonly proved: SearchWords | undefined;
  /** What FTS5 is asked to find the best text of a result; undefined where no words are looked for. */
  readonly anyWords: string | undefined;
  /** What FTS5 is asked to rank by; undefined where nothing can be ranked, or another order is asked for. */
  readonly ranked: string | undefined;
  /** Whether each result is bound to hold one of the ranked words. */
  readonly isBound: boolean;
  readonly limits: SearchLimits;
  /** The kinds of results that the store has. */
  readonly subjects: readonly SubjectKind[];
}

/** Looks at the words of a search and at how many texts hold them. */
export function planSearch(db: Database, query: SearchQuery, limits = SEARCH_LIMITS): SearchPlan {
  const all = query.filter === undefined ? [] : [...wordsOf(query.filter, true)];
  const words = all.map((one) => one.words);
  const counts = countTexts(db, query, words, limits.rankedTexts + 1);
  const common = new Set([...counts].flatMap(([one, count]) => (count > limits.rankedTexts ? [one] : [])));
  const wanted = all.filter(({ isWanted }) => isWanted).map(({ words }) => words);
  const rare = wanted.filter((words) => !common.has(words));
  const rareTexts = rare.reduce((sum, words) => sum + (counts.get(words) ?? 0), 0);
  const isBound = query.filter !== undefined && requires(query.filter, new Set(rare));
  const isRankable = rare.length > 0 && (common.size === 0 || (isBound && rareTexts <= limits.probedTexts));
  const order = chooseOrder(query, isRankable);
  const isRanked = order.by === 'relevance';
  const proved = isRanked && isBound && all.length === 1 ? rare[0] : undefined;
  // Orders other than by creation need all hits, and so many are gathered faster than they are asked for one by one.
  const isProbed = (words: SearchWords) => common.has(words) && (isRankable || order.by === 'created');
  return {
    query,
    order,
    isProbing: common.size > 0 && !isRankable && order.by === 'created',
    proved,
    // FTS5 would put the words of a prefix together anew for each candidate.
    gathered: all
      .map(({ words }) => words)
      .filter((words) => words !== proved && (words.isPrefix || !isProbed(words))),
    anyWords: wanted.length === 0 ? undefined : matchExpression(wanted, query.scopes),
    ranked: isRanked ? matchExpression(rare, query.scopes) : undefined,
    isBound,
    limits,
    subjects: knownSubjects(db),
  };
}

/** The same search without asking candidates one by one: it takes as long as its words have texts, and no longer. */
export function gatherAll(plan: SearchPlan): SearchPlan {
  const { filter } = plan.query;
  const gathered = filter === undefined ? [] : [...wordsOf(filter, true)].map(({ words }) => words);
  return { ...plan, gathered, isProbing: false };
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

/** How many texts hold each of the words, counted no further than `atMost`. */
function countTexts(
  db: Database,
  { scopes }: SearchQuery,
  all: readonly SearchWords[],
  atMost: number,
): ReadonlyMap<SearchWords, number> {
  const count = db
    .prepare<[string, string, number], number>(
      `SELECT count(*) FROM (
        SELECT 1 FROM search_text WHERE search_text MATCH ?
        UNION ALL SELECT 1 FROM search_cjk WHERE search_cjk MATCH ?
        LIMIT ?)`,
    )
    .pluck();
  return new Map(
    all.map((words) => {
      const match = matchExpression([words], scopes);
      return [words, count.get(match, match, atMost) ?? 0];
    }),
  );
}
