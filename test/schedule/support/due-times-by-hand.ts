/**
 * Due times found without any of the code under test: every minute of the stretch is asked what the wall shows, and the
 * fields are compared by hand. The rules of clock changes are those that `readRunTimes()` promises.
 */
export function dueTimesByHand(
  expression: string,
  zone: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly number[] {
  const matches = matcherOf(expression);
  const isRepeating = /[*/]/.test(expression.split(' ').slice(0, 2).join(' '));
  const wallOf = wallIn(zone);
  const due: number[] = [];
  // One byte for each minute that a wall can show; walls differ from UTC by less than a day.
  const shown = new Uint8Array((toMs - fromMs + 4 * DAY_MS) / MINUTE_MS);
  const indexOf = (wall: number) => (wall - fromMs + 2 * DAY_MS) / MINUTE_MS;
  let lastWall = wallOf(fromMs - MINUTE_MS);
  for (let atMs = fromMs - DAY_MS; atMs < fromMs; atMs += MINUTE_MS) {
    shown[indexOf(wallOf(atMs))] = 1;
  }
  for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) {
    const wall = wallOf(atMs);
    const leftOut: number[] = [];
    for (let skipped = lastWall + MINUTE_MS; skipped < wall; skipped += MINUTE_MS) {
      leftOut.push(skipped);
    }
    const isFirstTime = shown[indexOf(wall)] === 0;
    const isCaughtUp = !isRepeating && leftOut.some((skipped) => matches(skipped));
    if ((matches(wall) && (isRepeating || isFirstTime)) || isCaughtUp) {
      due.push(atMs);
    }
    shown[indexOf(wall)] = 1;
    lastWall = wall;
  }
  return due;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;

/** What the wall shows at a minute, as if it were UTC. */
function wallIn(zone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  let known = Number.NaN;
  let wall = Number.NaN;
  return (atMs) => {
    const quarterMs = Math.floor(atMs / QUARTER_MS) * QUARTER_MS; // Clocks are set at a quarter of an hour.
    if (quarterMs !== known) {
      known = quarterMs;
      wall = Date.parse(`${format.format(quarterMs).replace(' ', 'T')}:00Z`);
    }
    return wall + (atMs - quarterMs);
  };
}

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** Which values each field names. */
type Fields = readonly (readonly boolean[])[];

function readFields(fields: readonly string[]): Fields {
  return RANGES.map(([lowest, highest], index) =>
    Array.from(
      { length: highest + 1 },
      (_, value) => value >= lowest && fits(fields[index] ?? '', value, lowest),
    ),
  );
}

function fits(field: string, value: number, lowest: number): boolean {
  return field.split(',').some((part) => {
    const [range = '', step] = part.split('/');
    const [low, high = low] = range === '*' ? [lowest, 59] : range.split('-').map(Number);
    return value >= Number(low) && value <= Number(high) && (value - Number(low)) % Number(step ?? 1) === 0;
  });
}

function matcherOf(expression: string): (wallMs: number) => boolean {
  const texts = expression.split(' ');
  const [minutes, hours, days, months, weekdays] = readFields(texts);
  const isEither = texts[2] !== '*' && texts[4] !== '*';
  return (wallMs) => {
    const minute = (wallMs / MINUTE_MS) % 60;
    const hour = Math.floor(wallMs / (60 * MINUTE_MS)) % 24;
    if (minutes?.[minute] !== true || hours?.[hour] !== true) {
      return false;
    }
    const wall = new Date(wallMs);
    const day = days?.[wall.getUTCDate()] === true;
    const weekday = weekdays?.[wall.getUTCDay()] === true;
    return months?.[wall.getUTCMonth() + 1] === true && (isEither ? day || weekday : day && weekday);
  };
}
