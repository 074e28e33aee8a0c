import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairSides } from '../../../../src/browse/show/code/pair-sides.ts';

const KINDS = { ' ': 'same', '-': 'removed', '+': 'added' } as const;
const linesOf = (signs: string) => [...signs].map((sign) => ({ kind: KINDS[sign as keyof typeof KINDS] }));

describe('pairSides()', () => {
  it.each([
    [' ', ['0 0']],
    ['-+', ['0 1']],
    ['--+', ['0 2', '1 _']],
    ['-++', ['0 1', '_ 2']],
    ['- +', ['0 _', '1 1', '_ 2']],
    ['+-', ['_ 0', '1 _']],
    ['', []],
  ])('places the lines of %j', (signs, expected) => {
    const shown = pairSides(linesOf(signs)).map(({ left, right }) => `${left ?? '_'} ${right ?? '_'}`);
    expect(shown).toEqual(expected);
  });

  it('keeps every line once, in the order of its side', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(' ', '-', '+') }), (signs) => {
        const pairs = pairSides(linesOf(signs));
        const indexes = [...signs].map((_, index) => index);
        expect(pairs.flatMap(({ left }) => left ?? [])).toEqual(
          indexes.filter((index) => signs[index] !== '+'),
        );
        expect(pairs.flatMap(({ right }) => right ?? [])).toEqual(
          indexes.filter((index) => signs[index] !== '-'),
        );
      }),
    );
  });
});
