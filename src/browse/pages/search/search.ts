import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { HitCounts } from '../../../search/count-hits.ts';
import { keptTypeNamed } from '../../../search/kept-filter.ts';
import type { Found } from '../../../search/search-code.ts';
import { countFormer, type FormerHit } from '../../../search/search-history.ts';
import type { SearchResults } from '../../../search/search-store.ts';
import { pageOfAddress } from '../../addresses/read-address.ts';
import { readTyped } from '../../addresses/read-typed.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, type PageRequest } from '../../page.ts';
import { commitPath, withQuery } from '../../paths.ts';
import { andList } from '../../show/and-list.ts';
import { answerOrMistake, guessLinked, type Mistake, mistakeNote } from '../../show/answer-or-mistake.ts';
import { labelChip, stateSign } from '../../show/badges.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { orderOf, withTerm } from '../../show/search-terms.ts';
import { timeAgo } from '../../show/times.ts';
import { titleLink, WRITING_WORDS } from '../../show/writing-rows.ts';
import type { Sources } from '../../sources.ts';
import { foldedFacets } from '../threads/facet-list.ts';
import { KEPT, KEPT_KINDS, keptCount, keptRows, keptSections } from './kept-rows.ts';
import { findCommitsById, type KeptHits, NO_KEPT_HITS, readKept, within } from './read-kept.ts';
import { examplesOf } from './search-examples.ts';
import { coloursOfHits, searchFacets } from './search-facets.ts';
import { readSiteSearchPage, type SiteSearchFacts, showSiteSearchPage } from './site-search.ts';
import { linesApart, markedText, snippetLine, textOf } from './snippet-line.ts';
import type { Suggestion } from './suggestion.ts';
import { suggestionsFor } from './suggestions.ts';
import { threadsNamed } from './threads-named.ts';

type ListedResult = Awaited<ReturnType<Browsing['search']>>['results'][number];

interface Search {
  /** In a site, whose script answers the search from an index; null in the reader. */
  readonly site: SiteSearchFacts | null;
  readonly query: string;
  readonly results: readonly ListedResult[];
  /** The number of results and their distribution; null if counting takes too long. */
  readonly counts: HitCounts | null;
  readonly labelColours: Readonly<Record<string, string | null>>;
  /** Hits in git data and attached files. */
  readonly kept: KeptHits;
  /** What only older snapshots have. */
  readonly former: Found<FormerHit>;
  /** The kind of these hits that the search names with `type:`. */
  readonly named: keyof KeptHits | null;
  /** The number of all hits of this kind. */
  readonly namedCount: string;
  /** Pages whose name, number or path matches, as the search box suggests them. */
  readonly pages: readonly Suggestion[];
  /** Searches of the store at hand to begin with. */
  readonly examples: readonly string[];
  readonly warnings: readonly string[];
  /** What was probably meant, for each warning about a word that occurs nowhere. */
  readonly guesses: SearchResults['guesses'];
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
  /** The error in the search; null if it is valid. */
  readonly mistake: Mistake | null;
}

const PER_PAGE = 25;

const NOTHING_FORMER = { hits: [], isComplete: true } as const;

/** The maximum number of former texts on a page. */
const MAX_FORMER = 50;

/** How long a page waits for texts of older snapshots, which have no index. */
const MAX_FORMER_MS = 1_000;

/** How long a page waits for the number of its results. */
const MAX_COUNTING_MS = 300;

