import { html } from 'hono/html';
import { ownerOf } from '../../model/accounts.ts';
import type { Browsing } from '../../reading/open-browsing.ts';
import type { Repository, RepositorySort } from '../../reading/read-repositories.ts';
import type { Frame, Markup } from '../frame.ts';
import type { PageRequest } from '../page.ts';
import { nameOf, repositoryPath, withQuery } from '../paths.ts';
import { countOf, countText } from './counts.ts';
import { emptyNote } from './facts.ts';
import { offsetIn, otherQuery, pager, pathsByOffset } from './pager.ts';
import { onDate } from './times.ts';

interface ListedRepository extends Repository {
  /** Whether nothing was pushed to it, and it has no threads and releases. */
  readonly isEmpty: boolean;
}

/** A page of a list of repositories. */
export interface RepositoryList {
  readonly repositories: readonly ListedRepository[];
  /** The number of repositories that the filter selects, and of all. */
  readonly repositoryCount: number;
  readonly allCount: number;
  /** A part of the name or of a topic. */
  readonly filter: string;
  readonly sort: RepositorySort;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

/** The number of repositories on a page, here and at the service. */
export const REPOSITORIES_PER_PAGE = 60;
const OLD_PER_PAGE = 30;

/** A longer list has a filter and orders. */
export const MAX_PLAIN_REPOSITORIES = 8;

/** How many recent rows are above such a list; below, they would be far away. */
export const MAX_LATEST_ABOVE = 6;

/** The first is the default, as at the service. */
const ORDERS = { updated: 'Last change', name: 'Name', created: 'Newest' } as const;
const DEFAULT_ORDER = 'updated' satisfies RepositorySort;

/** Reads what the address of a page asks for: a part of the names or topics in `q`, an order in `sort`, an offset in `from`. */
export async function readRepositoryList(
  store: Browsing,
  names: readonly string[],
  request: PageRequest,
): Promise<RepositoryList> {
  const { query, signal } = request;
  const asked = query.get('sort');
  const sort = asked === 'name' || asked === 'created' ? asked : DEFAULT_ORDER;
  const filter = (query.get('q') ?? '').trim();
  const part = filter.toLowerCase();
  const topics = part === '' ? [] : store.sharedNames('topics');
  const withTopic = new Set(
    topics.filter(({ name }) => name.toLowerCase().includes(part)).flatMap(({ repos }) => repos),
  );
  const wanted =
    part === '' ? names : names.filter((name) => name.toLowerCase().includes(part) || withTopic.has(name));
  const ordered = sort === 'name' ? wanted : await orderByTime(store, wanted, { sort, signal });
  const offset = offsetIn(query, OLD_PER_PAGE);
  const end = offset + REPOSITORIES_PER_PAGE;
  const stretch = { offset, perPage: REPOSITORIES_PER_PAGE, hasMore: end < ordered.length };
  return {
    repositories: ordered.slice(offset, end).map((name) => {
      const repository = store.repository(name);
      const isEmpty = repository.updatedAt === null && store.gitPlace(name, false)?.sizeBytes === 0;
      return { ...repository, isEmpty };
    }),
    repositoryCount: ordered.length,
    allCount: names.length,
    filter,
    sort,
    ...pathsByOffset(request, stretch),
  };
}

/** The latest first. What fits on a page is read anyway; more are ordered in another process. */
async function orderByTime(
  store: Browsing,
  names: readonly string[],
  { sort, signal }: { readonly sort: 'updated' | 'created'; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  if (names.length > REPOSITORIES_PER_PAGE) {
    const known = new Set(names);
    return (await store.repositoryOrder(sort, signal)).filter((name) => known.has(name));
  }
  const timeOf = (name: string) => store.repository(name)[`${sort}At`] ?? '';
  return names.toSorted((one, other) =>
    timeOf(one) < timeOf(other) ? 1 : timeOf(one) > timeOf(other) ? -1 : 0,
  );
}

/** The topics of a repository, with links to the repositories that have them. */
export function topicList(topics: readonly string[]): Markup | string {
  return topics.length === 0
    ? ''
    : html`<p>${topics.map((topic) => html`<a class="topic" href="${withQuery('/', { q: topic })}">${topic}</a>`)}</p>`;
}

/** A list of repositories with their counts; with a filter and orders if there are more than a few. */
export function showRepositoryList(
  list: RepositoryList,
  path: string,
  frame: Frame,
  isOwned = false,
): Markup {
  const { repositories, repositoryCount, allCount, filter, prevPath, nextPath } = list;
  const isLong = allCount > MAX_PLAIN_REPOSITORIES;
  return html`<h2>Repositories <span class="count">${countText(repositoryCount)}</span></h2>${isLong || filter !== '' ? filterForm(list, path) : ''}${
    repositories.length === 0
      ? emptyNote(
          filter === '' ? 'The list ends before this page.' : `No name or topic contains "${filter}".`,
        )
      : html`<ul class="cards">${repositories.map((repository) => card(repository, frame, isOwned))}</ul>`
  }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}`;
}

function filterForm({ filter, sort }: RepositoryList, path: string): Markup {
  const orderPath = (order: string) =>
    otherQuery(path, {
      q: filter === '' ? undefined : filter,
      sort: order === DEFAULT_ORDER ? undefined : order,
    });
  return html`<form class="filter" action="${path}" role="search" aria-label="Filter" data-control><label class="unseen" for="filter">Filter the repositories by name or topic</label>
<input type="search" id="filter" name="q" value="${filter}" placeholder="Find a repository" autocomplete="off" spellcheck="false" data-key="f" data-key-name="Filter">${sort === DEFAULT_ORDER ? '' : html`<input type="hidden" name="sort" value="${sort}">`}<button>Filter</button></form>
<ul class="chips" aria-label="Order" data-control>${Object.entries(ORDERS).map(([order, words]) => html`<li><a href="${orderPath(order)}"${order === sort ? html` aria-current="true"` : ''}>${words}</a></li>`)}</ul>`;
}

function card(repository: ListedRepository, frame: Frame, isOwned: boolean): Markup {
  const { repo, description, isPrivate, isArchived, topics } = repository;
  return html`<li><a class="title" href="${repositoryPath(repo)}">${isOwned ? '' : html`<span class="muted">${ownerOf(repo)}/</span><wbr>`}<strong>${nameOf(repo)}</strong></a>
${isPrivate === true ? html`<span class="tag">private</span>` : ''} ${isArchived ? html`<span class="tag">archived</span>` : ''}
${description === null || description === '' ? '' : html`<p>${description}</p>`}
<p class="facts small">${numbersOf(repository)}<span>${whenOf(repository, frame)}</span></p>
${topicList(topics)}</li>`;
}

/** When it last changed, or that nothing is in it. */
function whenOf({ updatedAt, isEmpty }: ListedRepository, frame: Frame): Markup | string {
  return updatedAt !== null
    ? html`updated ${onDate(updatedAt, frame.nowMs)}`
    : isEmpty
      ? 'Empty'
      : 'No threads and releases';
}

/** The numbers that are not zero, with their lists; each is kept on one line. */
function numbersOf({ repo, counts }: Repository): readonly Markup[] {
  const numbers = [
    [counts.openIssues, 'open issue', 'issues'],
    [counts.openPullRequests, 'open pull request', 'pulls'],
    [counts.releases - counts.draftReleases, 'release', 'releases'],
  ] as const;
  return numbers.flatMap(([count, words, list]) =>
    count === 0
      ? []
      : html`<span><a href="${repositoryPath(repo)}/${list}">${countOf(count, words)}</a></span> `,
  );
}
