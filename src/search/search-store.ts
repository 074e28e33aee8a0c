import { createHash } from 'node:crypto';
import { quoteText } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { isIndexed } from '../store/build-index.ts';
import type { Database } from '../store/database.ts';
import { readSearch } from './parse-search.ts';
import { planSearch, type SearchLimits, type SearchPlan } from './search-plan.ts';
import { narrowSearch, type SearchQuery, type SearchSort, type SearchWords } from './search-query.ts';
import { guessMissingWords, hintOfGuess, type WordGuess } from './similar-word.ts';
import { makeSnippet, type SnippetPart } from './snippet.ts';
import { splitWords } from './split-words.ts';
import { findPage } from './sql/find-page.ts';
import { eachSubject, type FoundSubject } from './sql/find-subjects.ts';
import {
  createSubjectReader,
  knownSubjects,
  type SubjectFacts,
  type SubjectReader,
} from './sql/read-subjects.ts';
import type { SubjectKindName } from './subjects.table.ts';
import { wordsTest } from './words-in-text.ts';

export interface SearchOptions extends SearchScope {
  /** The maximum number of results per page. */
  readonly limit: number;
  /** Continues after an earlier page: its `after`. */
  readonly after?: string | undefined;
  /** How many results are left out, where pages have numbers of their own. */
  readonly offset?: number | undefined;
}

/** What is searched. */
interface SearchScope {
  /** Only records in repositories of these accounts; empty for all. */
  readonly owners?: readonly string[] | undefined;
  /** The current time, in milliseconds since the epoch, for terms such as `last week`. */
  readonly nowMs: number;
  /** The limits at which the search changes its strategy; the measured ones by default. */
  readonly limits?: SearchLimits | undefined;
}

/** A thread, or a separate result: a release, a comment on a commit, a file. */
export interface SearchResult extends SubjectFacts {
  /** The text of it that matches the words best; undefined if the search has no words. */
  readonly match: SearchMatch | undefined;
}

/** A text that contains words of the search: that of the result, or of a comment in it. */
export interface SearchMatch {
  readonly kind: SubjectKindName;
  readonly url: string;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly snippet: readonly SnippetPart[];
}

/** A page of results. */
export interface SearchResults {
  readonly results: readonly SearchResult[];
  /** The actual order; a warning explains if it is not the requested one. */
  readonly order: SearchSort;
  readonly warnings: readonly string[];
  /** If nothing was found: the words that no text contains, with similar ones; the warnings say them as sentences. */
  readonly guesses: readonly WordGuess[];
  /** The token for the next page; undefined on the last one. */
  readonly after: string | undefined;
}

/** Searches a store. Fails with `search-refused` if the search is invalid. */
export function searchStore(db: Database, text: string, options: SearchOptions): SearchResults {
  const { count: _, results, ...rest } = startSearch(db, text, options);
  return { ...rest, results: [...results()] };
}

/** Results whose facts and texts are read while they are iterated. */
export interface StartedSearch extends Omit<SearchResults, 'results'> {
  readonly count: number;
  readonly results: () => Iterable<SearchResult>;
}

/** As `searchStore`, for more results than fit into memory. */
export function startSearch(db: Database, text: string, options: SearchOptions): StartedSearch {
  const { plan, toResult } = prepareSearch(db, text, options);
  const mark = markOf(text, options.owners);
  const offset = options.offset ?? readAfter(options.after, mark);
  const found = [...findPage(db, plan, { offset, limit: options.limit + 1 })];
  const page = found.slice(0, options.limit);
  const guesses = found.length === 0 ? guessMissingWords(db, plan.anyWords) : [];
  return {
    count: page.length,
    *results() {
      for (const subject of page) {
        yield toResult(subject);
      }
    },
    order: plan.order,
    warnings: found.length === 0 ? guesses.map(hintOfGuess) : warningsOf(plan),
    guesses,
    after: found.length > options.limit ? `${offset + options.limit}-${mark}` : undefined,
  };
}

/** All results, found and read while they are iterated. Fails at once with `search-refused` or `not-indexed`. */
export function searchAll(db: Database, text: string, options: SearchScope): Iterable<SearchResult> {
  const { plan, toResult } = prepareSearch(db, text, options);
  return {
    *[Symbol.iterator]() {
      for (const subject of eachSubject(db, plan)) {
        yield toResult(subject);
      }
    },
  };
}

function prepareSearch(db: Database, text: string, { nowMs, owners, limits }: SearchScope) {
  const query = narrowSearch(readSearch(text, nowMs), owners);
  requireIndex(db);
  requireNewest(db, query);
  const plan = planSearch(db, query, limits);
  const tests = plan.anyWords.map((one) => wordsTest(one, query.scopes));
  const toResult = (subject: FoundSubject): SearchResult => {
    const textId = findMatch(plan.reader, subject, tests);
    const match = textId === undefined ? undefined : readMatch(plan.reader, textId, plan.anyWords);
    return { ...requireFacts(plan.reader, subject.id), match };
  };
  return { plan, toResult };
}

/** The snapshot number after `snapshot:` in a search. Fails with `search-refused` if the search is invalid. */
export function snapshotAsked(text: string, nowMs: number): number | undefined {
  return readSearch(text, nowMs).snapshot;
}

