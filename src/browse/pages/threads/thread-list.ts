import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { ListedThread } from '../../../reading/list-threads.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { type Answering, definePage, requireRepo } from '../../page.ts';
import { repositoryPath, threadPath, withQuery } from '../../paths.ts';
import { andList } from '../../show/and-list.ts';
import { answerOrMistake, type Mistake, mistakeNote } from '../../show/answer-or-mistake.ts';
import { coloursOf, labelChip, stateSign } from '../../show/badges.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { milestoneLink, personLink } from '../../show/links.ts';
import { neighboursOf, oldOffsetIn, pager, pagerLinks } from '../../show/pager.ts';
import { quotedTerm, removeTerm, splitTerms, withoutStates, withTerm } from '../../show/search-terms.ts';
import { timeAgo } from '../../show/times.ts';
import { readVanished, type Vanished, vanishedList } from '../../show/vanished-list.ts';
import { facetList, foldedFacets } from './facet-list.ts';

type Facets = Awaited<ReturnType<Browsing['facets']>>;

interface ThreadList {
  readonly repo: string;
  readonly kind: 'issue' | 'pull_request';
  /** The search of the list, in the search language. */
  readonly search: string;
  readonly threads: readonly ListedThread[];
  readonly facets: Facets;
  /** The colours of the labels among the facets. */
  readonly labelColours: Readonly<Record<string, string | null>>;
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly original: string | null;
  readonly mistake: Mistake | null;
  readonly vanished: readonly Vanished[];
}

const NO_FACETS: Facets = { facets: [], isComplete: true };

const DEFAULT_LIMIT = 25;

const MAX_LIMIT = 100;

const WORDS = {
  issue: { title: 'Issues', one: 'issue', many: 'issues', path: '/issues', tab: 'issues' },
  pull_request: {
    title: 'Pull requests',
    one: 'pull request',
    many: 'pull requests',
    path: '/pulls',
    tab: 'pulls',
  },
} as const;

const SORTS = [
  ['created-desc', 'Newest'],
  ['created-asc', 'Oldest'],
  ['updated-desc', 'Recently updated'],
  ['comments-desc', 'Most commented'],
  ['reactions-desc', 'Most reactions'],
] as const;

/** The list of issues or pull requests of a repository, with filters, counts and pages. */
export function threadList(kind: ThreadList['kind']): Answering {
  return definePage<ThreadList>({
    async read({ store, clock }, { params, query, signal }) {
      const repo = requireRepo(store, params);
      const search = (query.get('q') ?? 'is:open').trim();
      const options = { kind, repo, search, nowMs: clock.now() };
      const limit = readLimit(query.get('per_page'));
      const page = {
        limit,
        after: query.get('after') ?? undefined,
        before: query.get('before') ?? undefined,
        skip: oldOffsetIn(query, limit),
      };
      const original = store.repository(repo).url;
      const vanished = readVanished(store, repo, kind);
      const found = await answerOrMistake(async () => {
        const [listed, facets] = await Promise.all([
          store.threads({ ...options, ...page }, signal),
          store.facets(options, signal),
        ]);
        return { ...listed, facets };
      });
      if ('mistake' in found) {
        const nothing = {
          threads: [],
          facets: NO_FACETS,
          labelColours: {},
          after: undefined,
          before: undefined,
        };
        return { repo, kind, search, ...nothing, original, vanished, mistake: found.mistake };
      }
      const { threads, after, before, facets } = found.answer;
      const labelColours = coloursOf(store.labels(repo), labelsOf(facets));
      return {
        repo,
        kind,
        search,
        threads,
        facets,
        labelColours,
        after,
        before,
        original,
        vanished,
        mistake: null,
      };
    },
    show: showList,
    text: ({ repo, threads, search }) =>
      [
        `# ${WORDS[kind].title} of ${repo}`,
        '',
        search === '' ? '' : `Filter: \`${search}\`\n`,
        ...threads.map(
          ({ number, title, state, author }) =>
            `- #${number} ${title ?? ''} (${state}, ${author ?? 'ghost'})`,
        ),
        '',
      ].join('\n'),
  });
}

function labelsOf({ facets }: Facets): readonly string[] {
  return facets.flatMap(({ name, values }) => (name === 'label' ? values.map(({ value }) => value) : []));
}

function readLimit(text: string | null): number {
  const limit = Number(text ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new Failure(
      'search-refused',
      `Cannot show "${text}" rows on a page: a page has 1 to ${MAX_LIMIT} rows`,
    );
  }
  return limit;
}

function showList(list: ThreadList, frame: Frame) {
  const { repo, kind, search, threads, facets, labelColours, original } = list;
  const words = WORDS[kind];
  const others = WORDS[kind === 'issue' ? 'pull_request' : 'issue'];
  const path = `${repositoryPath(repo)}${words.path}`;
  const neighbours = neighboursOf(frame.path, list);
  const refinements = html`<div class="facets" data-control>${facetList(facets, { path, search, colours: labelColours })}</div>`;
  return {
    title: `${words.title} of ${repo}`,
    place: { repo, tab: words.tab },
    original:
      original === null
        ? undefined
        : withQuery(`${original}${words.path}`, { q: `is:${kind === 'issue' ? 'issue' : 'pr'} ${search}` }),
    links: pagerLinks(neighbours),
    main: html`<h1>${words.title}</h1>
${filterForm(path, list)}
${list.mistake === null ? termChips(path, search) : ''}
<div role="status">${mistakeNote(list.mistake, { path, search })}</div>
${threads.length === 0 ? '' : foldedFacets(refinements)}${stateLinks(path, list)}
${
  list.mistake !== null
    ? ''
    : threads.length === 0
      ? emptyNote(
          isEmpty(list)
            ? `The archive contains no ${words.many} of this repository.`
            : html`No ${words.many} match <code>${search}</code>. <a href="${withQuery(path, { q: ' ' })}">Show all ${words.many}</a> or <a href="${withQuery(`${repositoryPath(repo)}${others.path}`, { q: search })}">the ${others.many} that match</a>.`,
        )
      : threadRows(threads, path, frame)
}
${pager(neighbours)}${list.after === undefined ? vanishedList(list.vanished) : ''}`,
    aside: refinements,
  };
}

