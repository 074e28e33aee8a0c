import { describe, expect, it } from 'vitest';
import { lastPageOf } from '../../src/client/index.ts';

function pageOf(link: string | undefined): number | undefined {
  const headers = new Map(link === undefined ? [] : [['link', link]]);
  return lastPageOf({ headers, url: new URL('https://api.code.example/repos/a/b/issues?per_page=1') });
}

describe('lastPageOf()', () => {
  it('reads the number of the last page, wherever it stands in the address', () => {
    expect(pageOf('</x?page=2>; rel="next", </x?page=31&per_page=1>; rel="last"')).toBe(31);
  });

  it.each([
    undefined,
    '',
    '</x?page=2>; rel="next"',
    '</x?page=many>; rel="last"',
    '</x>; rel="last"',
    '</x?page=0>; rel="last"',
  ])('tells nothing for %s', (link) => {
    expect(pageOf(link)).toBeUndefined();
  });
});
