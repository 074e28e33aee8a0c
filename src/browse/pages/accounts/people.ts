import { html } from 'hono/html';
import type { Browsing } from '../../../reading/index.ts';
import { definePage } from '../../page.ts';
import { accountPath } from '../../paths.ts';
import { emptyNote } from '../../show/facts.ts';
import { neighboursOf, pager } from '../../show/pager.ts';

interface People {
  readonly accounts: ReturnType<Browsing['accounts']>;
  readonly search: string;
  readonly after: string | undefined;
}

const PER_PAGE = 60;

/** Everybody in the store: people, bots and organizations, by login. */
export const people = definePage<People>({
  read({ store }, { query }) {
    const search = query.get('q') ?? '';
    const found = store.accounts({ search, after: query.get('after') ?? '', limit: PER_PAGE + 1 });
    const accounts = found.slice(0, PER_PAGE);
    return { accounts, search, after: found.length > PER_PAGE ? accounts.at(-1)?.login : undefined };
  },
  show: ({ accounts, search, after }, frame) => ({
    title: 'People',
    main: html`<h1>People</h1>
<form class="filter" action="/-/people" role="search" aria-label="People"><label class="unseen" for="filter">Part of a login or a name</label><input type="search" id="filter" name="q" value="${search}" placeholder="Part of a login or a name"><button>Find</button></form>
${
  accounts.length === 0
    ? emptyNote('The store has no account of this name.')
    : html`<ul class="cards">${accounts.map(
        ({ login, name, kind, isBot, description }) =>
          html`<li><a class="title" href="${accountPath(login)}"><strong>${login}</strong></a>${kind === 'organization' ? html` <span class="tag">organization</span>` : isBot ? html` <span class="tag">bot</span>` : ''}${name === null || name === login ? '' : html`<p>${name}</p>`}${description === null || description === '' ? '' : html`<p class="muted small">${description}</p>`}</li>`,
      )}</ul>`
}${pager(neighboursOf(frame.path, { after }), ['Before', 'More'])}`,
  }),
  table: ({ accounts }) => ({
    columns: ['kind', 'login', 'name', 'is_bot', 'company', 'location', 'website', 'created_at', 'url'],
    rows: accounts.map((one) => [
      one.kind,
      one.login,
      one.name,
      one.isBot,
      one.company,
      one.location,
      one.website,
      one.createdAt,
      one.url,
    ]),
  }),
});
