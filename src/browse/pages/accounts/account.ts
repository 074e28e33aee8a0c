import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { accountPath, membersPath, teamsPath, writingsPath } from '../../paths.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote, outwardLink } from '../../show/facts.ts';
import { nameWithFace, personLink } from '../../show/links.ts';
import { inOwnRepositories, toAllOwners } from '../../show/of-owners.ts';
import { pagerLinks } from '../../show/pager.ts';
import {
  MAX_LATEST_ABOVE,
  MAX_PLAIN_REPOSITORIES,
  type RepositoryList,
  readRepositoryList,
  showRepositoryList,
} from '../../show/repository-list.ts';
import { dateOf } from '../../show/times.ts';
import { WRITING_WORDS, type Writing, writingRows } from '../../show/writing-rows.ts';
import { type OwnerSummary, readOwnerSummary, showOwnerSummary } from '../store/owner-summary.ts';
import {
  NO_ORGANIZATION,
  type OrganizationFacts,
  organizationAside,
  readOrganization,
} from './organization.ts';
import { readYear, showYear, type YearGlance } from './year-glance.ts';

interface AccountFacts extends RepositoryList, OrganizationFacts {
  readonly login: string;
  readonly account: ReturnType<Browsing['account']> | null;
  /** The organizations that a person belongs to. */
  readonly memberships: readonly string[];
  readonly writingCounts: ReturnType<Browsing['writingCounts']>;
  /** What a person wrote last; in an organization, what anyone opened or published last. */
  readonly latest: readonly Writing[];
  /** What a person wrote in a year; null for organizations. */
  readonly glance: YearGlance | null;
  /** Of the repositories of an organization that was chosen, whose home page this is. */
  readonly ownerState: OwnerSummary | null;
}

const MAX_LATEST = 10;

function latestOf(author: string) {
  return { author, kind: undefined, isWithoutDrafts: true, limit: MAX_LATEST, after: undefined };
}

