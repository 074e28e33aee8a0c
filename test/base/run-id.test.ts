import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { compactTime, createRunId } from '../../src/base/run-id.ts';

describe('createRunId()', () => {
  it('contains the time, and is unique within a second', () => {
    const clock = createDrivenClock(Date.UTC(2026, 5, 1, 12, 0, 0, 999));
    const random = createSeededRandom('names');
    const names = [createRunId(clock, random), createRunId(clock, random)];
    expect(names).toEqual(Array(2).fill(expect.stringMatching(/^20260601T120000Z-[0-9a-f]{6}$/)));
    expect(names[0]).not.toBe(names[1]);
  });
});

describe('compactTime()', () => {
  it('is a moment in UTC and whole seconds', () => {
    expect(compactTime(Date.parse('2026-12-31T23:59:59.999+01:00'))).toBe('20261231T225959Z');
  });
});
