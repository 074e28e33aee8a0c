import { describe, expect, it } from 'vitest';
import { createIdSource } from '../../../src/sandbox/world/id-source.ts';

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
