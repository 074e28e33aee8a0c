import { html } from 'hono/html';
import { ownerOf } from '../../model/accounts.ts';
import { definePage } from '../page.ts';
import { accountPath } from '../paths.ts';
import { countOf } from '../show/counts.ts';
import { emptyNote } from '../show/facts.ts';
import { personFace } from '../show/links.ts';
import { pagerLinks } from '../show/pager.ts';
import {
  MAX_LATEST_ABOVE,
  MAX_PLAIN_REPOSITORIES,
  type RepositoryList,
  readRepositoryList,
  showRepositoryList,
} from '../show/repository-list.ts';
import { type Writing, writingRows } from '../show/writing-rows.ts';
import { type OwnerSummary, readOwnerSummary, showOwnerSummary } from './store/owner-summary.ts';
import { readStoreSummary, type StoreSummary, showStoreSummary } from './store/store-summary.ts';

interface Home extends RepositoryList {
  readonly accounts: readonly {
    readonly login: string;
    readonly name: string | null;
    readonly kind: string;
    readonly repositories: number;
  }[];
  /** The number of accounts that are not shown. */
  readonly hiddenAccounts: number;
  readonly latest: readonly Writing[];
  /** Of the store as a whole; null in sites, and where one owner was chosen. */
  readonly state: StoreSummary | null;
  /** Of the repositories of the chosen owners; null if none was chosen. */
  readonly ownerState: OwnerSummary | null;
}

/** Nested groups of other services can be thousands of owners. */
const MAX_ACCOUNTS = 100;
const MAX_LATEST = 12;

/** Pages that the header does not have. */
const AROUND = [
  ['/-/since', 'Since you last looked'],
  ['/-/activity', 'Activity charts'],
  ['/-/on-this-day', 'On this day'],
  ['/-/search?q=is%3Aopen', 'Open issues and pull requests'],
] as const;

/** The home page: accounts, repositories and the latest activity. */
export const home = definePage<Home>({
  async read(sources, request) {
    const { store } = sources;
    const names = store.repositoryNames();
    const owners = new Map<string, number>();
    for (const name of names) {
      const owner = ownerOf(name);
      owners.set(owner, (owners.get(owner) ?? 0) + 1);
    }
    return {
      accounts: [...owners].slice(0, MAX_ACCOUNTS).map(([login, repositories]) => {
        const account = store.account(login);
        return { login, name: account?.name ?? null, kind: account?.kind ?? 'account', repositories };
      }),
      hiddenAccounts: Math.max(0, owners.size - MAX_ACCOUNTS),
      ...(await readRepositoryList(store, names, request)),
      latest: store.latest({ repos: undefined, limit: MAX_LATEST }),
      state: readStoreSummary(sources),
      ownerState: await readOwnerSummary(sources),
    };
  },
  show: ({ accounts, hiddenAccounts, latest, state, ownerState, ...list }, frame) => {
    const isLong = list.allCount > MAX_PLAIN_REPOSITORIES;
    const shown = isLong ? latest.slice(0, MAX_LATEST_ABOVE) : latest;
    const recent =
      shown.length === 0 ? '' : html`<h2>Recently opened or published</h2>${writingRows(shown, frame)}`;
    // The summaries link to it.
    const hasSince = (state?.latest.length ?? 0) > 0 || (ownerState?.latest ?? null) !== null;
    const [only] = accounts.length === 1 ? accounts : [];
    const heading = only === undefined ? 'All archived work' : html`The work of ${only.name ?? only.login}`;
    return {
      title: ownerState === null || only === undefined ? '' : `The work of ${only.name ?? only.login}`,
      links: pagerLinks({ before: list.prevPath, after: list.nextPath }),
      main: html`<h1>${heading}</h1>${ownerState === null || only === undefined ? '' : html`<p><a href="${accountPath(only.login)}">Profile of ${only.login}</a></p>`}${state === null ? '' : showStoreSummary(state, list.allCount)}${ownerState === null ? '' : showOwnerSummary(ownerState, frame)}${isLong ? recent : ''}
${
  list.allCount === 0
    ? emptyNote('This store contains no repositories. Once an archive is loaded, this page shows them.')
    : showRepositoryList(list, '/', frame)
}
${isLong ? '' : recent}`,
      aside: html`<h2>Accounts</h2><ul class="plain accounts">${accounts.map(
        ({ login, name, kind, repositories: count }) =>
          html`<li>${personFace(login, frame)}<p class="muted small">${name === null || name.toLowerCase() === login.toLowerCase() ? '' : html`<span>${name}</span> `}<span>${kind === 'organization' ? 'Organization' : 'Person'}</span> <span>${countOf(count, 'repository', 'repositories')}</span></p></li>`,
      )}</ul>${hiddenAccounts === 0 ? '' : html`<p class="muted small">${countOf(hiddenAccounts, 'more account')}; the filter finds their repositories.</p>`}
<div data-control><h2>Look around</h2><ul class="plain">${AROUND.filter(([href]) => frame.hasPage(href) && !(href === '/-/since' && hasSince)).map(([href, words]) => html`<li data-control><a href="${href}">${words}</a></li>`)}</ul></div>`,
    };
  },
});
