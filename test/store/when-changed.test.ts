import { expect, it } from 'vitest';
import { createChangeTimes, whenChanged } from '../../src/store/when-changed.ts';

const FOUND = '2026-05-19T08:30:00Z';

it.each([
  [undefined, FOUND, 'before 19 May 2026'],
  ['2025-05-19T08:30:00Z', FOUND, 'between 19 May 2025 and 19 May 2026'],
  ['2025-12-31T23:59:00Z', '2026-01-01T00:01:00Z', 'between 31 Dec 2025 and 1 Jan 2026'],
  ['2026-04-19T08:30:00Z', FOUND, 'between 19 Apr and 19 May 2026'],
  ['2026-05-12T08:30:00Z', FOUND, 'between 12 and 19 May 2026'],
  ['2026-05-19T07:00:00Z', FOUND, 'on 19 May 2026 between 07:00 and 08:30 UTC'],
  ['2026-05-19T08:30:00Z', '2026-05-19T08:30:59Z', 'on 19 May 2026 between 08:30:00 and 08:30:59 UTC'],
  [FOUND, FOUND, 'on 19 May 2026'],
])('whenChanged() says no more than is known: from %s to %s', (from, to, text) => {
  const before = from === undefined ? undefined : { id: 1, takenAt: from };
  expect(whenChanged(before, { id: 2, takenAt: to })).toBe(text);
});

it('createChangeTimes() names snapshots whose times are unknown by their numbers', () => {
  const timesOf = createChangeTimes([
    { id: 3, takenAt: undefined },
    { id: 4, takenAt: FOUND },
  ]);
  expect(timesOf(3, 4)).toBe('between snapshots 3 and 4');
  expect(timesOf(null, 4)).toBe('before 19 May 2026');
  expect(timesOf(undefined, 3)).toBe('before snapshot 3');
});
