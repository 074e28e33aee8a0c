import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorList, cutCursorPage, paginate } from '../../../../src/sandbox/server/api/pagination.ts';

const LIST = Array.from({ length: 7 }, (_, index) => index);

function page(query: string, list = LIST) {
  const request = { url: new URL(`http://host/things?${query}`), defaultPerPage: 3, maxPerPage: 5 };
  const { items, link } = paginate(list, request);
  return { items, link };
}

function nextOf(header: string | undefined): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(header ?? '')?.[1];
}

function link(entries: readonly (readonly [string, string])[]): string {
  return entries.map(([query, relation]) => `<http://host/things?${query}>; rel="${relation}"`).join(', ');
}

describe('paginate()', () => {
  it('links from the first page to the next and the last', () => {
    expect(page('per_page=2')).toEqual({
      items: [0, 1],
      link: link([
        ['per_page=2&page=2', 'next'],
        ['per_page=2&page=4', 'last'],
      ]),
    });
  });

  it('links from a page in the middle in all directions', () => {
    expect(page('page=2&per_page=2')).toEqual({
      items: [2, 3],
      link: link([
        ['page=1&per_page=2', 'prev'],
        ['page=3&per_page=2', 'next'],
        ['page=4&per_page=2', 'last'],
        ['page=1&per_page=2', 'first'],
      ]),
    });
  });

  it('links from the last page back to the previous and the first', () => {
    expect(page('page=3')).toEqual({
      items: [6],
      link: link([
        ['page=2', 'prev'],
        ['page=1', 'first'],
      ]),
    });
  });

  it('has no links where everything fits on one page', () => {
    expect(page('', [1, 2, 3])).toEqual({ items: [1, 2, 3], link: undefined });
    expect(page('', [])).toEqual({ items: [], link: undefined });
  });

  it('limits per_page to the maximum, and repeats it unchanged in links', () => {
    expect(page('per_page=1000')).toEqual({
      items: [0, 1, 2, 3, 4],
      link: link([
        ['per_page=1000&page=2', 'next'],
        ['per_page=1000&page=2', 'last'],
      ]),
    });
  });

  it('returns an empty page after the end, with links back', () => {
    expect(page('page=9')).toEqual({
      items: [],
      link: link([
        ['page=3', 'prev'],
        ['page=1', 'first'],
      ]),
    });
  });

  it.each(['page=0', 'page=-1', 'page=x', 'page=', 'per_page=0', 'per_page=1.5', 'per_page='])(
    'ignores %s',
    (query) => {
      expect(page(query).items).toEqual([0, 1, 2]);
    },
  );

  it('keeps other parameters in the links', () => {
    expect(page('exclude=repositories').link).toContain('?exclude=repositories&page=2>');
  });

  it('shows every item exactly once to a client that follows "next"', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (list, perPage) => {
        const seen: number[] = [];
        let next: string | undefined = `http://host/?per_page=${perPage}`;
        while (next !== undefined) {
          const page = paginate(list, { url: new URL(next), defaultPerPage: 3, maxPerPage: 5 });
          seen.push(...page.items);
          next = nextOf(page.link);
        }
        expect(seen).toEqual(list);
      }),
    );
  });
});

const SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

function cut(list: readonly number[], url: string) {
  return cutCursorPage(cursorList(list, String), { url: new URL(url), ...SIZES })!;
}

function linkOf(link: string | undefined, relation: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${relation}"`).exec(link ?? '')?.[1];
}

describe('cutCursorPage()', () => {
  it('pages through any list forward and back, each item once', () => {
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

  it('continues after its item when others are inserted before it', () => {
    const next = linkOf(cut([5, 4, 3, 2], 'http://x/?per_page=2').link, 'next')!;
    expect(cut([7, 6, 5, 4, 3, 2], next).items).toEqual([3, 2]);
  });

  it('refuses an unknown cursor', () => {
    const url = new URL('http://x/?after=bm90aGluZw==');
    expect(cutCursorPage(cursorList([1], String), { url, ...SIZES })).toBeUndefined();
  });
});
