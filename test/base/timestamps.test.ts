import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTimestamp, normaliseTimestamp } from '../../src/base/timestamps.ts';

describe('normaliseTimestamp()', () => {
  it.each([
    ['2019-11-11T00:00:00Z', '2019-11-11T00:00:00Z'],
    ['2019-11-13T04:22:13.000+08:00', '2019-11-12T20:22:13Z'],
    ['2024-04-16T06:27:06.608+02:00', '2024-04-16T04:27:06.608Z'],
    ['2025-03-02T13:11:17.836Z', '2025-03-02T13:11:17.836Z'],
    ['2025-03-02 13:11:17 +0000', '2025-03-02T13:11:17Z'],
    ['2025-03-02T13:11:17-0330', '2025-03-02T16:41:17Z'],
    ['2025-03-02 13:11:17 UTC', '2025-03-02T13:11:17Z'],
    ['2025-03-02 13:11:17 +0000 UTC', '2025-03-02T13:11:17Z'],
    ['2025-03-02 13:11:17.5 -0330 UTC', '2025-03-02T16:41:17.500Z'],
    ['2025-03-02t13:11:17z', '2025-03-02T13:11:17Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(normaliseTimestamp(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2024-01-02',
    '2024-13-45T00:00:00+00:00',
    '2024-01-02T03:04:05',
    '2023-02-30T00:00:00+00:00',
    '2023-04-31 10:00:00 +0200',
    '2016-12-31T23:59:60.000Z',
    ' 2024-01-02T03:04:05Z',
    '2024-01-02 03:04:05 UTC UTC',
  ])('refuses %j as a time', (text) => {
    expect(normaliseTimestamp(text)).toBeNull();
  });

  it('reads what formatTimestamp() writes', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        const text = formatTimestamp(date.getTime());
        expect(normaliseTimestamp(text)).toBe(text);
      }),
    );
  });
});