function requireIndex(db: Database): void {
  if (!isIndexed(db)) {
    throw new Failure('not-indexed', 'Cannot search: the store was loaded without an index');
  }
}

/** The index only covers the newest snapshot; older states are in the history of the records. */
function requireNewest(db: Database, { snapshot }: SearchQuery): void {
  const newest = db
    .prepare<[], number>('SELECT id FROM snapshots ORDER BY position DESC LIMIT 1')
    .pluck()
    .get();
  if (snapshot !== undefined && snapshot !== newest) {
    throw new Failure(
      'search-refused',
      `Cannot search snapshot ${snapshot}: only the newest one${newest === undefined ? '' : `, ${newest},`} has an index`,
      {
        hint: `Restore it with restoreSnapshot(${snapshot}, path), and search that store`,
        commandHint: `"satchel search" and "satchel browse --snapshot ${snapshot}" can search it`,
      },
    );
  }
}

/** The mark of a search in its page tokens: a page of another one would begin anywhere. */
function markOf(text: string, owners: readonly string[] = []): string {
  const asked = JSON.stringify([text, owners.toSorted()]);
  return createHash('sha256').update(asked).digest('hex').slice(0, 8);
}

function readAfter(after: string | undefined, mark: string): number {
  if (after === undefined) {
    return 0;
  }
  const [, offset, own] = /^(\d{1,9})-([0-9a-f]{8})$/.exec(after) ?? [];
  if (offset === undefined || own !== mark) {
    const what = offset === undefined ? 'unknown page token' : 'it is not of a page of this search';
    throw new Failure('search-refused', `Cannot continue after ${quoteText(after)}: ${what}`, {
      hint: 'Give that of the page before, with the same text and accounts',
    });
  }
  return Number(offset);
}

/** Explains why results are not ranked although that was requested or expected. */
function warningsOf({ query, order, anyWords, limits }: SearchPlan): readonly string[] {
  const { by = 'relevance' } = query.sort ?? {};
  const isExpected = anyWords.length > 0 || query.sort !== undefined;
  if (by === order.by || !isExpected) {
    return [];
  }
  const reason =
    anyWords.length === 0
      ? 'there are no words to rank by'
      : `more than ${limits.rankedTexts.toLocaleString('en')} texts contain one of the words`;
  return [`${reason}, so the ${order.isAscending ? 'oldest' : 'newest'} come first`];
}

/** The text of a result to show as its match: the best one, or the first with any of the words. */
function findMatch(
  reader: SubjectReader,
  { id, bestId }: FoundSubject,
  tests: readonly ReturnType<typeof wordsTest>[],
): number | undefined {
  if (bestId !== null || tests.length === 0) {
    return bestId ?? undefined;
  }
  return reader.documents(id).find((textId) => {
    const texts = reader.texts(textId);
    return tests.some((holdsWords) => holdsWords(texts));
  });
}

function readMatch(reader: SubjectReader, id: number, words: readonly SearchWords[]): SearchMatch {
  const { kind, url, author, createdAt } = requireFacts(reader, id);
  const { title, body, comment, file } = reader.texts(id) ?? {};
  const snippets = [body, comment, file, title].flatMap((text) =>
    typeof text === 'string' && text !== '' ? [makeSnippet(text, words)] : [],
  );
  const snippet = snippets.find((parts) => parts.some((part) => part.isHit)) ?? snippets[0] ?? [];
  return { kind, url, author, createdAt, snippet };
}

function requireFacts(reader: SubjectReader, id: number): SubjectFacts {
  const facts = reader.facts(id);
  if (facts === undefined) {
    throw new Failure('not-a-store', `Cannot read record ${id}: it is in the index, but not in the store`, {
      hint: 'Load the archive into a new store',
    });
  }
  return facts;
}

/** The plus sign keeps SQLite from asking the index once for each record of the repository. */
const IN_REPOSITORY = `AND +rowid IN (${[
  'issues',
  'pull_requests',
  'discussions',
  'releases',
  'milestones',
  'repositories',
]
  .map((table) => `SELECT id FROM ${table} WHERE repo = @repo`)
  .join(' UNION ALL ')})`;

/** Shorter words before the last one are whole: as beginnings, they would be in most titles. */
const MIN_BEGINNING = 3;

/**
 * Titles that contain the words typed so far, where the last word may be incomplete, and longer ones too; the most recently
 * loaded titles come first. A title in CJK text is found by the start of a run of such characters. Returns nothing for a text without
 * words. With `repo`, only what is in this repository.
 */
export function completeTitles(
  db: Database,
  typed: string,
  limit: number,
  repo?: string,
): readonly SubjectFacts[] {
  const words = typed.match(/[\p{L}\p{N}\p{Co}\p{M}]+/gu) ?? [];
  if (splitWords(typed).length === 0) {
    return [];
  }
  const last = words.length - 1;
  const match = words
    .map((word, index) => `"${word}"${index === last || word.length >= MIN_BEGINNING ? ' *' : ''}`)
    .join(' ');
  const reader = createSubjectReader(db, knownSubjects(db));
  return db
    .prepare<object, number>(
      `SELECT rowid FROM search_title WHERE search_title MATCH @match ${repo === undefined ? '' : IN_REPOSITORY}
       ORDER BY rowid DESC LIMIT @limit`,
    )
    .pluck()
    .all({ match, limit, repo })
    .flatMap((id) => reader.facts(id) ?? []);
}
