import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { stateSign } from '../../show/badges.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { dateText } from '../../show/times.ts';
import { titleLink, WRITING_WORDS } from '../../show/writing-rows.ts';

type DayOfYear = Awaited<ReturnType<Browsing['dayOfYear']>>;

interface OnThisDay extends DayOfYear {
  /** `MM-DD`, in UTC. */
  readonly day: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** What happened on a day of the year, by default today's, in all years. */
export const onThisDay = definePage<OnThisDay>({
  async read({ store, clock }, { query, signal }) {
    const asked = query.get('day') ?? '';
    const day = isDay(asked) ? asked : dayOf(clock.now());
    return { day, ...(await store.dayOfYear(day, signal)) };
  },
  show(facts, frame) {
    const { day, events, comments } = facts;
    const years = [
      ...new Set([...events.map(({ at }) => at.slice(0, 4)), ...comments.map(({ year }) => year)]),
    ];
    return {
      title: `On ${dayText(day)}`,
      links: [
        { rel: 'prev', href: dayPath(day, -1) },
        { rel: 'next', href: dayPath(day, 1) },
      ],
      main: html`<h1>On ${dayText(day)}</h1><p class="muted">What happened on this day in the years of these archives, in UTC.</p>
${years.length === 0 ? emptyNote(html`Nothing was opened, closed, merged or published on this day in any year.${nearestDays(facts)}`) : ''}
${years
  .toSorted()
  .toReversed()
  .map((year) => yearSection(year, facts, frame))}
<nav class="pages" aria-label="Days"><a class="button" rel="prev" href="${dayPath(day, -1)}" data-key="p" data-key-name="The day before">← ${dayText(otherDay(day, -1))}</a><a class="button" rel="next" href="${dayPath(day, 1)}" data-key="n" data-key-name="The day after">${dayText(otherDay(day, 1))} →</a></nav>`,
    };
  },
});

function nearestDays({ nearest }: OnThisDay): Markup | string {
  const links = nearest.map(
    (day, at) => html`${at === 0 ? '' : ' and '}<a href="${dayPath(day, 0)}">${dayText(day)}</a>`,
  );
  return links.length === 0 ? '' : html` The nearest days with something: ${links}.`;
}

function yearSection(year: string, { events, comments }: OnThisDay, frame: Frame): Markup {
  const ago = new Date(frame.nowMs).getUTCFullYear() - Number(year);
  const written = comments.find((one) => one.year === year)?.count ?? 0;
  return html`<section><h2>${year} <span class="count">${ago === 0 ? 'this year' : ago < 0 ? 'still to come' : `${countOf(ago, 'year')} ago`}</span></h2><ol class="rows">${events
    .filter(({ at }) => at.startsWith(year))
    .map(
      ({ what, kind, repo, number, title, author, url }) =>
        html`<li>${stateSign({ kind, state: what === 'opened' ? 'open' : what })}<span>${titleLink(frame.title(title ?? ''), frame.links.local(url))}</span><span class="end">${what}</span><span class="facts"><span>${WRITING_WORDS[kind]?.[0]} by ${personLink(author, frame)}</span> <span>${repo}${number === null ? '' : `#${number}`}</span></span></li>`,
    )}</ol>${written === 0 ? '' : html`<p class="muted small">${countOf(written, 'comment')} ${written === 1 ? 'was' : 'were'} written.</p>`}</section>`;
}

function isDay(text: string): boolean {
  return /^\d\d-\d\d$/.test(text) && otherDay(text, 0) === text;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(5, 10);
}

/** A day before or after another one, in a leap year. */
function otherDay(day: string, days: number): string {
  const [month = 0, date = 0] = day.split('-').map(Number);
  return dayOf(Date.UTC(2000, month - 1, date) + days * DAY_MS);
}

function dayPath(day: string, days: number): string {
  return withQuery('/-/on-this-day', { day: otherDay(day, days) });
}

/** `22 Nov`. */
function dayText(day: string): string {
  return dateText(`2000-${day}`).replace(/ 2000$/, '');
}
