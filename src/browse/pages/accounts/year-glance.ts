import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { numberTable } from '../../charts/chart-figure.ts';
import { yearCalendar } from '../../charts/year-calendar.ts';
import type { Frame, Markup } from '../../frame.ts';
import { accountPath, withQuery, writingsPath } from '../../paths.ts';
import { countOf, countText } from '../../show/counts.ts';
import { inOwnRepositories } from '../../show/of-owners.ts';
import { dateText, monthText } from '../../show/times.ts';
import type { Sources } from '../../sources.ts';

type Days = Awaited<ReturnType<Browsing['days']>>;

/** What a person wrote in a year, day by day. */
export interface YearGlance {
  readonly year: string;
  /** All years in which the person wrote, newest first. */
  readonly years: readonly string[];
  readonly days: Days;
  readonly isSite: boolean;
}

/** Reads the year that is asked for, by default the last one; null if the person wrote nothing. */
export async function readYear(
  { store, isSite }: Pick<Sources, 'store' | 'isSite'>,
  login: string,
  { asked, signal }: { readonly asked: string | null; readonly signal: AbortSignal },
): Promise<YearGlance | null> {
  const all = await store.days(login, signal);
  const years = countPeriods(all, 'YYYY')
    .map(({ period }) => period)
    .toReversed();
  const [last] = years;
  if (last === undefined) {
    return null;
  }
  const year = years.find((one) => one === asked) ?? last;
  return { year, years, days: all.filter(({ day }) => day.startsWith(year)), isSite };
}

/** The year as a calendar, its months as links to what was written in them, and the number of each day. */
export function showYear({ year, years, days, isSite }: YearGlance, login: string, frame: Frame): Markup {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  // Sites have a page for each month only.
  const pathOf = (day: string) => writingsPath(login, undefined, isSite ? day.slice(0, 7) : day);
  const rows = days.map(({ day, count }) => [
    html`<a href="${pathOf(day)}">${dateText(day)}</a>`,
    countText(count),
  ]);
  // Narrow windows show half of the year, beginning where the last contribution is: without a script.
  const isLate = (days.at(-1)?.day ?? '') >= `${year}-07`;
  return html`<section><h2>${year} at a glance</h2>
<p class="muted">${countOf(total, 'contribution')} on ${countOf(days.length, 'day')}${inOwnRepositories(frame)}: issues, pull requests, discussions, comments, reviews and releases. ${isSite ? 'Commits' : html`<a href="${withQuery('/-/search', { q: `type:commit author:${login}` })}">Commits</a>`} are not counted.</p>
<div class="scroll${isLate ? ' from-end' : ''}" tabindex="0" role="group" aria-label="${year}, day by day">${yearCalendar({ year: Number(year), counts: new Map(days.map(({ day, count }) => [day, count])), pathOf })}</div>
<ul class="chips" aria-label="Months of ${year}">${countPeriods(days, 'YYYY-MM').map(({ period, count }) => html`<li><a href="${writingsPath(login, undefined, period)}">${nameOfMonth(period)} <span class="count">${countText(count)}</span></a></li>`)}</ul>
${years.length < 2 ? '' : html`<ul class="chips" aria-label="Years" data-control>${years.map((one) => html`<li><a href="${withQuery(accountPath(login), { year: one })}"${one === year ? html` aria-current="true"` : ''}>${one}</a></li>`)}</ul>`}
<div class="chart"><details><summary>Numbers</summary>${numberTable(`What ${login} wrote in ${year}`, { columns: ['Day', 'Written'], rows })}</details></div></section>`;
}

/** A year, a month or a day with what was written in it. */
export interface PeriodCount {
  readonly period: string;
  readonly count: number;
}

/** How much was written in each year or month, oldest first, without those in which nothing was. */
export function countPeriods(days: Days, form: 'YYYY' | 'YYYY-MM'): readonly PeriodCount[] {
  const counts = new Map<string, number>();
  for (const { day, count } of days) {
    const period = day.slice(0, form.length);
    counts.set(period, (counts.get(period) ?? 0) + count);
  }
  return [...counts].map(([period, count]) => ({ period, count }));
}

/** `May`, where the year is said above. */
export function nameOfMonth(month: string): string {
  return monthText(month).replace(/ \d+$/, '');
}
