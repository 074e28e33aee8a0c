/** A number to a place on an axis, and the marks beside it. */
export interface Scale {
  place(value: number): number;
  readonly ticks: readonly number[];
}

const WANTED_TICKS = 4;

/** Even steps from 0 to at least `max`, drawn over `length` units. */
export function linearScale(max: number, length: number): Scale {
  const step = niceStep(max / WANTED_TICKS);
  const steps = Math.max(1, Math.ceil(max / step - 1e-9));
  return {
    place: (value) => (Math.max(0, value) / (step * steps)) * length,
    ticks: Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12))),
  };
}

/** Hours that people think in: a minute, ten, one hour, six, a day, a week, a month, half a year, two years, ten. */
const SPANS = [1 / 60, 1 / 6, 1, 6, 24, 168, 720, 4_380, 17_520, 87_600] as const;

/** Even ratios of hours, for waits of minutes beside waits of months; what lies outside is drawn on the last mark. */
export function spanScale(values: readonly number[], length: number): Scale {
  const positive = values.filter((value) => value > 0);
  const [least, most] = [Math.min(...positive, 24), Math.max(...positive, 24)];
  const first = Math.max(
    0,
    SPANS.findLastIndex((span) => span <= least),
  );
  const last = SPANS.findIndex((span) => span >= most);
  const ticks = SPANS.slice(first, last < 0 ? undefined : Math.max(last, first + 1) + 1);
  const [low, high] = [Math.log(ticks[0] ?? 1), Math.log(ticks.at(-1) ?? 24)];
  return {
    place: (value) =>
      value <= 0 ? 0 : Math.min(length, Math.max(0, ((Math.log(value) - low) / (high - low)) * length)),
    ticks,
  };
}

/** The next of 1, 2 and 5 times a power of ten; counts have no half steps. */
function niceStep(rough: number): number {
  if (rough <= 1) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}