/** Whether the repository has no threads of this kind at all. */
function isEmpty({ search, facets }: ThreadList): boolean {
  const states = facets.facets.find(({ name }) => name === 'state')?.values ?? [];
  return withoutStates(search) === '' && states.every(({ count }) => count === 0);
}

function filterForm(path: string, { search, kind }: ThreadList): Markup {
  return html`<form class="filter" action="${path}" role="search" aria-label="Filter" data-control><label class="unseen" for="filter">Filter the ${WORDS[kind].many}</label>
<input type="search" id="filter" name="q" value="${search}" placeholder="is:open label:bug author:…" autocomplete="off" spellcheck="false" data-key="f" data-key-name="Filter"><button>Filter</button> <a class="button" href="/-/help/search">Search syntax</a></form>`;
}

/** The terms of the search, each with a link that removes it. */
function termChips(path: string, search: string): Markup | string {
  const terms = splitTerms(search);
  return terms.length < 2
    ? ''
    : html`<ul class="chips" aria-label="Active filters" data-control>${terms.map(
        (term) =>
          html`<li data-control><a href="${withQuery(path, { q: removeTerm(search, term) || ' ' })}"><span class="unseen">Remove</span> ${term} <span aria-hidden="true">×</span></a></li>`,
      )}</ul>`;
}

function stateLinks(path: string, { search, facets, kind }: ThreadList): Markup {
  const states = facets.facets.find(({ name }) => name === 'state')?.values ?? [];
  const countOfState = (state: string) => states.find(({ value }) => value === state)?.count ?? 0;
  const rest = withoutStates(search);
  const rows = [
    ['is:open', 'open', countOfState('open')],
    ['is:closed', 'closed', countOfState('closed') + countOfState('merged')],
    ...(kind === 'pull_request' ? [['is:merged', 'merged', countOfState('merged')] as const] : []),
  ] as const;
  const chosen = splitTerms(search).find((term) => /^(?:is|state):(?:open|closed|merged)$/.test(term));
  const sort = /\bsort:([\w-]+)/.exec(search)?.[1] ?? 'created-desc';
  return html`<div class="states" data-control>${rows.map(
    ([term, word, count]) =>
      html`<a data-control href="${withQuery(path, { q: `${term} ${rest}`.trim() })}"${chosen === term ? html` aria-current="true"` : ''}>${countText(count)}${facets.isComplete ? '' : '+'} ${word}</a>`,
  )}<a data-control href="${withQuery(path, { q: rest || ' ' })}"${chosen === undefined ? html` aria-current="true"` : ''}>all</a>
<details class="sorts" data-control><summary><span class="muted">Sort:</span> ${SORTS.find(([value]) => value === sort || value === `${sort}-desc`)?.[1] ?? 'Sorted'}</summary><ul class="plain">${SORTS.map(
    ([value, word]) =>
      html`<li><a href="${withQuery(path, { q: withTerm(search, 'sort', value) })}">${word}</a></li>`,
  )}</ul></details></div>`;
}

/** A list of threads of one repository; `listPath` is the list that labels link to, with a search. */
export function threadRows(threads: readonly ListedThread[], listPath: string, frame: Frame): Markup {
  return html`<ol class="rows">${threads.map((thread) => threadRow(thread, listPath, frame))}</ol>`;
}

/** What happened last that the sign of a thread stands for, and when. */
function whatHappened({
  state,
  createdAt,
  closedAt,
  mergedAt,
}: ListedThread): readonly [string, string | null] {
  switch (state) {
    case 'closed':
      return ['closed', closedAt ?? createdAt];
    case 'merged':
      return ['merged', mergedAt ?? createdAt];
    default:
      return ['opened', createdAt];
  }
}

function threadRow(thread: ListedThread, listPath: string, frame: Frame): Markup {
  const { repo, number, kind, state, title, labels, author, commentCount } = thread;
  const href = repo === null || number === null ? '#' : threadPath({ repo, number, kind });
  const [word, at] = whatHappened(thread);
  return html`<li>${stateSign(thread)}<span><a class="title" href="${href}">${frame.title(title ?? '')}</a>${
    labels.length === 0
      ? ''
      : html` <span class="labels">${labels.map((label) => labelChip(label, withQuery(listPath, { q: `is:${state === 'open' ? 'open' : 'closed'} ${quotedTerm('label', label.name)}` })))}</span>`
  }</span><span class="end">${commentCount === 0 ? '' : countOf(commentCount, 'comment')}</span>
<span class="facts"><span>#${number} ${word} ${timeAgo(at, frame.nowMs)}${state === 'open' ? html` by ${personLink(author, frame)}` : html`, opened by ${personLink(author, frame)}`}</span>${
    thread.milestone === null
      ? ''
      : html` <span>for ${milestoneLink(repo ?? '', thread.milestone, frame)}</span>`
  }${thread.assignees.length === 0 ? '' : html` <span>assigned to ${andList(thread.assignees.map((login) => personLink(login, frame)))}</span>`}</span></li>`;
}
