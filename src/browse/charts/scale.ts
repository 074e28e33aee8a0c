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

/** Even ratios, for waits of minutes beside waits of months; what is below the lowest mark is drawn on it. */
export function ratioScale(values: readonly number[], length: number): Scale {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, 1))));
  return {
    place: (value) => (value <= 0 ? 0 : Math.max(0, ((Math.log10(value) - low) / (high - low)) * length)),
    ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
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