/** Search in everything; an address of the service, `acme/app#7`, `app#7` and the id of a commit redirect to their page. */
export const search = definePage<Search>({
  async read(sources, request) {
    const query = (request.query.get('q') ?? '').trim();
    const nothing: Search = {
      ...{ query, results: [], counts: null, kept: NO_KEPT_HITS, named: null, warnings: [], guesses: [] },
      ...{ mistake: null, former: NOTHING_FORMER, site: null, labelColours: {} },
      ...{ namedCount: '', prevPath: undefined, nextPath: undefined, pages: [], examples: [] },
    };
    if (sources.isSite) {
      return { ...nothing, site: await readSiteSearchPage(sources) };
    }
    const address = readTyped(sources, query);
    if (address !== undefined) {
      return { redirectTo: pageOfAddress(address) };
    }
    const [thread, second] = query.includes('#') ? threadsNamed(sources, query) : [];
    if (thread !== undefined && second === undefined) {
      return { redirectTo: thread.found.path };
    }
    if (query === '') {
      return { ...nothing, examples: examplesOf(sources.store) };
    }
    const [commit, other] = await findCommitsById(sources, query);
    if (commit !== undefined && other === undefined) {
      return { redirectTo: commitPath(commit.repo, commit.id) };
    }
    const found = await answerOrMistake(() => answerSearch(sources, request, query));
    return 'mistake' in found ? { ...nothing, mistake: found.mistake } : { ...nothing, ...found.answer };
  },
  show: showSearch,
});

async function answerSearch(sources: Sources, request: PageRequest, query: string) {
  const { store, clock } = sources;
  const { signal } = request;
  const nowMs = clock.now();
  const offset = Math.max(0, Math.trunc(Number(request.query.get('after') ?? 0)) || 0);
  const type = keptTypeNamed(query, nowMs);
  const named = KEPT_KINDS.find((kind) => KEPT[kind].type === type) ?? null;
  const isFirst = offset === 0 && named === null;
  const [{ results, warnings, guesses, after: next }, counts, kept, former] = await Promise.all([
    store.search(query, { limit: PER_PAGE, offset, nowMs }, signal),
    within(store.hits(query, nowMs, signal), MAX_COUNTING_MS, clock),
    offset > 0 && named === null
      ? NO_KEPT_HITS
      : readKept(sources, { query, isNamed: named !== null, signal }),
    isFirst
      ? within(store.formerTexts(query, { nowMs, limit: MAX_FORMER }, signal), MAX_FORMER_MS, clock)
      : NOTHING_FORMER,
  ]);
  const hasMore = named === null ? next !== undefined : kept[named].hits.length > offset + PER_PAGE;
  const stretch = { offset, perPage: PER_PAGE, hasMore };
  const page = named === null ? kept : pageOf(kept, named, offset);
  return {
    results,
    counts: counts ?? null,
    labelColours: coloursOfHits(store, counts),
    kept: page,
    former: former ?? { hits: [], isComplete: false },
    named,
    namedCount: named === null ? '' : keptCount(kept[named]),
    pages: isFirst ? pagesIn(await suggestionsFor(sources, query, '', signal)) : [],
    warnings,
    guesses,
    ...pathsByOffset(request, stretch, 'after'),
  };
}

/** One page of the hits of a kind; only they are results of a search that names the kind. */
function pageOf(kept: KeptHits, named: keyof KeptHits, offset: number): KeptHits {
  const { hits, isComplete } = kept[named];
  return { ...NO_KEPT_HITS, [named]: { hits: hits.slice(offset, offset + PER_PAGE), isComplete } };
}

function showSearch(facts: Search, frame: Frame) {
  if (facts.site !== null) {
    return showSiteSearchPage(facts.site);
  }
  const { query, mistake, prevPath, nextPath, kept, named } = facts;
  const neighbours = { before: prevPath, after: nextPath };
  const place = { path: '/-/search', search: query };
  const hasFacets = query !== '' && mistake === null && named === null;
  const facets = hasFacets ? searchFacets(facts) : '';
  return {
    title: query === '' ? 'Search' : `${query} · Search`,
    links: pagerLinks(neighbours),
    main: html`<h1>Search</h1>
<form class="filter search-box" action="/-/search" role="search" aria-label="Search everything" data-suggest="/-/suggest"><label class="unseen" for="search">What to look for</label><input type="search" id="search" name="q" value="${query}" autocomplete="off" data-search-field><button>Search</button> <a class="button" href="/-/help/search">Syntax</a>${hasFacets ? orderMenu(query) : ''}</form>
<div role="status">${facts.warnings.map((warning, index) => html`<p class="hint">${guessLinked(warning, facts.guesses[index], place)}</p>`)}${mistakeNote(mistake, place)}${query === '' || mistake !== null ? '' : summaryOf(facts)}</div>
${foldedFacets(facets)}${goToList(facts.pages)}${mistake === null ? resultsOf(facts, frame) : ''}
${pager(neighbours, ['Previous', 'Next'])}${named === null ? keptSections(kept, query, frame) : ''}${formerSection(facts, frame)}`,
    aside: facets === '' ? undefined : facets,
  };
}

