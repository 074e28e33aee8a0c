/** The search of a site: the build makes a script for browsers of this module and what it imports. */
import { nearestName } from '../../../base/nearest-name.ts';
import { parseSearch } from '../../../search/parse-search.ts';
import type { SearchFilter, SearchQuery } from '../../../search/search-query.ts';
import { toggleTerm, withTerm } from '../../show/search-terms.ts';
import { countFacets, type SiteFacet } from './count-facets.ts';
import { type AskedWords, type FoundPages, findPages } from './find-pages.ts';
import { DAY_MS, type IndexLabel, type IndexList, MAX_SHOWN_CHARACTERS } from './index-format.ts';
import { type IndexedFacts, IndexReader, type LoadPart } from './index-reader.ts';
import { listOrders, type SiteOrder } from './list-orders.ts';
import { findCommits, type SiteCommit } from './named-commits.ts';
import { findNamedPages } from './named-pages.ts';
import { hasPhrases, type MarkedPart, markWords, passageOf, type ShownPassage } from './passage.ts';
import { isSame, textsOf, wordsFor } from './site-filters.ts';

/** What a search of a site is asked with. */
export interface SiteSearch {
  readonly list: IndexList;
  readonly load: LoadPart;
  /** The origins of addresses at the service. */
  readonly origins: readonly string[];
  readonly query: string;
  readonly nowMs: number;
}

/** Another search, in place of a part of it. */
export interface Guess {
  readonly wrong: string;
  readonly right: string;
  readonly query: string;
}

export interface SiteAnswer {
  /** The best first. */
  readonly pages: readonly number[];
  /** Those whose ids the search may be. */
  readonly commits: readonly SiteCommit[];
  /** The file of the only page that the search can mean. */
  readonly goTo: string | undefined;
  /** Why the search is invalid, as the end of a sentence about its part. */
  readonly mistake: { readonly token: string; readonly reason: string } | undefined;
  /** Qualifiers that a site has no answer to. */
  readonly leftOut: readonly string[];
  /** Whether nothing else is in the search. */
  readonly isAllLeftOut: boolean;
  /** What was probably meant. */
  readonly guesses: readonly Guess[];
  /** Words that pages have, but not all together. */
  readonly alone: readonly { readonly text: string; readonly count: number }[];
  /** An address of a page that the index does not have. */
  readonly unknownAddress: string | undefined;
  readonly facets: () => Promise<readonly SiteFacet[]>;
  /** The search with a qualifier, or without it if it has it. */
  readonly toggled: (name: string, value: string) => { readonly isChosen: boolean; readonly search: string };
  readonly orders: readonly SiteOrder[];
  /** The search with a qualifier in place of others of its name. */
  readonly narrowed: (name: string, value: string) => string;
  /** Whether pages may turn out to lack a phrase, for which their texts must be read. */
  readonly isAtMost: boolean;
  /** `count` hits from one of the pages on, and after which page they end. */
  readonly hitsFrom: (
    start: number,
    count: number,
  ) => Promise<{ readonly hits: readonly SiteHit[]; readonly end: number }>;
}

export interface SiteHit extends IndexedFacts {
  /** Where the passage is. */
  readonly href: string;
  readonly title: readonly MarkedPart[];
  readonly passage: ShownPassage;
  readonly labels: readonly IndexLabel[];
  readonly face: string;
  readonly sign: string;
  readonly hasPhrases: boolean;
  /** `31 May 2026`; empty if it is not known. */
  readonly date: string;
}

