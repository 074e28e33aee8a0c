import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom, createSystemRandom, shuffle } from '../../src/base/random.ts';

function draw(seed: string, count: number): readonly number[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: count }, () => random.next());
}

describe('createSeededRandom()', () => {
  it('returns the same sequence for the same seed on every machine', () => {
    const random = createSeededRandom('satchel');
    expect(Array.from({ length: 6 }, () => random.integer(0, 999))).toMatchInlineSnapshot(`
      [
        589,
        18,
        352,
        677,
        826,
        433,
      ]
    `);
  });

  it('returns different sequences for different seeds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        fc.pre(a !== b);
        expect(draw(a, 4)).not.toEqual(draw(b, 4));
      }),
    );
  });

  it('spreads evenly enough to build a world with', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (const value of draw('spread', 100_000)) {
      counts[Math.floor(value * 10)] = (counts[Math.floor(value * 10)] ?? 0) + 1;
    }
    for (const count of counts) {
      expect(Math.abs(count - 10_000)).toBeLessThan(500);
    }
  });
});

describe('Random', () => {
  it.each([createSeededRandom('a'), createSystemRandom()])('keeps its limits', (random) => {
    for (let round = 0; round < 1_000; round += 1) {
      const value = random.next();
      expect(value >= 0 && value < 1).toBe(true);
      expect([3, 4, 5]).toContain(random.integer(3, 5));
    }
    expect(random.hex(40)).toMatch(/^[0-9a-f]{40}$/);
    expect(random.chance(0)).toBe(false);
    expect(random.chance(1)).toBe(true);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});

describe('shuffle()', () => {
  it('keeps the items and leaves the list alone', () => {
    const items = Array.from({ length: 30 }, (_, index) => index);
    const shuffled = shuffle(items, createSeededRandom('chance'));
    expect(shuffled).not.toEqual(items);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
    expect(items[0]).toBe(0);
  });
});