/** The number of hits of each kind. */
function summaryOf({ counts, kept, named, namedCount, former }: Search): Markup | string {
  if (named !== null) {
    const { one } = KEPT[named];
    return namedCount === '0'
      ? ''
      : html`<p class="muted">${namedCount} ${namedCount === '1' ? one : `${one}s`}.</p>`;
  }
  const others = KEPT_KINDS.filter((kind) => kept[kind].hits.length > 0);
  const isNone = counts?.total === 0 && counts.isComplete;
  if (isNone && others.length === 0 && former.hits.length === 0) {
    return ''; // The note below says it.
  }
  const total = isNone
    ? ''
    : counts === null
      ? 'More results than could be counted at once'
      : `${countText(counts.total)}${counts.isComplete ? '' : '+'} ${counts.total === 1 ? 'result' : 'results'}`;
  const links = others.map((kind) => {
    const { one } = KEPT[kind];
    const { hits } = kept[kind];
    return html`<a href="#${kind}">${hits.length === 1 ? countOf(1, one) : `${keptCount(kept[kind])} ${one}s`}</a>`;
  });
  const older = former.isComplete
    ? countFormer(former.hits)
    : `more than ${former.hits.length} in older snapshots`;
  const isKnown = older !== undefined && former.hits.length > 0;
  return html`<p class="muted">${andList(total === '' ? links : [total, ...links])}${isKnown ? html` now; <a href="#former">${older}</a>` : ''}.</p>`;
}

/** Texts that were edited or deleted since, linked to their history. */
function formerSection({ former: { hits, isComplete } }: Search, frame: Frame): Markup | string {
  const rows = hits.map(({ kind, url, repo, number, title, author, createdAt, change, when, snippet }) => {
    const words = WRITING_WORDS[kind]?.[0] ?? kind.replaceAll('_', ' ');
    const heading = title === null ? html`${words}` : frame.title(title);
    return html`<li><span>${titleLink(heading, withQuery('/-/history', { url }))}</span><span class="end">${timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span class="tag warn">${change} ${when}</span> <span>${words}${author === null ? '' : html` by ${personLink(author, frame)}`}</span> <span>${repo}${number === null ? '' : `#${number}`}</span></span>${snippetLine(snippet)}</li>`;
  });
  const note = isComplete
    ? ''
    : html`<p class="muted">Not all older texts were searched, as that takes longer than a page may.</p>`;
  return hits.length === 0
    ? note
    : html`<section class="kept" id="former"><h2>In older snapshots</h2><ol class="rows bare hits">${rows}</ol>${note}</section>`;
}

const MAX_PAGES = 4;

/** Pages that are not among the results anyway. */
function pagesIn(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return suggestions
    .filter(({ completed, isResult }) => completed === undefined && isResult !== true)
    .filter(({ isOneOfMany }, place) => place < MAX_PAGES || isOneOfMany === true);
}

function goToList(pages: readonly Suggestion[]): Markup | string {
  return pages.length === 0
    ? ''
    : html`<nav aria-label="Go to"><ul class="chips go-to"><li class="muted">Go to</li>${pages.map(({ title, href, where }) => html`<li><a href="${href}"><bdi>${title}</bdi>${where === '' ? '' : html` <span class="muted small">${where}</span>`}</a></li>`)}</ul></nav>`;
}

const ORDERS = [
  ['relevance', 'Best match'],
  ['created', 'Newest'],
  ['created-asc', 'Oldest'],
  ['updated', 'Changed last'],
  ['comments', 'Most comments'],
  ['reactions', 'Most reactions'],
] as const;

