import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { membersPath, teamsPath, withQuery } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { absenceNote, personFace } from '../../show/links.ts';
import { type ListPlace, pageOf, pager, pagerLinks } from '../../show/pager.ts';
import { REPOSITORIES_PER_PAGE } from '../../show/repository-list.ts';

type Members = ReturnType<Browsing['members']>;

/** What the page of an account shows of an organization. */
export interface OrganizationFacts {
  /** The first of them, those who own it before all others. */
  readonly members: Members;
  readonly memberCount: number;
  readonly teamCount: number;
  /** What is open in its repositories; null if they are too many to count at once. */
  readonly open: { readonly issues: number; readonly pullRequests: number } | null;
}

export const NO_ORGANIZATION: OrganizationFacts = { members: [], memberCount: 0, teamCount: 0, open: null };

/** The number of members on the page of their organization; all are on a page of their own. */
const MAX_MEMBERS = 30;

/** Reads an organization with these repositories. */
export function readOrganization(
  store: Browsing,
  login: string,
  names: readonly string[],
): OrganizationFacts {
  const members = store.members(login);
  const counts =
    names.length > REPOSITORIES_PER_PAGE ? [] : names.map((name) => store.repository(name).counts);
  return {
    members: members.slice(0, MAX_MEMBERS),
    memberCount: members.length,
    teamCount: store.teams(login).length,
    open:
      counts.length === 0
        ? null
        : {
            issues: counts.reduce((sum, { openIssues }) => sum + openIssues, 0),
            pullRequests: counts.reduce((sum, { openPullRequests }) => sum + openPullRequests, 0),
          },
  };
}

/** What is open in all of its repositories, and its members. */
export function organizationAside(login: string, facts: OrganizationFacts, frame: Frame): Markup {
  const { members, memberCount } = facts;
  return html`${openList(login, facts)}${
    memberCount === 0
      ? ''
      : html`<h2>Members <span class="count">${countText(memberCount)}</span></h2>${memberList(members, frame)}${
          members.length === memberCount
            ? ''
            : html`<p class="small"><a href="${membersPath(login)}">All ${countText(memberCount)} members</a></p>`
        }`
  }`;
}

/** Searches of all repositories of the organization, as the service's lists of an organization. */
function openList(login: string, { open }: OrganizationFacts): Markup | string {
  const row = (words: string, kind: string, count: number) =>
    html`<li data-control><a href="${withQuery('/-/search', { q: `org:${login} is:${kind} is:open sort:created` })}">${words}</a><span class="count">${countText(count)}</span></li>`;
  return open === null || open.issues + open.pullRequests === 0
    ? ''
    : html`<div class="facets" data-control><h2>Open in all repositories</h2><ul>${open.issues === 0 ? '' : row('Issues', 'issue', open.issues)}${open.pullRequests === 0 ? '' : row('Pull requests', 'pr', open.pullRequests)}</ul></div>`;
}

function memberList(members: Members, frame: Frame): Markup {
  return html`<ul class="plain">${members.map(({ login, role }) => html`<li>${personFace(login, frame)}${role === 'admin' ? html` <span class="tag">owner</span>` : ''}</li>`)}</ul>`;
}

interface ListedMember {
  readonly login: string;
  readonly role: string | null;
  /** Null if the archive has none, or no record of the account. */
  readonly name: string | null;
  /** The teams of the organization that the person belongs to. */
  readonly teams: readonly { readonly slug: string; readonly name: string | null }[];
}

interface MembersFacts {
  readonly organization: string;
  readonly original: string | undefined;
  readonly members: readonly ListedMember[];
  readonly place: ListPlace;
}

/** The members of an organization, those who own it first. */
export const members = definePage<MembersFacts>({
  read({ store }, request) {
    const asked = request.params['organization'] ?? '';
    const found = store.account(asked);
    if (found?.kind !== 'organization') {
      throw new Failure('absent', `Cannot show the members of "${asked}": no loaded archive has it`);
    }
    const { rows, place } = pageOf(store.members(found.login), request);
    const teams = store.teams(found.login);
    const listed = rows.map(({ login, role }) => ({
      login,
      role,
      name: store.account(login)?.name ?? null,
      teams: teams
        .filter(({ members: some }) => some.some((member) => member.login === login))
        .flatMap(({ slug, name }) => (slug === null ? [] : [{ slug, name }])),
    }));
    return {
      organization: found.login,
      original: originalOfList(found, 'people'),
      members: listed,
      place,
    };
  },
  show({ organization, original, members: shown, place: { count, prevPath, nextPath } }, frame) {
    const neighbours = { before: prevPath, after: nextPath };
    return {
      title: `Members of ${organization}`,
      place: { owner: organization, list: { title: 'Members', path: membersPath(organization) } },
      original,
      links: pagerLinks(neighbours),
      main: html`<h1>Members of ${organization} <span class="count">${countText(count)}</span></h1>${count === 0 ? emptyNote('The archive contains no members of this organization.') : html`<ul class="cards">${shown.map((one) => memberCard(one, organization, frame))}</ul>`}${pager(neighbours, ['Previous', 'Next'])}`,
    };
  },
});

/** The url of a list of an organization at the service. */
export function originalOfList(
  account: ReturnType<Browsing['account']>,
  list: 'people' | 'teams',
): string | undefined {
  const { url = null, login = '' } = account ?? {};
  return url === null || !URL.canParse(url) ? undefined : `${new URL(url).origin}/orgs/${login}/${list}`;
}

/** A member with name and teams; why there is no page of the person, if there is none. */
function memberCard({ login, role, name, teams }: ListedMember, organization: string, frame: Frame): Markup {
  const owner = role === 'admin' ? html` <span class="tag">owner</span>` : '';
  const links = teams.map(
    ({ slug, name: title }, index) =>
      html`${index === 0 ? '' : ', '}<a href="${teamsPath(organization, slug)}">${title ?? slug}</a>`,
  );
  return html`<li><strong>${personFace(login, frame)}</strong>${owner}${absenceNote(frame.links.account(login))}${name === null || name === login ? '' : html`<p>${name}</p>`}${links.length === 0 ? '' : html`<p class="muted small">${links.length === 1 ? 'Team' : 'Teams'}: ${links}</p>`}</li>`;
}
