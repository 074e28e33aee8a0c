import { countPlaces } from '../store/count-places.ts';
import type { Database } from '../store/database.ts';
import {
  exactly,
  type SearchNode,
  type SearchQuery,
  type SearchSort,
  type SearchWords,
  someLeaf,
} from './search-query.ts';
import { splitWords } from './split-words.ts';
import { matchExpression } from './sql/match-expression.ts';
import { createSubjectReader, knownSubjects, type SubjectReader } from './sql/read-subjects.ts';
import type { SubjectKind } from './subjects.table.ts';

/** The limits at which a search changes its strategy, because the previous one would take too long. */
export interface SearchLimits {
  /** Words in more texts than this are frequent: it takes too long to look up each of their subjects. */
  readonly frequentTexts: number;
  /** The maximum number of subjects that meet the qualifiers and are found before the texts with frequent words. */
  readonly fewSubjects: number;
  /** Words in more texts than this are common: their texts are neither gathered nor ranked. */
  readonly rankedTexts: number;
  /** The number of ranked texts that are sorted before all of them; a page needs a tenth. */
  readonly sortedTexts: number;
  /** The number of candidates' texts that are read for common words before all texts with these words are gathered. */
  readonly readTexts: number;
}

/**
 * Measured on a store with one million comments: ranking 10,000 texts takes 12 ms, gathering a million 600 ms; reading
 * a text takes 0.005 ms, the row of a subject 0.02 ms, those of all subjects in an index 5 ms, testing with FTS5 whether
 * a text contains a word 0.15 ms.
 */
export const SEARCH_LIMITS: SearchLimits = {
  frequentTexts: 300,
  fewSubjects: 1_000,
  sortedTexts: 500,
  rankedTexts: 10_000,
  readTexts: 4_000,
};

export interface SearchPlan {
  readonly query: SearchQuery;
  /** The order of the results; by relevance only if they are ranked. */
  readonly order: SearchSort;
  /** Whether threads can be read in the order of their stored numbers of comments. */
  readonly isByCounts: boolean;
  /** All words of the search except the proved one. */
  readonly words: readonly SearchWords[];
  /** Words that are in too many texts; the texts of candidates are read for them first. */
  readonly common: ReadonlySet<SearchWords>;
  /** Words that are in many texts, common ones or not. */
  readonly frequent: ReadonlySet<SearchWords>;
  /** The only ranked word, which all ranked results contain. */
  readonly proved: SearchWords | undefined;
  /** A text that contains any of these is a match. */
  readonly anyWords: readonly SearchWords[];
  /** The FTS5 queries for the ranking; undefined if results cannot be ranked, or another order was requested. */
  readonly ranked: RankedMatch | undefined;
  /** Subjects that are ranked before all others, because their title equals the search. */
  readonly exactTitles: readonly number[];
  /** Whether each result must contain one of the ranked words. */
  readonly isBound: boolean;
  readonly limits: SearchLimits;
  readonly subjects: readonly SubjectKind[];
  readonly reader: SubjectReader;
}

/** FTS5 queries for the words of a search. */
export interface RankedMatch {
  /** For the words as they were entered. */
  readonly exact: string;
  /** For their other forms, which rank below; undefined if there are none. */
  readonly forms: string | undefined;
}

