import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { accountPath, withQuery, writingsPath } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { inOwnRepositories, toAllOwners } from '../../show/of-owners.ts';
import { neighboursOf, pager, pagerLinks } from '../../show/pager.ts';
import { dateText, monthText } from '../../show/times.ts';
import { WRITING_WORDS, type Writing, writingRows } from '../../show/writing-rows.ts';
import { foldedFacets } from '../threads/facet-list.ts';
import { countPeriods, nameOfMonth, type PeriodCount } from './year-glance.ts';

interface Writings {
  readonly login: string;
  readonly url: string | null;
  readonly kind: string | null;
  readonly period: Period | null;
  /** In which the person wrote something, newest first. */
  readonly years: readonly PeriodCount[];
  /** Of the period. */
  readonly counts: ReturnType<Browsing['writingCounts']>;
  readonly writings: readonly Writing[];
  readonly after: string | undefined;
}

/** A year, a month or a day, and its neighbours in which the person wrote something. */
interface Period {
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, in UTC. */
  readonly when: string;
  readonly earlier: string | null;
  readonly later: string | null;
  /** The months of its year. */
  readonly months: readonly PeriodCount[];
  /** The days of its month; none in the period of a year, and in sites, which have no pages of days. */
  readonly days: readonly PeriodCount[];
}

const PER_PAGE = 40;

const PERIOD = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;

/** A person's writings of one kind or of all kinds, newest first; with `when`, those of a year, month or day. */
export const writings = definePage<Writings>({
  async read({ store, isSite }, { params, query, signal }) {
    const asked = params['login'] ?? '';
    const known = store.account(asked);
    const login = known?.login ?? asked;
    const kind = query.get('kind') ?? undefined;
    const when = PERIOD.exec(query.get('when') ?? '')?.[0];
    const counts = store.writingCounts(login, when);
    if (known === undefined && store.writingCounts(login).length === 0) {
      throw new Failure('absent', `Cannot show "${asked}": the store has no account with this name`);
    }
    const page = store.writings({
      author: login,
      kind,
      during: when,
      limit: PER_PAGE,
      after: query.get('after') ?? undefined,
    });
    const days = await store.days(login, signal);
    const period = when === undefined ? null : placePeriod(when, days, isSite);
    const years = countPeriods(days, 'YYYY').toReversed();
    return { login, url: known?.url ?? null, kind: kind ?? null, period, years, counts, ...page };
  },
  show(facts, frame) {
    const { login, url, kind, period, counts, writings: all, after } = facts;
    const neighbours = neighboursOf(frame.path, { after });
    const title = `What ${login} wrote${period === null ? '' : inPeriod(period.when)}`;
    const shown = counts.reduce((sum, one) => sum + (kind === null || one.kind === kind ? one.count : 0), 0);
    const facets = html`${kindFacets(facts)}${timeFacets(facts)}`;
    return {
      title,
      place: { owner: login },
      original: url ?? undefined,
      links: pagerLinks(neighbours),
      main: html`<h1>${title}${inOwnRepositories(frame)} <span class="count">${countText(shown)}</span></h1>${period === null ? '' : neighboursNav(period, facts)}${foldedFacets(facets)}${
        all.length === 0
          ? emptyNote(
              html`Nothing of this kind is${inOwnRepositories(frame) || ' in the archive'}${period === null ? '' : ' from this time'}.${toAllOwners(frame)}`,
            )
          : writingRows(all, frame, {
              isSigned: false,
              isOfOneDay: period !== null && period.when.length > MONTH_CHARACTERS,
            })
      }${pager(neighbours)}`,
      aside: facets,
    };
  },
});

