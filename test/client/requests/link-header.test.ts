import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLinkHeader } from '../../../src/client/requests/link-header.ts';

describe('parseLinkHeader()', () => {
  it.each([
    ['', []],
    ['nonsense', []],
    ['<a', []],
    ['<a>', [{ target: 'a', relations: [] }]],
    ['< a >; rel="next"', [{ target: 'a', relations: ['next'] }]],
    ['<a>;REL=Next', [{ target: 'a', relations: ['next'] }]],
    ['<a>; rel="next last"', [{ target: 'a', relations: ['next', 'last'] }]],
    ['<a?x=1,2>; title="a, \\"b\\" <c>"; rel="next"', [{ target: 'a?x=1,2', relations: ['next'] }]],
    ['<a>; title="b; rel=prev"; rel="next"', [{ target: 'a', relations: ['next'] }]],
    [
      '<a>; rel="prev", <b>; rel="next"',
      [
        { target: 'a', relations: ['prev'] },
        { target: 'b', relations: ['next'] },
      ],
    ],
  ])('reads %s', (header, links) => {
    expect(parseLinkHeader(header)).toEqual(links);
  });

  it('parses every link that was written', () => {
    const target = fc.webUrl({ withQueryParameters: true });
    const relation = fc.constantFrom('next', 'prev', 'first', 'last');
    fc.assert(
      fc.property(fc.array(fc.tuple(target, relation)), (links) => {
        const header = links.map(([url, rel]) => `<${url}>; rel="${rel}"`).join(', ');
        expect(parseLinkHeader(header)).toEqual(
          links.map(([url, rel]) => ({ target: url, relations: [rel] })),
        );
      }),
    );
  });

  it('accepts any text', () => {
    const sign = fc.constantFrom('<', '>', ';', ',', '"', '\\', '=', 'rel', 'next', ' ');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 200 }), (signs) => {
        expect(Array.isArray(parseLinkHeader(signs.join('')))).toBe(true);
      }),
    );
  });
});
