import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSeconds, formatWithOffset, latestOf } from '../../../src/sandbox/world/timestamps.ts';

const TIME_MS = Date.UTC(2024, 3, 16, 4, 27, 6, 608);

describe('formatSeconds()', () => {
  it('leaves milliseconds out', () => {
    expect(formatSeconds(TIME_MS)).toBe('2024-04-16T04:27:06Z');
  });
});

describe('formatWithOffset()', () => {
  it.each([
    [120, '2024-04-16T06:27:06.608+02:00'],
    [0, '2024-04-16T04:27:06.608+00:00'],
    [330, '2024-04-16T09:57:06.608+05:30'],
    [-210, '2024-04-16T00:57:06.608-03:30'],
    [-480, '2024-04-15T20:27:06.608-08:00'],
  ])('writes the local time at %i minutes', (offset, expected) => {
    expect(formatWithOffset(TIME_MS, offset)).toBe(expected);
  });

  it('names the same moment whatever the offset', () => {
    const offset = fc.integer({ min: -720, max: 840 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), offset, (timeMs, offsetMinutes) => {
        expect(Date.parse(formatWithOffset(timeMs, offsetMinutes))).toBe(timeMs);
      }),
    );
  });
});

describe('latestOf()', () => {
  it('gives the last moment, or the only one', () => {
    expect(latestOf('2024-01-02T00:00:00Z', ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'])).toBe(
      '2024-02-01T00:00:00Z',
    );
    expect(latestOf('2024-01-02T00:00:00Z', [])).toBe('2024-01-02T00:00:00Z');
  });
});