/** The page of a person or organization: profile, repositories, and their latest work. */
export const account = definePage<AccountFacts>({
  async read(sources, request) {
    const { store } = sources;
    const { params, query, signal } = request;
    const asked = params['owner'] ?? '';
    const found = store.account(asked);
    const login = found?.login ?? asked;
    // The owner in names of repositories, which GitLab may spell differently.
    const owners = [login, found?.url?.replace(/^.*\//, '') ?? login].map(
      (owner) => `${owner.toLowerCase()}/`,
    );
    const names = store
      .allRepositoryNames()
      .filter((name) => owners.some((owner) => name.toLowerCase().startsWith(owner)));
    if (found === undefined && names.length === 0) {
      throw new Failure('absent', `Cannot show "${asked}": no loaded archive refers to this account`, {
        hint: 'An archive contains only the accounts that its records refer to',
      });
    }
    if (query.get('tab') === 'stars') {
      return { redirectTo: '/-/captures/stars' }; // An address of the service.
    }
    const list = await readRepositoryList(store, names, request);
    const isPerson = found !== undefined && found.kind !== 'organization';
    return {
      login,
      account: found ?? null,
      ...list,
      ...(found?.kind === 'organization' ? readOrganization(store, login, names) : NO_ORGANIZATION),
      memberships: isPerson ? store.memberships(login) : [],
      writingCounts: store.writingCounts(login),
      latest: isPerson
        ? store.remember(`latest of ${login}`, () => store.writings(latestOf(login)).writings)
        : store.latest({ repos: names, limit: MAX_LATEST }),
      glance: isPerson ? await readYear(sources, login, { asked: query.get('year'), signal }) : null,
      ownerState: !isPerson && store.owners.join() === login ? await readOwnerSummary(sources) : null,
    };
  },
  show(facts, frame) {
    const { login, account: known, allCount, writingCounts, glance, ownerState } = facts;
    const isLong = allCount > MAX_PLAIN_REPOSITORIES;
    return {
      title: known?.name ?? login,
      kind: known?.kind === 'organization' ? 'organization' : 'person',
      place: { owner: login },
      original: known?.url ?? undefined,
      links: pagerLinks({ before: facts.prevPath, after: facts.nextPath }),
      main: html`<h1>${nameWithFace(login, known?.name ?? login, frame)}${known?.isBot === true ? html` <span class="tag">bot</span>` : known?.kind === 'organization' ? html` <span class="tag">organization</span>` : ''}</h1>
${profile(facts, frame)}
${ownerState === null ? '' : showOwnerSummary(ownerState, frame)}${glance === null ? '' : showYear(glance, login, frame)}
${isLong ? showLatest(facts, frame) : ''}
${allCount === 0 ? '' : showRepositoryList(facts, accountPath(login), frame, true)}
${isLong ? '' : showLatest(facts, frame)}`,
      aside: html`${writingCounts.length === 0 ? '' : html`<div class="facets linked" data-control><h2>Contributions <span class="count">${countText(writingCounts.reduce((sum, { count }) => sum + count, 0))}</span></h2>${noteOf(inOwnRepositories(frame))}<ul>${writingCounts.map(({ kind, count }) => html`<li data-control><a href="${writingsPath(login, kind)}">${WRITING_WORDS[kind]?.[1] ?? kind}</a><span class="count">${countText(count)}</span></li>`)}</ul></div>`}
${organizationAside(login, facts, frame)}
${chartLinks(facts, frame)}`,
    };
  },
});

function showLatest(
  { login, account: known, allCount, latest }: AccountFacts,
  frame: Frame,
): Markup | string {
  const shown = allCount > MAX_PLAIN_REPOSITORIES ? latest.slice(0, MAX_LATEST_ABOVE) : latest;
  return latest.length === 0
    ? allCount === 0
      ? emptyNote(
          html`Nothing${inOwnRepositories(frame) || ' in this archive'} was written by this account.${toAllOwners(frame)}`,
        )
      : ''
    : known?.kind === 'user'
      ? html`<h2>Recently written${inOwnRepositories(frame)}</h2>${writingRows(shown, frame, { isSigned: false })}<p><a href="${writingsPath(login)}">Everything that ${login} wrote${inOwnRepositories(frame)}</a></p>`
      : html`<h2>Recently opened or published</h2>${writingRows(shown, frame)}`;
}

function noteOf(words: string): Markup | string {
  return words === '' ? '' : html`<p class="muted small">${words.trim()}</p>`;
}

/** What an account says about itself, first on phones too. */
function profile(
  { login, account: known, memberships, memberCount, teamCount }: AccountFacts,
  frame: Frame,
): Markup | string {
  if (known === null || known === undefined) {
    return '';
  }
  const { description, createdAt } = known;
  const said = [
    ['Login', known.name === null || known.name === login ? null : login],
    ['Company', known.company],
    ['Location', known.location],
    ['Website', outwardLink(known.website)],
    [known.kind === 'organization' ? 'Created' : 'Joined', createdAt === null ? null : dateOf(createdAt)],
    [
      'Belongs to',
      memberships.length === 0
        ? null
        : memberships.map((one, index) => html`${index === 0 ? '' : ', '}${personLink(one, frame)}`),
    ],
    [
      '',
      memberCount === 0 ? null : html`<a href="${membersPath(login)}">${countOf(memberCount, 'member')}</a>`,
    ],
    ['', teamCount === 0 ? null : html`<a href="${teamsPath(login)}">${countOf(teamCount, 'team')}</a>`],
  ] as const;
  const items = said.filter(([, value]) => value !== null && value !== '');
  return html`${description === null || description === '' ? '' : html`<p>${description}</p>`}${
    items.length === 0
      ? ''
      : html`<ul class="plain values">${items.map(([name, value]) => html`<li>${name === '' ? '' : html`<span>${name}</span> `}${value}</li>`)}</ul>`
  }`;
}

function chartLinks({ login, account: known, allCount }: AccountFacts, frame: Frame): Markup | string {
  const name = encodeURIComponent(login);
  const links = [
    [known?.kind === 'user', `/-/activity/people/${name}`, `What ${login} did`],
    [allCount > 0, `/-/activity/owners/${name}`, 'What happened in these repositories'],
  ] as const;
  const shown = links.filter(([hasData, href]) => hasData && frame.hasPage(href));
  return shown.length === 0
    ? ''
    : html`<div data-control><h2>Activity charts</h2><ul class="plain">${shown.map(([, href, words]) => html`<li><a href="${href}">${words}</a></li>`)}</ul></div>`;
}