/** Plans a search by the number of texts that contain its words. */
export function planSearch(db: Database, query: SearchQuery, limits = SEARCH_LIMITS): SearchPlan {
  const all = query.filter === undefined ? [] : [...wordsOf(query.filter, true)];
  const count = prepareCount(db, query, limits.rankedTexts + 1);
  const counts = all.map(({ words }) => ({ words, texts: count(words) }));
  const moreThan = (limit: number) =>
    new Set(counts.flatMap(({ words, texts }) => (texts > limit ? [words] : [])));
  const common = moreThan(limits.rankedTexts);
  const wanted = all.filter(({ isWanted }) => isWanted).map(({ words }) => words);
  const rare = wanted.filter((words) => !common.has(words));
  const isBound = query.filter !== undefined && requires(query.filter, new Set(rare));
  const order = chooseOrder(query, rare.length > 0 && (common.size === 0 || isBound));
  const isRanked = order.by === 'relevance';
  const proved = isRanked && isBound && rare.length === 1 ? rare[0] : undefined;
  const kinds = knownSubjects(db);
  return {
    query,
    order,
    isByCounts: order.by === 'comments',
    words: all.map(({ words }) => words).filter((words) => words !== proved),
    common,
    frequent: moreThan(limits.frequentTexts),
    proved,
    anyWords: wanted,
    ranked: isRanked ? rankedMatch(rare, query) : undefined,
    exactTitles: isRanked ? findExactTitles(db, wanted) : [],
    isBound,
    limits,
    subjects: answeringSubjects(query, kinds),
    reader: createSubjectReader(db, kinds),
  };
}

function rankedMatch(words: readonly SearchWords[], { scopes }: SearchQuery): RankedMatch {
  const forms = words.flatMap((one) => one.forms.map((form) => exactly(form)));
  return {
    exact: matchExpression(
      words.map(({ text, isPrefix }) => exactly(text, isPrefix)),
      scopes,
    ),
    forms: forms.length === 0 ? undefined : matchExpression(forms, scopes),
  };
}

/** The fallback is newest first, which does not need all hits. */
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

/** Whether everything that meets the condition must contain some of the words. */
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
 * Counts the texts that contain words, up to `atMost`. For a prefix, FTS5 would combine all its words before returning
 * the first text, so their occurrences are counted instead if they are too many.
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

/** The maximum number of titles that are compared, newest first, of those that start with the words. */
const MAX_COMPARED = 100;

/** The ids of subjects whose title consists of exactly these words. */
function findExactTitles(db: Database, words: readonly SearchWords[]): readonly number[] {
  const asked = foldedWords(words.map(({ text }) => text).join(' '));
  if (asked === '' || words.some(({ isPrefix }) => isPrefix)) {
    return [];
  }
  return db
    .prepare<[string, number], { readonly id: number; readonly title: string }>(
      `SELECT id, title FROM search_titles WHERE id IN (
         SELECT rowid FROM search_title WHERE search_title MATCH ? ORDER BY rowid DESC LIMIT ?)`,
    )
    .all(`^ ${titlePhrase(words)}`, MAX_COMPARED)
    .filter(({ title }) => foldedWords(title) === asked)
    .map(({ id }) => id);
}

/** The index of titles contains CJK text as it is written, without spaces. */
function titlePhrase(words: readonly SearchWords[]): string {
  const text = words.map((one) => one.text.replaceAll('\0', ' ').replaceAll('"', '""')).join(' ');
  return `"${text}"`;
}

function foldedWords(text: string): string {
  return splitWords(text)
    .map(({ folded }) => folded)
    .join(' ');
}

/** A search without type and words only returns issues and pull requests, like the service's own search box. */
function answeringSubjects(
  { filter }: SearchQuery,
  subjects: readonly SubjectKind[],
): readonly SubjectKind[] {
  const isOpen =
    filter !== undefined && someLeaf(filter, (leaf) => leaf.kind === 'words' || leaf.name === 'type');
  return isOpen
    ? subjects.filter(({ type, isRepetition }) => isRepetition !== true || namesType(filter, type))
    : subjects.filter(({ type }) => type === 'issue' || type === 'pr');
}

function namesType(node: SearchNode, type: string): boolean {
  switch (node.kind) {
    case 'filter':
      return node.name === 'type' && node.value.form === 'texts' && node.value.texts.includes(type);
    case 'and':
    case 'or':
      return node.nodes.some((part) => namesType(part, type));
    case 'not':
    case 'words':
      return false;
  }
}
