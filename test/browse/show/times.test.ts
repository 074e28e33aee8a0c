import { describe, expect, it } from 'vitest';
import { timeAgo } from '../../../src/browse/show/times.ts';

const NOW_MS = Date.parse('2026-06-01T12:00:00Z');

describe('timeAgo()', () => {
  it.each([
    ['2026-06-01T11:59:30Z', 'just now'],
    ['2026-06-01T09:00:00Z', '3 hours ago'],
    ['2026-05-03T12:00:00Z', '29 days ago'],
    ['2026-05-02T12:00:00Z', '2 May 2026'],
    ['2024-02-29T23:59:59Z', '29 Feb 2024'],
    ['2026-07-01T00:00:00Z', '1 Jul 2026'],
  ])('formats %s as %j', (at, words) => {
    expect(String(timeAgo(at, NOW_MS))).toContain(`>${words}</time>`);
  });
});