/** The order of the results, which the search itself says. */
function orderMenu(query: string): Markup {
  const [, order = 'relevance'] = /(?:^|\s)sort:([\w-]+)/.exec(query) ?? [];
  const name = ORDERS.find(([value]) => value === orderOf(order))?.[1] ?? 'Sorted';
  return html`<details class="sorts"><summary><span class="muted">Order:</span> ${name}</summary><ul class="plain">${ORDERS.map(
    ([value, word]) =>
      html`<li><a href="${withQuery('/-/search', { q: withTerm(query, 'sort', value) })}"${word === name ? html` aria-current="true"` : ''}>${word}</a></li>`,
  )}</ul></details>`;
}

function resultsOf({ query, results, kept, named, former, examples }: Search, frame: Frame): Markup | string {
  if (named !== null) {
    const { hits, isComplete } = kept[named];
    return html`${hits.length === 0 ? '' : keptRows(kept, named, PER_PAGE, frame)}${
      isComplete
        ? hits.length === 0
          ? emptyNote(`Nothing in the ${KEPT[named].place} matches.`)
          : ''
        : html`<p class="hint">Not all ${KEPT[named].place} were searched: the search reached its limit. Add a repository with <code>repo:</code>, or more words.</p>`
    }`;
  }
  if (results.length > 0) {
    return html`<ol class="rows hits">${results.map((result) => resultRow(result, query, frame))}</ol>`;
  }
  const isFoundElsewhere = former.hits.length > 0 || KEPT_KINDS.some((kind) => kept[kind].hits.length > 0);
  return isFoundElsewhere
    ? ''
    : emptyNote(
        query === ''
          ? html`Search for words, a "phrase", or qualifiers as in the search box of the service. A number such as <code>#7</code>, an address or a commit id opens its page.${examples.length === 0 ? '' : html` In this store, for example: ${examples.map((example, index) => html`${index === 0 ? '' : ' · '}<a href="${withQuery('/-/search', { q: example })}">${example}</a>`)}`}`
          : html`Nothing matches “${query}”. Try fewer words, or <code>${/^[\p{L}\p{N}]+$/u.test(query) ? query : 'word'}*</code>.`,
      );
}

function resultRow(result: ListedResult, query: string, frame: Frame): Markup {
  const { kind, url, repo, number, title, state, author, createdAt, match, listed } = result;
  const { labels = [], commentCount = 0, excerpt = '' } = listed ?? {};
  const isInTitle = match !== undefined && textOf(match.snippet) === title;
  const heading = isInTitle ? markedText(match.snippet) : title ? frame.title(title) : undefined;
  const path = frame.links.local(match?.url ?? url) ?? frame.links.local(url);
  const draft = kind === 'release' && state === 'draft' ? html` <span class="tag">draft</span>` : '';
  const words = WRITING_WORDS[kind]?.[0] ?? capitalized(kind.replaceAll('_', ' '));
  return html`<li>${stateSign({ kind, state: state ?? 'open' })}<span>${titleLink(heading ?? html`${words}`, path)}${draft}${labels.length === 0 ? '' : html` <span class="labels">${labels.map((label) => labelChip(label, withQuery('/-/search', { q: withTerm(query, 'label', label.name) })))}</span>`}</span><span class="end">${timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span>${words}${author === null ? '' : html` by ${personLink(author, frame)}`}</span> ${title === repo ? '' : html`<span>${repo}${number === null ? '' : `#${number}`}</span>`}${commentCount === 0 ? '' : html` <span>${countOf(commentCount, 'comment')}</span>`}${match !== undefined && match.url !== url ? html` <span>said by ${personLink(match.author, frame)} ${timeAgo(match.createdAt, frame.nowMs)}</span>` : ''}</span>${match !== undefined && !isInTitle ? snippetLine(kind === 'repository' ? linesApart(match.snippet) : match.snippet) : excerpt === '' ? '' : snippetLine([{ text: excerpt, isHit: false }])}</li>`;
}