function placePeriod(when: string, days: Awaited<ReturnType<Browsing['days']>>, isSite: boolean): Period {
  const months = countPeriods(days, 'YYYY-MM');
  const all =
    when.length > MONTH_CHARACTERS
      ? days.map(({ day }) => day)
      : when.length === MONTH_CHARACTERS
        ? months.map(({ period }) => period)
        : countPeriods(days, 'YYYY').map(({ period }) => period);
  return {
    when,
    earlier: all.findLast((one) => one < when) ?? null,
    later: all.find((one) => one > when) ?? null,
    months: months.filter(({ period }) => period.startsWith(when.slice(0, 4))),
    days:
      isSite || when.length < MONTH_CHARACTERS
        ? []
        : days
            .filter(({ day }) => day.startsWith(when.slice(0, MONTH_CHARACTERS)))
            .map(({ day, count }) => ({ period: day, count })),
  };
}

const MONTH_CHARACTERS = 'YYYY-MM'.length;

function periodText(when: string): string {
  return when.length > MONTH_CHARACTERS ? dateText(when) : monthText(when);
}

/** A neighbour, without the year if it is the same. */
function neighbourText(period: string, when: string): string {
  const text = periodText(period);
  return period.length > 4 && period.slice(0, 4) === when.slice(0, 4) ? text.replace(/ \d+$/, '') : text;
}

function inPeriod(when: string): string {
  return ` ${when.length > MONTH_CHARACTERS ? 'on' : 'in'} ${periodText(when)}`;
}

/** Ways to the periods before and after, and to the one that they are part of. */
function neighboursNav({ when, earlier, later }: Period, { login, kind }: Writings): Markup {
  const link = (period: string | null, rel: string) =>
    period === null
      ? html`<span></span>`
      : html`<span data-control><a class="button" rel="${rel}" href="${writingsPath(login, kind ?? undefined, period)}">${rel === 'prev' ? '← ' : ''}${neighbourText(period, when)}${rel === 'next' ? ' →' : ''}</a></span>`;
  const [year = ''] = when.split('-');
  const month = when.slice(0, MONTH_CHARACTERS);
  const whole =
    when === year
      ? html`<a href="${withQuery(accountPath(login), { year })}">${year} at a glance</a>`
      : html`<a href="${writingsPath(login, kind ?? undefined, month === when ? year : month)}">All of ${month === when ? year : monthText(month)}</a>`;
  return html`<nav class="pages" aria-label="Time" data-control>${link(earlier, 'prev')}<span data-control>${whole}</span>${link(later, 'next')}</nav>`;
}

function kindFacets({ login, kind, period, counts }: Writings): Markup {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const link = (name: string | undefined, word: string, count: number) =>
    html`<li data-control><a href="${writingsPath(login, name, period?.when)}"${(name ?? null) === kind ? html` aria-current="true"` : ''}>${word}</a><span class="count">${countText(count)}</span></li>`;
  return html`<div class="facets" data-control><h2>Kinds</h2><ul>${link(undefined, 'Everything', total)}${counts.map(({ kind: name, count }) => link(name, WRITING_WORDS[name]?.[1] ?? name, count))}</ul></div>`;
}

/** The days of the month, the months of the year, and all years, each with its count if no kind is chosen. */
function timeFacets(facts: Writings): Markup {
  const { period, years, login, kind } = facts;
  const when = period?.when ?? '';
  const link = ({ period: name, count }: PeriodCount, word: string) =>
    html`<li data-control><a href="${writingsPath(login, kind ?? undefined, name)}"${when.startsWith(name) ? html` aria-current="true"` : ''}>${word}</a>${kind === null ? html`<span class="count">${countText(count)}</span>` : ''}</li>`;
  const list = (title: string, items: Markup) =>
    html`<div class="facets" data-control><h2>${title}</h2><ul>${items}</ul></div>`;
  const allYears = html`<li data-control><a href="${writingsPath(login, kind ?? undefined)}"${period === null ? html` aria-current="true"` : ''}>All years</a></li>`;
  return html`${period === null || period.days.length === 0 ? '' : list(monthText(when), html`${period.days.map((one) => link(one, String(Number(one.period.slice(-2)))))}`)}${period === null ? '' : list(when.slice(0, 4), html`${period.months.map((one) => link(one, nameOfMonth(one.period)))}`)}${list('Years', html`${allYears}${years.map((one) => link(one, one.period))}`)}`;
}
