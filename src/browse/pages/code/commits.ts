import { html } from 'hono/html';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { codePath } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { commitList } from '../../show/code/commit-line.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import {
  type CodePlace,
  isEmptyRepository,
  openPlace,
  originalOf,
  readCommits,
  type ShownCommit,
} from './code-place.ts';

interface CommitFilter
  extends Omit<Parameters<GitRepository['countCommits']>[0], 'from' | 'without' | 'authors'> {
  /** A login, or a part of a name or mail address. */
  readonly author?: string;
}

interface CommitsFacts {
  readonly repo: string;
  /** Undefined for an empty repository. */
  readonly place: CodePlace | undefined;
  readonly commits: readonly ShownCommit[];
  /** The number of all that match; null if it is of a path, or takes too long. */
  readonly total: number | null;
  readonly filter: CommitFilter;
  /** What the address has as `since` or `until` that is not a date. */
  readonly ignored: readonly string[];
  readonly cut: string | null;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

const PAGE_SIZE = 50;
/** Git walks over all skipped commits, so very late pages would reach its time limit. */
const MAX_SKIP = 1_000_000;

/** The history of a branch, folder or file, in pages. */
export const commits = definePage<CommitsFacts>({
  async read(sources, request) {
    const repo = requireRepo(sources.store, request.params);
    if ((request.params['rest'] ?? '') === '' && (await isEmptyRepository(sources, repo))) {
      return {
        repo,
        place: undefined,
        commits: [],
        total: 0,
        filter: {},
        ignored: [],
        cut: null,
        prevPath: undefined,
        nextPath: undefined,
      };
    }
    const { git, place } = await openPlace(sources, request);
    const skip = Math.min(Math.max(Math.trunc(Number(request.query.get('skip') ?? 0)) || 0, 0), MAX_SKIP);
    const filter = filterOf(request.query);
    const { author, ...others } = filter;
    const history = { from: place.commit, ...others, authors: namesOf(author, sources.store) };
    const [{ ids, hasMore, cut }, total] = await Promise.all([
      git.log({ ...history, path: place.path, skip, limit: PAGE_SIZE }),
      place.path === '' ? git.countCommits(history) : undefined,
    ]);
    const stretch = { offset: skip, perPage: PAGE_SIZE, hasMore };
    const commits = await readCommits(git, ids, sources.links);
    return {
      repo,
      place,
      commits,
      total: total ?? null,
      filter,
      ignored: ['since', 'until']
        .filter((name) => request.query.get(name) && dayIn(request.query, name) === undefined)
        .map((name) => `${name}=${request.query.get(name)?.slice(0, 40)}`),
      cut,
      ...pathsByOffset(request, stretch, 'skip'),
    };
  },
  show({ repo, place, commits: list, total, filter, ignored, cut, prevPath, nextPath }, frame) {
    if (place === undefined) {
      return {
        title: `Commits · ${repo}`,
        place: { repo, tab: 'commits' },
        main: html`<h1>Commits</h1>${emptyNote('This repository is empty: nothing has been pushed to it.')}`,
      };
    }
    const { ref, path } = place;
    const neighbours = { before: prevPath, after: nextPath };
    return {
      title: `Commits of ${path === '' ? ref : path} · ${repo}`,
      place: { repo, tab: 'commits', file: path },
      original: originalOf('commits', place),
      links: pagerLinks(neighbours),
      main: html`${codeBar(place, { view: 'commits', ways: [['Files', codePath('tree', place)]] })}
${filterForm(filter, codePath('commits', place), list)}${foundNote({ total, filter, ignored }, codePath('commits', place))}
${list.length === 0 ? emptyNote(path === '' ? 'No commit matches.' : 'No commit changed this path.') : commitList(list, repo, frame)}
${cut === null ? '' : emptyNote('The history ends here: git was stopped, or older commits are missing from this archive.')}${pager(neighbours)}`,
    };
  },
});

/** How many commits match, what was not a date, and the way to all of them. */
function foundNote(
  { total, filter, ignored }: Pick<CommitsFacts, 'total' | 'filter' | 'ignored'>,
  path: string,
): Markup | string {
  const isFiltered = Object.keys(filter).length > 0;
  const count = total === null ? '' : html`${countOf(total, 'commit')}${isFiltered ? ' match' : ''}`;
  const clear = isFiltered || ignored.length > 0 ? html` <a href="${path}">Clear the filter</a>` : '';
  const note =
    ignored.length === 0 ? '' : html`<p class="note">Ignored, as it is not a date: ${ignored.join(', ')}</p>`;
  return count === '' && clear === ''
    ? ''
    : html`${note}<p class="muted small" role="status">${count}${clear}</p>`;
}

/** A day that exists. */
function dayIn(query: URLSearchParams, name: string): string | undefined {
  const day = /^\d{4}-\d\d-\d\d/.exec(query.get(name) ?? '')?.[0] ?? '';
  const atMs = Date.parse(day);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(day) ? day : undefined;
}

/** What the address asks for: `author`, `since` and `until` as at the service, and words of the message. */
function filterOf(query: URLSearchParams): CommitFilter {
  const textIn = (name: string) => (query.get(name) ?? '').trim().slice(0, 200);
  const [message, author] = [textIn('q'), textIn('author')];
  const [since, until] = [dayIn(query, 'since'), dayIn(query, 'until')];
  return {
    ...(message === '' ? {} : { message }),
    ...(author === '' ? {} : { author }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** What git may have for a person: pages name people by their logins, most commits by their names. */
function namesOf(author: string | undefined, store: Browsing): readonly string[] {
  const name = author === undefined ? undefined : store.account(author)?.name;
  return [author, name].filter((one) => typeof one === 'string');
}

function filterForm(
  { message, author, since, until }: CommitFilter,
  path: string,
  list: readonly ShownCommit[],
): Markup {
  const people = [...new Set(list.map((one) => one.login ?? one.author))].sort();
  const isOpen = author !== undefined || since !== undefined || until !== undefined;
  return html`<form class="filter" action="${path}" role="search" aria-label="Filter" data-control><label class="unseen" for="filter">Words in messages</label><input type="search" id="filter" name="q" value="${message ?? ''}" placeholder="Words in messages" autocomplete="off" spellcheck="false"><button>Filter</button>
<details${isOpen ? html` open` : ''}><summary>Author and time</summary><p class="filter"><label>by <input name="author" value="${author ?? ''}" size="14" list="authors" placeholder="Login or name" autocomplete="off" spellcheck="false"></label> <label>from <input type="date" name="since" value="${since ?? ''}"></label> <label>to <input type="date" name="until" value="${until ?? ''}"></label></p></details><datalist id="authors">${people.map((one) => html`<option value="${one}"></option>`)}</datalist></form>`;
}
