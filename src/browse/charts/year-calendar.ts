import { html } from 'hono/html';
import { MONTHS } from '../../base/day-text.ts';
import type { Markup } from '../frame.ts';
import { countText } from '../show/counts.ts';
import { dateText } from '../show/times.ts';

/** The counts of a year by day: `YYYY-MM-DD`. */
interface YearCalendar {
  readonly year: number;
  readonly counts: ReadonlyMap<string, number>;
  /** What was done on a day. */
  readonly pathOf: (date: string) => string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const CELL = 10;
const PITCH = 12;
const LEFT = 32;
const TOP = 16;
const LEVELS = 4;
/** The rows that are named, as at the service. */
const WEEKDAYS = [
  ['Mon', 0],
  ['Wed', 2],
  ['Fri', 4],
] as const;

/**
 * A calendar of one year, a column for each week. The days of the year are the dashes of one path, so that the picture takes
 * few bytes; each day with a count is drawn over them, says its number when it is pointed at, and leads to what was done on it.
 * For keyboards and screen readers, texts next to it have to say the same.
 */
export function yearCalendar({ year, counts, pathOf }: YearCalendar): Markup {
  const days = daysOf(year);
  const most = Math.max(1, ...counts.values());
  const rows = Array.from({ length: 7 }, (_, weekday) => {
    const weeks = days.filter((day) => day.weekday === weekday).map(({ week }) => week);
    return `M${LEFT + (weeks[0] ?? 0) * PITCH} ${rowOf(weekday)}H${LEFT + (weeks.at(-1) ?? 0) * PITCH + CELL}`;
  });
  const levels = Array.from({ length: LEVELS }, (_, index) =>
    days.filter(({ date }) => levelOf(counts.get(date) ?? 0, most) === index + 1),
  );
  const months = MONTHS.map((name, month) => {
    const first = days.find(({ date }) => date.startsWith(`${year}-${String(month + 1).padStart(2, '0')}`));
    return html`<text${month % 3 === 0 ? '' : html` class="tick-more"`} x="${LEFT + (first?.week ?? 0) * PITCH}" y="10">${name}</text>`;
  });
  return html`<svg class="year" viewBox="0 0 ${LEFT + 54 * PITCH} ${TOP + 9 * PITCH}" aria-hidden="true">${months}${WEEKDAYS.map(([name, weekday]) => html`<text class="tick-more" x="0" y="${rowOf(weekday) + 3}">${name}</text>`)}<path class="days" d="${rows.join('')}"/>${levels.map((of, index) => (of.length === 0 ? '' : html`<g class="level-${index + 1}">${of.map((day) => drawDay(day, counts.get(day.date) ?? 0, pathOf))}</g>`))}${drawKey()}</svg>`;
}

/** What the shades mean, below the calendar: from less to more. */
function drawKey(): Markup {
  const y = TOP + 8 * PITCH + CELL / 2;
  const x = (level: number) => LEFT + (3 + level) * PITCH;
  const shades = Array.from({ length: LEVELS }, (_, index) => index + 1).map(
    (level) => html`<path class="level-${level}" d="M${x(level)} ${y}h10"/>`,
  );
  return html`<text x="${LEFT}" y="${y + 3}">Less</text><path class="days" d="M${x(0)} ${y}h10"/><g>${shades}</g><text x="${x(LEVELS + 1) + 4}" y="${y + 3}">More</text>`;
}

function drawDay({ date, week, weekday }: Day, count: number, pathOf: YearCalendar['pathOf']): Markup {
  return html`<a href="${pathOf(date)}" tabindex="-1"><path d="M${LEFT + week * PITCH} ${rowOf(weekday)}h${CELL}"/><title>${dateText(date)}: ${countText(count)}</title></a>`;
}

interface Day {
  readonly date: string;
  readonly week: number;
  /** 0 is Monday (ISO 8601). */
  readonly weekday: number;
}

function daysOf(year: number): readonly Day[] {
  const start = Date.UTC(year, 0, 1);
  const lead = weekdayOf(start);
  const count = (Date.UTC(year + 1, 0, 1) - start) / DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const timeMs = start + index * DAY_MS;
    return {
      date: new Date(timeMs).toISOString().slice(0, 10),
      week: Math.floor((lead + index) / 7),
      weekday: weekdayOf(timeMs),
    };
  });
}

function weekdayOf(timeMs: number): number {
  return (new Date(timeMs).getUTCDay() + 6) % 7;
}

function rowOf(weekday: number): number {
  return TOP + weekday * PITCH + CELL / 2;
}

/** 0 for no count, up to `LEVELS` for the greatest. */
function levelOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil((Math.sqrt(count) / Math.sqrt(most)) * LEVELS));
}
