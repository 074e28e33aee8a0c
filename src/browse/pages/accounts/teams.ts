import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { repositoryPath, teamsPath } from '../../paths.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { absenceNote, personFace } from '../../show/links.ts';
import { originalOfList } from './organization.ts';

type Team = ReturnType<Browsing['teams']>[number];

interface TeamFacts {
  readonly organization: string;
  readonly team: Team;
  /** The name of the team that it is a part of. */
  readonly parent: string | null;
}

interface TeamsFacts {
  readonly organization: string;
  readonly teams: readonly Team[];
  readonly original: string | undefined;
}

/** The teams of an organization. */
export const teams = definePage<TeamsFacts>({
  read({ store }, { params: { organization = '' } }) {
    const found = store.account(organization);
    const all = store.teams(organization);
    if (found?.kind !== 'organization' && all.length === 0) {
      throw new Failure('absent', `Cannot show the teams of "${organization}": no loaded archive has it`);
    }
    return { organization, teams: all, original: originalOfList(found, 'teams') };
  },
  show: ({ organization, teams: all, original }) => ({
    title: `Teams of ${organization}`,
    place: { owner: organization, list: listOf(organization) },
    original,
    main: html`<h1>Teams of ${organization} <span class="count">${countText(all.length)}</span></h1>${
      all.length === 0
        ? emptyNote('The archive contains no teams of this organization.')
        : html`<ul class="cards">${all.map(({ slug, name, description, privacy, members, repositories }) => html`<li><a class="title" href="${teamsPath(organization, slug)}"><strong>${name}</strong></a>${secretMark(privacy)}${description === null || description === '' ? '' : html`<p>${description}</p>`}<p class="muted small">${countOf(members.length, 'member')} · ${countOf(repositories.length, 'repository', 'repositories')}</p></li>`)}</ul>`
    }`,
  }),
});

/** A team: its members, and what it may do in which repositories. */
export const team = definePage<TeamFacts>({
  read({ store }, { params: { organization = '', team: asked } }) {
    const all = store.teams(organization);
    const found = all.find(({ slug }) => slug === asked);
    if (found === undefined) {
      throw new Failure('absent', `Cannot show the team "${asked}": no loaded archive has it`);
    }
    return { organization, team: found, parent: all.find(({ slug }) => slug === found.parent)?.name ?? null };
  },
  show({ organization, team: found, parent }, frame) {
    const { name, url, privacy, description } = found;
    return {
      title: `${name ?? 'Team'} · Teams of ${organization}`,
      place: { owner: organization, list: listOf(organization), file: name ?? '' },
      original: url,
      main: html`<h1>${name}${secretMark(privacy)}</h1>
${description === null || description === '' ? '' : html`<p>${description}</p>`}${parent === null ? '' : html`<p class="muted">Part of <a href="${teamsPath(organization, found.parent)}">${parent}</a></p>`}
${memberSection(found, frame)}${repositorySection(found, frame)}`,
    };
  },
});

/** The list of an organization's teams, for breadcrumbs. */
function listOf(organization: string) {
  return { title: 'Teams', path: teamsPath(organization) };
}

function secretMark(privacy: string | null): Markup | string {
  return privacy === 'secret' ? html` <span class="tag">secret</span>` : '';
}

function memberSection({ members }: Team, frame: Frame): Markup {
  return html`<section><h2>Members <span class="count">${countText(members.length)}</span></h2>${
    members.length === 0
      ? emptyNote('The archive contains no members of this team.')
      : html`<ul class="cards">${members.map(({ login, role }) => {
          const name = frame.links.fullName(login) ?? login;
          return html`<li><strong>${personFace(login, frame)}</strong>${role === 'maintainer' ? html` <span class="tag">maintainer</span>` : ''}${absenceNote(frame.links.account(login))}${name === login ? '' : html`<p>${name}</p>`}</li>`;
        })}</ul>`
  }</section>`;
}

function repositorySection({ repositories }: Team, { links }: Frame): Markup | string {
  return repositories.length === 0
    ? ''
    : html`<section><h2>Repositories <span class="count">${countText(repositories.length)}</span></h2><ul class="cards">${repositories.map(({ repo, access }) => html`<li>${links.repository(repo) === undefined ? html`${repo}${absenceNote(undefined)}` : html`<a class="title" href="${repositoryPath(repo)}"><strong>${repo}</strong></a>`}<p class="muted small">${access}</p></li>`)}</ul></section>`;
}
