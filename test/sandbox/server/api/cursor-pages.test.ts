import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutCursorPage } from '../../../../src/sandbox/server/api/cursor-pages.ts';

const SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

function cut(list: readonly number[], url: string) {
  return cutCursorPage(list, String, { url: new URL(url), ...SIZES })!;
}

function linkOf(link: string | undefined, relation: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${relation}"`).exec(link ?? '')?.[1];
}

describe('cutCursorPage()', () => {
  it('leads through any list forth and back, each item once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 25 }), (length, perPage) => {
        const list = Array.from({ length }, (_, index) => index);
        const forth: number[] = [];
        let page = cut(list, `http://x/alerts?per_page=${perPage}`);
        let next = linkOf(page.link, 'next');
        forth.push(...page.items);
        while (next !== undefined) {
          page = cut(list, next);
          forth.push(...page.items);
          next = linkOf(page.link, 'next');
        }
        expect(forth).toEqual(list);

        const back = [...page.items];
        let previous = linkOf(page.link, 'prev');
        while (previous !== undefined) {
          page = cut(list, previous);
          back.unshift(...page.items);
          previous = linkOf(page.link, 'prev');
        }
        expect(back).toEqual(list);
      }),
      { numRuns: 100 },
    );
  });

  it('goes on behind its item when others come before it', () => {
    const next = linkOf(cut([5, 4, 3, 2], 'http://x/?per_page=2').link, 'next')!;
    expect(cut([7, 6, 5, 4, 3, 2], next).items).toEqual([3, 2]);
  });

  it('knows no cursor that names nothing', () => {
    const url = new URL('http://x/?after=bm90aGluZw==');
    expect(cutCursorPage([1], String, { url, ...SIZES })).toBeUndefined();
  });
});
