import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halvePart, type Part, planParts } from '../../src/model/parts.ts';

const REQUEST = { repositories: ['a/1', 'a/2', 'a/3', 'a/4', 'a/5'], excludeReleases: true };

describe('planParts()', () => {
  it('makes one part of everything by default', () => {
    expect(planParts(REQUEST, undefined)).toEqual([{ name: '1', request: REQUEST }]);
    expect(planParts({ repositories: [], orgMetadataOnly: true }, 3)).toHaveLength(1);
  });

  it('cuts in order, and each part has the switches of the whole', () => {
    const parts = planParts(REQUEST, 2);
    expect(parts.map(({ name, request }) => [name, request.repositories])).toEqual([
      ['1', ['a/1', 'a/2']],
      ['2', ['a/3', 'a/4']],
      ['3', ['a/5']],
    ]);
    expect(parts.every(({ request }) => request.excludeReleases)).toBe(true);
  });
});

describe('halvePart()', () => {
  it('ends with single repositories, each once, with unique names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (count, splitSize) => {
        const repositories = Array.from({ length: count }, (_, index) => `a/${index}`);
        const singles: Part[] = [];
        const names = new Set<string>();
        const waiting = [...planParts({ repositories }, splitSize)];
        for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
          expect(names.has(part.name)).toBe(false);
          names.add(part.name);
          const halves = halvePart(part);
          waiting.push(...halves);
          singles.push(...(halves.length === 0 ? [part] : []));
        }
        expect(singles.flatMap(({ request }) => request.repositories).sort()).toEqual(
          [...repositories].sort(),
        );
        expect(singles.every(({ request }) => request.repositories.length === 1)).toBe(true);
      }),
    );
  });
});
