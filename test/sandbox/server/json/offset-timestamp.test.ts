import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOffsetTimestamp } from '../../../../src/sandbox/server/json/offset-timestamp.ts';

describe('formatOffsetTimestamp()', () => {
  it.each([
    [330, '2018-09-13T19:57:49.000+05:30'],
    [0, '2018-09-13T14:27:49.000+00:00'],
    [-210, '2018-09-13T10:57:49.000-03:30'],
    [-480, '2018-09-13T06:27:49.000-08:00'],
  ])('writes the local time at %d minutes', (offsetMinutes, text) => {
    expect(formatOffsetTimestamp(Date.parse('2018-09-13T14:27:49Z'), offsetMinutes)).toBe(text);
  });

  it('names the same moment whatever the offset', () => {
    const offset = fc.integer({ min: -720, max: 840 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), offset, (timeMs, offsetMinutes) => {
        expect(Date.parse(formatOffsetTimestamp(timeMs, offsetMinutes))).toBe(timeMs);
      }),
    );
  });
});
