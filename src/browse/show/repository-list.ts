import { html } from 'hono/html';
import { ownerOf } from '../../model/accounts.ts';
import type { Browsing } from '../../reading/open-browsing.ts';
import type { Repository, RepositorySort } from '../../reading/read-repositories.ts';
import type { Frame, Markup } from '../frame.ts';
import type { PageRequest } from '../page.ts';
import { nameOf, repositoryPath } from '../paths.ts';
import { countOf, countText } from './counts.ts';
import { emptyNote } from './facts.ts';
import { offsetIn, otherQuery, pager, pathsByOffset } from './pager.ts';
import { timeAgo } from './times.ts';

/** A page of a list of repositories. */
export interface RepositoryList {
  readonly repositories: readonly Repository[];
  /** The number of repositories that the filter selects, and of all. */
  readonly repositoryCount: number;
  readonly allCount: number;
  /** A part of the name. */
  readonly filter: string;
  readonly sort: RepositorySort;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

/** The number of repositories on a page, here and at the service. */
export const REPOSITORIES_PER_PAGE = 60;
const OLD_PER_PAGE = 30;

const ORDERS = { name: 'Name', updated: 'Last change', created: 'Newest' } as const;

/** Reads what the address of a page asks for: a part of the names in `q`, an order in `sort`, an offset in `from`. */
export async function readRepositoryList(
  store: Browsing,
  names: readonly string[],
  request: PageRequest,
): Promise<RepositoryList> {
  const { query, signal } = request;
  const asked = query.get('sort');
  const sort = asked === 'updated' || asked === 'created' ? asked : 'name';
  const filter = (query.get('q') ?? '').trim();
  const part = filter.toLowerCase();
  const wanted = part === '' ? names : names.filter((name) => name.toLowerCase().includes(part));
  const known = new Set(wanted);
  const ordered =
    sort === 'name' ? wanted : (await store.repositoryOrder(sort, signal)).filter((name) => known.has(name));
  const offset = offsetIn(query, OLD_PER_PAGE);
  const end = offset + REPOSITORIES_PER_PAGE;
  const stretch = { offset, perPage: REPOSITORIES_PER_PAGE, hasMore: end < ordered.length };
  return {
    repositories: ordered.slice(offset, end).map((name) => store.repository(name)),
    repositoryCount: ordered.length,
    allCount: names.length,
    filter,
    sort,
    ...pathsByOffset(request, stretch),
  };
}

/** A list of repositories with their counts; with a filter and orders if it does not fit on one page. */
export function showRepositoryList(
  list: RepositoryList,
  path: string,
  frame: Frame,
  isOwned = false,
): Markup {
  const { repositories, repositoryCount, allCount, filter, prevPath, nextPath } = list;
  const isLong = allCount > REPOSITORIES_PER_PAGE;
  return html`<h2>Repositories <span class="count">${countText(repositoryCount)}</span></h2>${isLong ? filterForm(list, path) : ''}${
    repositories.length === 0
      ? emptyNote(filter === '' ? 'The list ends before this page.' : `No name contains "${filter}".`)
      : html`<ul class="cards">${repositories.map((repository) => card(repository, frame, isOwned))}</ul>`
  }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}`;
}

function filterForm({ filter, sort }: RepositoryList, path: string): Markup {
  const orderPath = (order: string) =>
    otherQuery(path, {
      q: filter === '' ? undefined : filter,
      sort: order === 'name' ? undefined : order,
    });
  return html`<form class="filter" action="${path}" role="search" aria-label="Filter" data-control><label class="unseen" for="filter">Filter the repositories by name</label>
<input type="search" id="filter" name="q" value="${filter}" placeholder="A part of the name" autocomplete="off" spellcheck="false" data-key="f" data-key-name="Filter">${sort === 'name' ? '' : html`<input type="hidden" name="sort" value="${sort}">`}<button>Filter</button></form>
<ul class="chips" aria-label="Order" data-control>${Object.entries(ORDERS).map(([order, words]) => html`<li><a href="${orderPath(order)}"${order === sort ? html` aria-current="true"` : ''}>${words}</a></li>`)}</ul>`;
}

function card(repository: Repository, frame: Frame, isOwned: boolean): Markup {
  const { repo, description, isPrivate, isArchived, topics } = repository;
  return html`<li><a class="title" href="${repositoryPath(repo)}">${isOwned ? '' : html`<span class="muted">${ownerOf(repo)}/</span><wbr>`}<strong>${nameOf(repo)}</strong></a>
${isPrivate === true ? html`<span class="tag">private</span>` : ''} ${isArchived ? html`<span class="tag">archived</span>` : ''}
${description === null || description === '' ? '' : html`<p>${description}</p>`}
${factsOf(repository, frame)}
${topics.length === 0 ? '' : html`<p>${topics.map((topic) => html`<span class="topic">${topic}</span>`)}</p>`}</li>`;
}

/** The numbers that are not zero, and when it last changed. */
function factsOf({ counts, updatedAt }: Repository, frame: Frame): Markup | string {
  const numbers = [
    [counts.openIssues, 'open issue'],
    [counts.openPullRequests, 'open pull request'],
    [counts.releases, 'release'],
  ] as const;
  const said = numbers.flatMap(([count, words]) => (count === 0 ? [] : [countOf(count, words)])).join(', ');
  const updated = updatedAt === null ? '' : html`updated ${timeAgo(updatedAt, frame.nowMs)}`;
  return said === '' && updated === ''
    ? ''
    : html`<p class="muted small">${said}${said === '' || updated === '' ? '' : ' · '}${updated}</p>`;
}
