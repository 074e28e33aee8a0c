import { describe, expect, it } from 'vitest';
import { readTimeSpan } from '../../../src/search/language/read-time.ts';

/** A Wednesday. */
const NOW_MS = Date.UTC(2026, 2, 31, 15, 30);

describe('readTimeSpan()', () => {
  it.each([
    ['2024', '2024-01-01T00:00:00', '2025-01-01T00:00:00'],
    ['2024-02', '2024-02-01T00:00:00', '2024-03-01T00:00:00'],
    ['2024-12', '2024-12-01T00:00:00', '2025-01-01T00:00:00'],
    ['2024-02-29', '2024-02-29T00:00:00', '2024-03-01T00:00:00'],
    ['2024-02-29T10:30', '2024-02-29T10:30:00', '2024-02-29T10:31:00'],
    ['2024-02-29T10:30:15Z', '2024-02-29T10:30:15', '2024-02-29T10:30:16'],
    ['2024-02-29 10:30:15+02:00', '2024-02-29T08:30:15', '2024-02-29T08:30:16'],
    ['2024-02-29T22:30:15-0200', '2024-03-01T00:30:15', '2024-03-01T00:30:16'],
    ['today', '2026-03-31T00:00:00', '2026-04-01T00:00:00'],
    ['Yesterday', '2026-03-30T00:00:00', '2026-03-31T00:00:00'],
    ['this week', '2026-03-30T00:00:00', '2026-04-06T00:00:00'],
    ['last week', '2026-03-23T00:00:00', '2026-03-30T00:00:00'],
    ['last.week', '2026-03-23T00:00:00', '2026-03-30T00:00:00'],
    ['last month', '2026-02-01T00:00:00', '2026-03-01T00:00:00'],
    ['this month', '2026-03-01T00:00:00', '2026-04-01T00:00:00'],
    ['last-year', '2025-01-01T00:00:00', '2026-01-01T00:00:00'],
    ['this year', '2026-01-01T00:00:00', '2027-01-01T00:00:00'],
    ['last day', '2026-03-30T00:00:00', '2026-03-31T00:00:00'],
  ])('reads %j as all from %s to before %s', (text, from, before) => {
    const span = readTimeSpan(text, NOW_MS);
    expect(span && [span.fromMs, span.beforeMs].map((ms) => new Date(ms).toISOString())).toEqual([
      `${from}.000Z`,
      `${before}.000Z`,
    ]);
  });

  it.each([
    ['last 7 days', '2026-03-24T15:30:00.000Z'],
    ['last 2 weeks', '2026-03-17T15:30:00.000Z'],
    ['last 1 month', '2026-02-28T15:30:00.000Z'],
    ['last 2 years', '2024-03-31T15:30:00.000Z'],
  ])('lets %j end now and begin at %s', (text, from) => {
    const span = readTimeSpan(text, NOW_MS);
    expect(span && new Date(span.fromMs).toISOString()).toBe(from);
    expect(span?.beforeMs).toBe(NOW_MS + 1);
  });

  it.each([
    '',
    'soon',
    '2023-02-29',
    '2023-00',
    '2023-13-01',
    '2023-01-01T24:00',
    '24',
    '0000',
    'last 0 days',
    'this 2 weeks',
    'next week',
  ])('finds no time for %j', (text) => {
    expect(readTimeSpan(text, NOW_MS)).toBeUndefined();
  });
});
