import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { definePage } from '../../page.ts';
import { emptyNote } from '../../show/facts.ts';
import { personFace } from '../../show/links.ts';
import { inOwnRepositories, toAllOwners } from '../../show/of-owners.ts';
import { neighboursOf, pager } from '../../show/pager.ts';

interface People {
  readonly accounts: Awaited<ReturnType<Browsing['accounts']>>;
  readonly search: string;
  readonly after: string | undefined;
}

const PER_PAGE = 60;

/** All people, bots and organizations in the store, by login. */
export const people = definePage<People>({
  async read({ store }, { query, signal }) {
    const search = query.get('q') ?? '';
    const page = { search, after: query.get('after') ?? '', limit: PER_PAGE + 1 };
    const found = await store.accounts(page, signal);
    const accounts = found.slice(0, PER_PAGE);
    return { accounts, search, after: found.length > PER_PAGE ? accounts.at(-1)?.login : undefined };
  },
  show: ({ accounts, search, after }, frame) => ({
    title: 'People',
    main: html`<h1>People${inOwnRepositories(frame)}</h1>
<form class="filter" action="/-/people" role="search" aria-label="People" data-control><label class="unseen" for="filter">Part of a login or a name</label><input type="search" id="filter" name="q" value="${search}" placeholder="Part of a login or a name"><button>Find</button></form>
${
  accounts.length === 0
    ? emptyNote(
        html`${frame.owners.length === 0 ? 'The store has no account with this name' : `No account with this name took part${inOwnRepositories(frame)}`}.${toAllOwners(frame)}`,
      )
    : html`<ul class="cards">${accounts.map(
        ({ login, name, kind, isBot, description }) =>
          html`<li><strong>${personFace(login, frame)}</strong>${kind === 'organization' ? html` <span class="tag">organization</span>` : isBot ? html` <span class="tag">bot</span>` : ''}${name === null || name === login ? '' : html`<p>${name}</p>`}${description === null || description === '' ? '' : html`<p class="muted small">${description}</p>`}</li>`,
      )}</ul>`
}${pager(neighboursOf(frame.path, { after }), ['Previous', 'Next'])}`,
  }),
});
