import { Failure } from '../base/index.ts';

/** A time zone. */
export interface Zone {
  readonly name: string;
  /** The difference between local time and UTC at a given time, in milliseconds, but whole seconds. */
  offsetMs(atMs: number): number;
}

/** Opens a time zone of the IANA database in Node.js. Fails with `usage` for an unknown name. */
export function openZone(name: string): Zone {
  const format = formatFor(name);
  return {
    name,
    offsetMs(atMs) {
      const secondMs = Math.floor(atMs / 1_000) * 1_000;
      const parts = Object.fromEntries(
        format.formatToParts(secondMs).map(({ type, value }) => [type, value]),
      );
      const numberOf = (part: string) => Number(parts[part]);
      const wallMs = Date.UTC(
        numberOf('year'),
        numberOf('month') - 1,
        numberOf('day'),
        numberOf('hour'),
        numberOf('minute'),
        numberOf('second'),
      );
      return wallMs - secondMs;
    },
  };
}

/** The time zone of this machine. */
export function systemZoneName(): string {
  return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;
}

/** The first time after `fromMs`, and not after `toMs`, at which the clocks change. */
export function findShift(zone: Zone, fromMs: number, toMs: number): number | undefined {
  const before = zone.offsetMs(fromMs);
  // No zone changes its clocks twice within a day, so steps of a day do not miss a change.
  for (let atMs = fromMs; atMs < toMs; atMs += DAY_MS) {
    const endMs = Math.min(atMs + DAY_MS, toMs);
    if (zone.offsetMs(endMs) !== before) {
      return bisect(zone, atMs, endMs);
    }
  }
  return undefined;
}

const DAY_MS = 86_400_000;

function bisect(zone: Zone, lowMs: number, highMs: number): number {
  const before = zone.offsetMs(lowMs);
  let low = Math.floor(lowMs / 1_000);
  let high = Math.ceil(highMs / 1_000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetMs(middle * 1_000) === before) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high * 1_000;
}

function formatFor(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    throw new Failure('usage', `Cannot use the time zone "${name}": it does not exist`, {
      cause: error,
      hint: 'Use a name of the IANA database, such as Europe/Berlin or UTC',
    });
  }
}
