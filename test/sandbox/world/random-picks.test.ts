import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/base/random.ts';
import {
  createIdSource,
  pickCount,
  pickEarlyMs,
  pickGuid,
  pickSome,
  pickWeighted,
} from '../../../src/sandbox/world/random-picks.ts';

const random = createSeededRandom('chance');

describe('pickSome()', () => {
  it('gives different items, and no more than there are', () => {
    expect(new Set(pickSome([1, 2, 3], 3, random)).size).toBe(3);
    expect(pickSome([1, 2], 5, random)).toHaveLength(2);
    expect(pickSome([1, 2], 0, random)).toEqual([]);
  });
});

describe('pickCount()', () => {
  it('is about the average, and never far beyond', () => {
    const counts = Array.from({ length: 5_000 }, () => pickCount(3, random));
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeGreaterThan(2);
    expect(mean).toBeLessThan(3.5);
    expect(Math.max(...counts)).toBeLessThanOrEqual(24);
  });
});

describe('pickWeighted()', () => {
  it('never picks what weighs nothing', () => {
    const picked = Array.from({ length: 200 }, () => pickWeighted({ often: 3, rarely: 1, never: 0 }, random));
    expect(new Set(picked)).toEqual(new Set(['often', 'rarely']));
  });
});

describe('pickEarlyMs()', () => {
  it('stays between the two moments', () => {
    const moments = Array.from({ length: 200 }, () => pickEarlyMs(100, 200, random));
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...moments)).toBeLessThanOrEqual(200);
    expect(pickEarlyMs(100, 50, random)).toBe(100);
  });
});

describe('pickGuid()', () => {
  it('has the form of a UUID of version 4', () => {
    expect(pickGuid(random)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('createIdSource()', () => {
  it('gives ids that grow with time and never come twice', () => {
    const ids = createIdSource();
    const times = Array.from(
      { length: 50 },
      (_, index) => Date.UTC(2024, 0, 1) + Math.floor(index / 10) * 60_000,
    );
    const given = times.map((timeMs) => ids('comment', timeMs));
    expect(new Set(given).size).toBe(50);
    expect(given).toEqual(given.toSorted((a, b) => a - b));
  });

  it('counts each kind of thing by itself, and begins at 1', () => {
    const ids = createIdSource();
    expect([ids('event', 0), ids('event', 0), ids('file', 0)]).toEqual([1, 2, 1]);
  });
});