/** Searches the index of a site. */
export async function searchSite({ list, load, origins, query, nowMs }: SiteSearch): Promise<SiteAnswer> {
  const index = new IndexReader(list, load);
  const facts = await index.facts();
  const named = await findNamedPages(index, query, origins);
  const commits = await findCommits(index, query, origins);
  const nothing = {
    ...{ pages: [], commits, goTo: undefined, mistake: undefined, leftOut: [], guesses: [], alone: [] },
    isAllLeftOut: false,
    unknownAddress: commits.length > 0 ? undefined : named.unknown,
    facets: async () => [],
    toggled: (name: string, value: string) => toggleTerm(query, name, value),
    narrowed: (name: string, value: string) => withTerm(query, name, value),
    orders: listOrders(query),
    isAtMost: false,
    hitsFrom: async () => ({ hits: [], end: 0 }),
  };
  const [meant] = named.pages;
  if (named.isMeant && meant !== undefined && facts[meant] !== undefined) {
    const [, file = ''] = (await index.row(facts[meant])) ?? [];
    return { ...nothing, goTo: file + named.hash };
  }
  const [commit, other] = commits;
  if (commit !== undefined && other === undefined && (named.unknown !== undefined || meant === undefined)) {
    return { ...nothing, goTo: commit.href };
  }
  const isOnlyNamed = named.unknown !== undefined || (named.pages.length > 0 && /#\d+$/.test(query));
  const parsed = isOnlyNamed
    ? { query: NO_QUERY }
    : parseSearch(withOwners(query, facts), nowMs, wordsFor(facts));
  if ('mistake' in parsed && named.pages.length === 0) {
    const { token, reason, suggestion } = parsed.mistake;
    return { ...nothing, mistake: { token, reason }, guesses: guessOf(query, token, suggestion) };
  }
  const asked = 'query' in parsed ? parsed.query : NO_QUERY;
  const found = await findPages(index, asked);
  const { words, filters, leftOut } = found;
  const isNamed = (page: number) => named.pages.includes(page);
  const possible = [...new Set([...named.pages, ...ranked(found, asked, facts)])];
  const hasPhrase = words.some(({ isPhrase }) => isPhrase);
  const isAtMost = hasPhrase && possible.length > MAX_CHECKED;
  const pages =
    hasPhrase && !isAtMost ? await withPhrases(index, { pages: possible, words, isNamed }) : possible;
  return {
    ...nothing,
    ...{ pages, leftOut },
    isAllLeftOut: leftOut.length > 0 && words.length + filters.length === 0,
    guesses: [...(await guessWords(index, words, query)), ...(await guessValues(index, filters, query))],
    alone:
      pages.length > 0 || filters.length > 0 || words.length < 2
        ? []
        : words.filter(({ count }) => count > 0),
    facets: () => countFacets(index, pages),
    isAtMost,
    hitsFrom: (start, count) => readHits(index, { pages, start, count, words, isNamed }),
  };
}

const NO_QUERY: SearchQuery = { filter: undefined, scopes: [], sort: undefined, snapshot: undefined };

interface AskedHits {
  readonly pages: readonly number[];
  readonly start: number;
  readonly count: number;
  readonly words: readonly AskedWords[];
  readonly isNamed: (page: number) => boolean;
}

/** Of more pages, phrases are looked for only when they are shown. */
const MAX_CHECKED = 100;

/** The pages that have all phrases, for which their texts are read. */
async function withPhrases(index: IndexReader, asked: Omit<AskedHits, 'start' | 'count'>) {
  const { hits } = await readHits(index, { ...asked, start: 0, count: asked.pages.length });
  return hits.map(({ page }) => page);
}

/** Reads pages until `count` of them have all phrases. */
async function readHits(index: IndexReader, { pages, start, count, words, isNamed }: AskedHits) {
  const facts = await index.facts();
  const hits: SiteHit[] = [];
  let end = start;
  while (hits.length < count && end < pages.length) {
    const next = pages.slice(end, end + count - hits.length);
    end += next.length;
    const read = next.flatMap((page) =>
      facts[page] === undefined ? [] : [hitOf(index, facts[page], words)],
    );
    for (const hit of await Promise.all(read)) {
      hits.push(...(hit !== undefined && (hit.hasPhrases || isNamed(hit.page)) ? [hit] : []));
    }
  }
  return { hits, end };
}

/** The owner may be left out of `repo:` where only one has a repository of this name. */
function withOwners(query: string, facts: readonly IndexedFacts[]): string {
  return query.replace(
    /(?<![^\s(-])(repo:)([\w.-]+)(?![^\s)])/gi,
    (whole, qualifier: string, name: string) => {
      const named = facts.filter(
        ({ kind, repo }) => kind === 'repository' && isSame(repo.slice(repo.lastIndexOf('/') + 1), name),
      );
      return named.length === 1 ? `${qualifier}${named[0]?.repo}` : whole;
    },
  );
}

/** Kinds that others belong to, which come before those that have the same words in their titles. */
const WHOLE_KINDS: ReadonlySet<string> = new Set(['repository', 'user', 'organization']);
const WHOLE_SCORE = 500;
const TITLE_SCORE = 10_000;

/** The best first, then newer ones, unless the search says an order. */
function ranked(
  { scores, words }: FoundPages,
  query: SearchQuery,
  facts: readonly IndexedFacts[],
): readonly number[] {
  const sort = query.sort?.by === 'created' ? query.sort : undefined;
  const direction = sort?.isAscending === true ? -1 : 1;
  const dayOf = (page: number) => facts[page]?.day ?? 0;
  const scoreOf = (page: number, score: number) =>
    sort !== undefined || words.length === 0
      ? 0
      : score + (score >= TITLE_SCORE && WHOLE_KINDS.has(facts[page]?.kind ?? '') ? WHOLE_SCORE : 0);
  return [...scores]
    .map(([page, score]) => ({ page, score: scoreOf(page, score), day: dayOf(page) * direction }))
    .sort((one, other) => other.score - one.score || other.day - one.day || one.page - other.page)
    .map(({ page }) => page);
}

function guessOf(query: string, wrong: string, right: string | undefined): readonly Guess[] {
  const at = query.toLowerCase().indexOf(wrong.toLowerCase());
  return right === undefined || at < 0
    ? []
    : [{ wrong, right, query: query.slice(0, at) + right + query.slice(at + wrong.length) }];
}

/** For words that no page has: a word of the index that was probably meant. */
async function guessWords(
  index: IndexReader,
  words: readonly AskedWords[],
  query: string,
): Promise<readonly Guess[]> {
  const missing = words.filter(({ count, folded }) => count === 0 && folded.length === 1);
  const guesses = missing.map(async ({ text, folded: [word = ''] }) =>
    guessOf(query, text, await index.wordLike(word)),
  );
  return (await Promise.all(guesses)).flat();
}

/** For values of qualifiers that no page has. */
async function guessValues(
  index: IndexReader,
  filters: readonly SearchFilter[],
  query: string,
): Promise<readonly Guess[]> {
  const facts = await index.facts();
  const guesses = filters.map(async ({ name, value }) => {
    const known =
      name === 'author' || name === 'repo'
        ? new Set(facts.map((one) => one[name]))
        : name === 'label' || name === 'assignee' || name === 'milestone'
          ? new Set((await index.marks())[name].keys())
          : undefined;
    return textsOf(value).flatMap((text) =>
      known === undefined || [...known].some((one) => isSame(one, text))
        ? []
        : guessOf(
            query,
            text,
            nearestName(text, known) ??
              [...known].find((one) => one.toLowerCase().includes(text.toLowerCase())),
          ),
    );
  });
  return (await Promise.all(guesses)).flat();
}

async function hitOf(
  index: IndexReader,
  facts: IndexedFacts,
  words: readonly AskedWords[],
): Promise<SiteHit | undefined> {
  const row = await index.row(facts);
  if (row === undefined) {
    return undefined;
  }
  const [title, file, text, passages, labels, face] = row;
  const passage = passageOf(text, passages, words);
  const isShownThere = passage.anchor !== undefined && passage.parts.some(({ isHit }) => isHit);
  const { list } = index;
  const { kind, state, day } = facts;
  return {
    ...facts,
    href: isShownThere ? `${file}#${encodeURIComponent(passage.anchor ?? '')}` : file,
    title: markWords(title, words),
    hasPhrases:
      text.length >= MAX_SHOWN_CHARACTERS || hasPhrases(`${title}\n${text}\n${facts.author}`, words),
    ...{ passage, labels, face, date: day === 0 ? '' : dateOf(day, list.months) },
    sign: list.signs[`${kind} ${state}`.trim()] ?? '',
  };
}

function dateOf(day: number, months: readonly string[]): string {
  const date = new Date(day * DAY_MS);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
