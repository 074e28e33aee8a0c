import { describe, expect, it } from 'vitest';
import { judgeClaims } from './judge-claims.ts';

const ids = ['a', 'b'];

describe('judgeClaims()', () => {
  it('has nothing to say when each row is claimed or listed', () => {
    expect(judgeClaims({ ids, claims: new Map([['a', ['t']]]), notYet: new Set(['b']) })).toEqual([]);
  });

  it('names rows that are neither, and rows that are both', () => {
    expect(judgeClaims({ ids, claims: new Map([['a', ['t']]]), notYet: new Set(['a']) })).toEqual([
      '"b" is claimed by no test that passed',
      '"a" is claimed and still listed as not there yet',
    ]);
  });

  it('reports claims without a row', () => {
    const claims = new Map([
      ['a', ['t']],
      ['b', ['t']],
      ['c', ['t']],
    ]);
    expect(judgeClaims({ ids, claims, notYet: new Set(['d']) })).toEqual([
      '"d" is listed as not there yet, but is no row',
      '"c" is claimed for another side',
    ]);
  });
});
