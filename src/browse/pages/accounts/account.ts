import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { yearCalendar } from '../../charts/year-calendar.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { accountPath, withQuery, writingsPath } from '../../paths.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote, factsList, outwardLink } from '../../show/facts.ts';
import { nameWithFace } from '../../show/links.ts';
import { otherQuery, pagerLinks } from '../../show/pager.ts';
import {
  changedLast,
  MAX_LATEST_ABOVE,
  MAX_PLAIN_REPOSITORIES,
  type RepositoryList,
  readRepositoryList,
  showRepositoryList,
} from '../../show/repository-list.ts';
import { dateOf, monthText } from '../../show/times.ts';
import { WRITING_WORDS, type Writing, writingRows } from '../../show/writing-rows.ts';
import {
  NO_ORGANIZATION,
  type OrganizationFacts,
  organizationAside,
  organizationLine,
  readOrganization,
} from './organization.ts';

interface AccountFacts extends RepositoryList, OrganizationFacts {
  readonly login: string;
  readonly account: ReturnType<Browsing['account']> | null;
  readonly writingCounts: ReturnType<Browsing['writingCounts']>;
  /** What a person wrote last; in an organization, what anyone opened or published last. */
  readonly latest: readonly Writing[];
  /** What a person wrote in a year; null for organizations. */
  readonly glance: YearGlance | null;
}

const MAX_LATEST = 10;

/** The page of a person or organization: profile, repositories, and their latest work. */
export const account = definePage<AccountFacts>({
  async read({ store }, request) {
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
      writingCounts: store.writingCounts(login),
      latest: isPerson
        ? store.writings({
            author: login,
            kind: undefined,
            isWithoutDrafts: true,
            limit: MAX_LATEST,
            after: undefined,
          }).writings
        : store.latest({ repos: await changedLast(store, names, signal), limit: MAX_LATEST }),
      glance: isPerson ? await readYear(store, login, { asked: query.get('year'), signal }) : null,
    };
  },
  show(facts, frame) {
    const { login, account: known, allCount, writingCounts, glance } = facts;
    const isLong = allCount > MAX_PLAIN_REPOSITORIES;
    return {
      title: known?.name ?? login,
      place: { owner: login },
      original: known?.url ?? undefined,
      links: pagerLinks({ before: facts.prevPath, after: facts.nextPath }),
      main: html`<h1>${nameWithFace(login, known?.name ?? login, frame)}${known?.isBot === true ? html` <span class="tag">bot</span>` : ''}</h1>
${known?.description === null || known?.description === undefined || known.description === '' ? '' : html`<p>${known.description}</p>`}
${known?.kind === 'organization' ? organizationLine(login, facts) : ''}
${glance === null ? '' : showYear(glance, login)}
${isLong ? showLatest(facts, frame) : ''}
${allCount === 0 ? '' : showRepositoryList(facts, accountPath(login), frame, true)}
${isLong ? '' : showLatest(facts, frame)}`,
      aside: html`${factsList([
        ['Login', login],
        ['Company', known?.company],
        ['Location', known?.location],
        ['Website', outwardLink(known?.website ?? null)],
        [
          'Joined',
          known?.createdAt === null || known?.createdAt === undefined ? null : dateOf(known.createdAt),
        ],
      ])}
${writingCounts.length === 0 ? '' : html`<div class="facets" data-control><h2>Contributions</h2><ul>${writingCounts.map(({ kind, count }) => html`<li data-control><a href="${writingsPath(login, kind)}">${WRITING_WORDS[kind]?.[1] ?? kind}</a><span class="count">${countText(count)}</span></li>`)}</ul></div>`}
${organizationAside(login, facts, frame)}
<div data-control><h2>Activity charts</h2><ul class="plain">${
        known?.kind === 'organization' || !frame.hasPage(`/-/activity/people/${encodeURIComponent(login)}`)
          ? ''
          : html`<li><a href="/-/activity/people/${encodeURIComponent(login)}">What ${login} did</a></li>`
      }${
        allCount === 0
          ? ''
          : html`<li><a href="/-/activity/owners/${encodeURIComponent(login)}">What happened in these repositories</a></li>`
      }</ul></div>`,
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
      ? emptyNote('Nothing in this archive was written by this account.')
      : ''
    : known?.kind === 'user'
      ? html`<h2>Recently written</h2>${writingRows(shown, frame, false)}<p><a href="${writingsPath(login)}">Everything that ${login} wrote</a></p>`
      : html`<h2>Recently opened or published</h2>${writingRows(shown, frame)}`;
}

/** What a person wrote in a year, day by day. */
interface YearGlance {
  readonly year: string;
  /** All years in which the person wrote, newest first. */
  readonly years: readonly string[];
  readonly days: Awaited<ReturnType<Browsing['days']>>;
}

/** Reads the year that is asked for, by default the last one; null if the person wrote nothing. */
async function readYear(
  store: Browsing,
  login: string,
  { asked, signal }: { readonly asked: string | null; readonly signal: AbortSignal },
): Promise<YearGlance | null> {
  const all = await store.days(login, signal);
  const years = [...new Set(all.map(({ day }) => day.slice(0, 4)))].toReversed();
  const [last] = years;
  if (last === undefined) {
    return null;
  }
  const year = years.find((one) => one === asked) ?? last;
  return { year, years, days: all.filter(({ day }) => day.startsWith(year)) };
}

/** The year as a calendar, with the months as links to what was written in them. */
function showYear({ year, years, days }: YearGlance, login: string): Markup {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const months = new Map<string, number>();
  for (const { day, count } of days) {
    months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + count);
  }
  const summary = `${login} wrote ${countText(total)} times on ${countOf(days.length, 'day')} of ${year}`;
  return html`<section class="glance"><h2>${year} at a glance</h2>
<p class="muted">${countText(total)} issues, pull requests, comments, reviews and releases on ${countOf(days.length, 'day')}.</p>
<div class="scroll" tabindex="0" role="group" aria-label="${year}">${yearCalendar({ year: Number(year), counts: new Map(days.map(({ day, count }) => [day, count])), summary })}</div>
<ul class="months" aria-label="Months of ${year}">${[...months].map(([month, count]) => html`<li><a href="${otherQuery(writingsPath(login), { after: `${nextMonth(month)}-01T00:00:00Z~0` })}">${monthText(month).replace(/ \d+$/, '')}</a> <span class="count">${countText(count)}</span></li>`)}</ul>
${years.length < 2 ? '' : html`<ul class="chips" aria-label="Years" data-control>${years.map((one) => html`<li><a href="${withQuery(accountPath(login), { year: one })}"${one === year ? html` aria-current="true"` : ''}>${one}</a></li>`)}</ul>`}</section>`;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
