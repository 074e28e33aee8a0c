import { expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { startFetchTimeout } from '../../../src/keeping/lfs/fetch-timeout.ts';

const HOUR_MS = 3_600_000;

it.each([
  ['almost nothing came in 15 m', 0, HOUR_MS / 4],
  ['it took 6 h', -5.9 * HOUR_MS, 6 * HOUR_MS],
])('says that the time is up, and how much there was: %s', (found, startedMs, afterMs) => {
  const clock = createDrivenClock(0);
  const timeout = startFetchTimeout(clock, { startedMs, signal: new AbortController().signal });
  clock.advance(startedMs + afterMs);
  expect(timeout.signal.reason).toMatchObject({
    code: 'timed-out',
    message: expect.stringContaining(`: ${found}`),
    details: { afterMs },
  });
});
