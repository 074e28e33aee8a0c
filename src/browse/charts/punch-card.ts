import { html } from 'hono/html';
import type { Markup } from '../frame.ts';
import { chartFigure, emptyFigure } from './chart-figure.ts';

/** A chart of activity by hour and weekday. */
export interface PunchCard {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** The count in an hour (0 to 23) of a weekday (0 is Sunday). */
  readonly countAt: (day: number, hour: number) => number;
}

/** Weeks start on Monday (ISO 8601). */
const DAYS = [
  { name: 'Monday', day: 1 },
  { name: 'Tuesday', day: 2 },
  { name: 'Wednesday', day: 3 },
  { name: 'Thursday', day: 4 },
  { name: 'Friday', day: 5 },
  { name: 'Saturday', day: 6 },
  { name: 'Sunday', day: 0 },
] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const CELL = 26;
const LEFT = 84;
const TOP = 20;
const SHADES = 5;

export function punchCard(card: PunchCard): Markup {
  const counts = DAYS.map(({ day }) => HOURS.map((hour) => card.countAt(day, hour)));
  const most = Math.max(...counts.flat());
  if (most === 0) {
    return emptyFigure(card, 'The archive has no data for this chart.');
  }
  const heads = HOURS.filter((hour) => hour % 3 === 0).map(
    (hour) =>
      html`<text class="tick tick-x" x="${LEFT + hour * CELL + CELL / 2}" y="13">${hourText(hour)}</text>`,
  );
  const rows = DAYS.map(
    ({ name }, row) =>
      html`<text class="tick tick-y" x="${LEFT - 8}" y="${TOP + row * CELL + 17}">${name}</text>${HOURS.map((hour) => drawCell(counts[row]?.[hour] ?? 0, { row, hour, most }))}`,
  );
  return chartFigure({
    ...card,
    widthUnits: LEFT + 24 * CELL + 4,
    heightUnits: TOP + 7 * CELL + 4,
    drawing: html`${heads}${rows}`,
    series: [],
    table: {
      columns: ['Day (UTC)', ...HOURS.map(hourText)],
      rows: DAYS.map(({ name }, row) => [name, ...(counts[row] ?? [])]),
    },
  });
}

/** Shades follow the square root of the count, so that low counts remain distinguishable from zero. */
function drawCell(
  count: number,
  { row, hour, most }: { readonly row: number; readonly hour: number; readonly most: number },
): Markup {
  const shade = count === 0 ? 0 : Math.max(1, Math.round(Math.sqrt(count / most) * SHADES));
  return html`<rect class="shade-${shade}" x="${LEFT + hour * CELL + 1}" y="${TOP + row * CELL + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="3"><title>${count}</title></rect>`;
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}h`;
}
