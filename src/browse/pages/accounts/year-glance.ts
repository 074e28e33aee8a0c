import { html } from 'hono/html';
import type { Browsing } from '../../../reading/index.ts';
import { yearCalendar } from '../../charts/year-calendar.ts';
import type { Markup } from '../../frame.ts';
import { accountPath, withQuery, writingsPath } from '../../paths.ts';
import { countOf, countText } from '../../show/counts.ts';
import { otherQuery } from '../../show/pager.ts';
import { monthText } from '../../show/times.ts';

/** What a person wrote in a year, day by day. */
export interface YearGlance {
  readonly year: string;
  /** All years in which the person wrote, newest first. */
  readonly years: readonly string[];
  readonly days: Awaited<ReturnType<Browsing['days']>>;
}

/** Reads the year that is asked for, by default the last one; null if the person wrote nothing. */
export async function readYear(
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
export function showYear({ year, years, days }: YearGlance, login: string): Markup {
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
${years.length < 2 ? '' : html`<ul class="chips" aria-label="Years">${years.map((one) => html`<li><a href="${withQuery(accountPath(login), { year: one })}"${one === year ? html` aria-current="true"` : ''}>${one}</a></li>`)}</ul>`}</section>`;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
