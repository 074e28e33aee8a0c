import { html } from 'hono/html';
import type { SearchResult } from '../../../search/index.ts';
import { pageOfAddress, readAddress } from '../../addresses/read-address.ts';
import type { Frame, Markup } from '../../frame.ts';
import { defineFile, definePage } from '../../page.ts';
import { accountPath, repositoryPath, withQuery } from '../../paths.ts';
import { answerOrMistake, type Mistake, mistakeNote } from '../../show/answer-or-mistake.ts';
import { stateSign } from '../../show/badges.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { timeAgo } from '../../show/times.ts';
import { titleLink, WRITING_WORDS } from '../../show/writing-rows.ts';

const MAX_SUGGESTIONS = 10;

/** Titles, repositories, people and numbers that match the input so far, as JSON. */
export const suggest = defineFile(({ store, links }, { query }) => {
  const typed = (query.get('q') ?? '').trim();
  const results: Suggestion[] = [];
  const [, repo, number] = /^([^\s#]+\/[^\s#]+)#(\d{1,12})$/.exec(typed) ?? [];
  const thread = repo === undefined ? undefined : links.thread(repo, Number(number));
  if (thread !== undefined) {
    results.push({ title: typed, href: thread, where: 'by its number' });
  }
  const lower = typed.toLowerCase();
  for (const name of lower === '' ? [] : store.repositoryNames()) {
    if (name.toLowerCase().includes(lower) && results.length < MAX_SUGGESTIONS / 2) {
      results.push({ title: name, href: repositoryPath(name), where: 'repository' });
    }
  }
  const account = /^@?([\w-]+)$/.exec(typed)?.[1];
  if (account !== undefined && store.hasAccount(account)) {
    results.push({ title: account, href: accountPath(account), where: 'account' });
  }
  for (const { title, url, repo: place, number: of } of store.completeTitles(typed, MAX_SUGGESTIONS)) {
    const href = links.local(url);
    if (href !== undefined && results.length < MAX_SUGGESTIONS) {
      results.push({ title: title ?? '', href, where: `${place ?? ''}${of === null ? '' : `#${of}`}` });
    }
  }
  return Response.json({ results });
});

interface Search {
  readonly query: string;
  readonly results: readonly SearchResult[];
  readonly warnings: readonly string[];
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
  /** The error in the search; null if it is valid. */
  readonly mistake: Mistake | null;
}

const PER_PAGE = 25;

const TYPES = ['issue', 'pr', 'discussion', 'release', 'milestone', 'repository', 'comment', 'file'] as const;

/** Full-text search; an address of the service redirects to its page. */
export const search = definePage<Search>({
  async read({ store, clock }, request) {
    const { query: parameters } = request;
    const query = (parameters.get('q') ?? '').trim();
    const after = parameters.get('after') ?? undefined;
    const address = readAddress(query, store.origins());
    if (address !== undefined) {
      return { redirectTo: pageOfAddress(address) };
    }
    const nothing: Search = {
      query,
      results: [],
      warnings: [],
      prevPath: undefined,
      nextPath: undefined,
      mistake: null,
    };
    if (query === '') {
      return nothing;
    }
    const found = await answerOrMistake(() =>
      store.search(query, { limit: PER_PAGE, after, nowMs: clock.now() }),
    );
    if ('mistake' in found) {
      return { ...nothing, mistake: found.mistake };
    }
    const { results, warnings, after: next } = found.answer;
    const stretch = { offset: Number(after ?? 0), perPage: PER_PAGE, hasMore: next !== undefined };
    return { ...nothing, results, warnings, ...pathsByOffset(request, stretch, 'after') };
  },
  show(facts, frame) {
    const { query, results, warnings, mistake, prevPath, nextPath } = facts;
    const neighbours = { before: prevPath, after: nextPath };
    return {
      title: query === '' ? 'Search' : `${query} · Search`,
      links: pagerLinks(neighbours),
      main: html`<h1>Search</h1>
<form class="filter" action="/-/search" role="search" aria-label="Search everything"><label class="unseen" for="filter">What to look for</label><input type="search" id="filter" name="q" value="${query}" autocomplete="off"><button>Search</button> <a class="button" href="/-/help/search">Search syntax</a></form>
<div role="status">${warnings.map((warning) => html`<p class="hint">${warning}.</p>`)}${mistakeNote(mistake)}</div>
${
  results.length > 0
    ? html`<ol class="rows">${results.map((result) => resultRow(result, frame))}</ol>`
    : mistake !== null
      ? ''
      : emptyNote(
          query === ''
            ? 'Words, a "phrase", or qualifiers as in the search box of the service: is:open author:mira label:bug.'
            : html`Nothing matches. Fewer words find more, <code>word*</code> matches all words that begin with it, and <a href="/-/help/search">qualifiers</a> search in fields.`,
        )
}
${pager(neighbours, ['Previous', 'Next'])}`,
      aside: html`<div class="facets"><h2>Narrow to</h2><ul>${TYPES.map((type) => html`<li><a href="${withQuery('/-/search', { q: `${query.replace(/\btype:\w+\s*/g, '').trim()} type:${type}`.trim() })}">${type === 'pr' ? 'pull request' : type}</a></li>`)}</ul></div>`,
    };
  },
  table: ({ results }) => ({
    columns: ['kind', 'repo', 'number', 'title', 'state', 'author', 'created_at', 'url'],
    rows: results.map((one) => [
      one.kind,
      one.repo,
      one.number,
      one.title,
      one.state,
      one.author,
      one.createdAt,
      one.url,
    ]),
  }),
  feed: ({ query, results }) => ({
    title: `Search for ${query}`,
    entries: results.map((one) => ({
      id: one.url,
      title: one.title ?? one.url,
      path: one.url.replace(/^https?:\/\/[^/]+/, ''),
      author: one.author,
      createdAt: one.createdAt,
      updatedAt: one.updatedAt,
      body: one.match?.snippet.map(({ text }) => text).join('') ?? '',
    })),
  }),
});

/** Removes Markdown syntax, which is meaningless in an excerpt. */
function withoutMarks(text: string): string {
  return text
    .replace(/`+/g, '')
    .replace(/(?<=^|\s)(?:#{1,6}|[-*+](?: \[[ x]\])?|>)(?=\s)/g, '·')
    .replace(/^· /, '');
}

function resultRow(result: SearchResult, frame: Frame): Markup {
  const { kind, url, repo, number, title, state, author, createdAt, match } = result;
  const path = frame.links.local(match?.url ?? url) ?? frame.links.local(url);
  const words = WRITING_WORDS[kind]?.[0] ?? kind.replaceAll('_', ' ');
  return html`<li>${stateSign({ kind, state: state ?? 'open' })}<span>${titleLink(title === null || title === '' ? html`${words}` : frame.title(title), path)}</span><span class="end">${timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span>${words}${author === null ? '' : html` by ${personLink(author, frame)}`}</span> <span>${repo}${number === null ? '' : `#${number}`}</span>${match !== undefined && match.url !== url ? html` <span>said by ${personLink(match.author, frame)} ${timeAgo(match.createdAt, frame.nowMs)}</span>` : ''}</span>
${match === undefined ? '' : html`<p class="snippet">${match.snippet.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : withoutMarks(text)))}</p>`}</li>`;
}

/** A page that matches the input so far. */
interface Suggestion {
  readonly title: string;
  readonly href: string;
  /** A description of the place, such as repository and number. */
  readonly where: string;
}
