import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCalendarSpan, parseCalendarSpan, subtractSpan } from '../../src/model/calendar-span.ts';

describe('parseCalendarSpan()', () => {
  it.each([
    ['1y6m', { years: 1, months: 6, days: 0, hours: 0 }],
    ['2w3d', { years: 0, months: 0, days: 17, hours: 0 }],
    [' 36h ', { years: 0, months: 0, days: 0, hours: 36 }],
    ['0d', { years: 0, months: 0, days: 0, hours: 0 }],
  ])('reads %s', (text, span) => {
    expect(parseCalendarSpan(text)).toEqual(span);
  });

  it.each(['', '1', 'y', '1y1y', '1.5d', '5 minutes', '-1d', '1d ago', '123456d'])('refuses "%s"', (text) => {
    expect(parseCalendarSpan(text)).toBeUndefined();
  });

  it('reads what formatCalendarSpan() writes', () => {
    const count = fc.nat({ max: 9_999 });
    fc.assert(
      fc.property(fc.record({ years: count, months: count, days: count, hours: count }), (span) => {
        expect(parseCalendarSpan(formatCalendarSpan(span))).toEqual(span);
      }),
    );
  });
});

describe('subtractSpan()', () => {
  it.each([
    ['2026-03-31T12:00:00Z', '1m', '2026-02-28T12:00:00.000Z'],
    ['2024-03-31T12:00:00Z', '1m', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '1y', '2023-02-28T00:00:00.000Z'],
    ['2026-01-15T00:00:00Z', '2m', '2025-11-15T00:00:00.000Z'],
    ['2026-01-01T00:00:00Z', '1d1h', '2025-12-30T23:00:00.000Z'],
  ])('goes back from %s by %s to %s', (from, span, to) => {
    const parsed = parseCalendarSpan(span) ?? { years: 0, months: 0, days: 0, hours: 0 };
    expect(new Date(subtractSpan(Date.parse(from), parsed)).toISOString()).toBe(to);
  });
});
