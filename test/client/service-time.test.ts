import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../src/client/service-time.ts';

describe('readRetryAfter()', () => {
  const nowMs = Date.parse('2026-05-04T10:00:00Z');
  it.each([
    ['0', 0],
    ['30', 30_000],
    ['0.5', 500],
    ['Mon, 04 May 2026 10:01:00 GMT', 60_000],
    ['Mon, 04 May 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j', (value, delayMs) => {
    expect(readRetryAfter(value, nowMs)).toBe(delayMs);
  });
});
