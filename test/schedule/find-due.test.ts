import { describe, expect, it } from 'vitest';
import { findDue } from '../../src/schedule/find-due.ts';
import { readRunTimes } from '../../src/schedule/index.ts';

const times = readRunTimes(['0 3 * * *'], 'UTC');
const at = (text: string) => Date.parse(`${text}Z`);

describe('findDue()', () => {
  it('counts what came due after one moment and by another', () => {
    expect(findDue(times, at('2026-06-01T03:00'), at('2026-06-04T03:00'))).toEqual({
      newestMs: at('2026-06-04T03:00'),
      count: 3,
    });
    expect(findDue(times, at('2026-06-01T03:00'), at('2026-06-02T02:59'))).toBeUndefined();
  });

  it('stops counting after years of seconds, and still finds the newest', () => {
    const often = readRunTimes(['* * * * * *'], 'UTC');
    expect(findDue(often, at('2020-01-01T00:00'), at('2026-06-01T12:34'))).toEqual({
      newestMs: at('2026-06-01T12:34'),
      count: 10_000,
    });
  });
});
