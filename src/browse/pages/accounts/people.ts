import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { definePage } from '../../page.ts';
import { repositoryPath, teamsPath } from '../../paths.ts';
import { emptyNote } from '../../show/facts.ts';
import { absenceNote, personFace, personLink } from '../../show/links.ts';
import { neighboursOf, pager } from '../../show/pager.ts';

/** The teams of an organization, or one of them: members and access to repositories. */
export const teams = definePage<Teams>({
  read({ store }, { params }) {
    const { organization = '', team } = params;
    const all = store.teams(organization);
    const shown = team === undefined ? all : all.filter(({ slug }) => slug === team);
    if (team !== undefined && shown.length === 0) {
      throw new Failure('absent', `Cannot show the team "${team}": no loaded archive has it`);
    }
    return { organization, teams: shown };
  },
  show: ({ organization, teams: all }, frame) => ({
    title: all.length === 1 ? `Team ${all[0]?.name}` : `Teams of ${organization}`,
    place: { owner: organization },
    original: all.length === 1 ? all[0]?.url : undefined,
    main: html`<h1>${all.length === 1 ? html`Team ${all[0]?.name}` : 'Teams'}</h1>${
      all.length === 0
        ? emptyNote('The archive contains no teams of this organization.')
        : all.map(
            ({ slug, name, description, privacy, parent, members, repositories }) =>
              html`<section id="${slug}"><h2><a href="${teamsPath(organization, slug)}">${name}</a> ${privacy === 'secret' ? html`<span class="tag">secret</span>` : ''}</h2>
${description === null || description === '' ? '' : html`<p>${description}</p>`}${parent === null ? '' : html`<p class="muted">Part of ${parent}</p>`}
<p>${members.length === 0 ? 'No members in this archive.' : members.map(({ login, role }, index) => html`${index === 0 ? '' : ', '}${personLink(login, frame)}${role === 'maintainer' ? ' (maintainer)' : ''}${absenceNote(frame.links.account(login))}`)}</p>
${repositories.length === 0 ? '' : html`<ul>${repositories.map(({ repo, access }) => html`<li>${frame.links.repository(repo) === undefined ? html`${repo}${absenceNote(undefined)}` : html`<a href="${repositoryPath(repo)}">${repo}</a>`} <span class="muted">${access}</span></li>`)}</ul>`}</section>`,
          )
    }`,
  }),
});

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
    main: html`<h1>People</h1>
<form class="filter" action="/-/people" role="search" aria-label="People" data-control><label class="unseen" for="filter">Part of a login or a name</label><input type="search" id="filter" name="q" value="${search}" placeholder="Part of a login or a name"><button>Find</button></form>
${
  accounts.length === 0
    ? emptyNote('The store has no account with this name.')
    : html`<ul class="cards">${accounts.map(
        ({ login, name, kind, isBot, description }) =>
          html`<li><strong>${personFace(login, frame)}</strong>${kind === 'organization' ? html` <span class="tag">organization</span>` : isBot ? html` <span class="tag">bot</span>` : ''}${name === null || name === login ? '' : html`<p>${name}</p>`}${description === null || description === '' ? '' : html`<p class="muted small">${description}</p>`}</li>`,
      )}</ul>`
}${pager(neighboursOf(frame.path, { after }), ['Previous', 'Next'])}`,
  }),
});

type Team = ReturnType<Browsing['teams']>[number];

interface Teams {
  readonly organization: string;
  readonly teams: readonly Team[];
}
