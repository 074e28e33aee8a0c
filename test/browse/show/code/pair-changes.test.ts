import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairChanges, pairSides } from '../../../../src/browse/show/code/pair-changes.ts';
import type { DifferenceLine } from '../../../../src/git/file-difference.ts';

function line(kind: DifferenceLine['kind'], text: string): DifferenceLine {
  return { kind, text, oldLine: 1, newLine: 1, isUnended: false };
}

describe('pairChanges()', () => {
  it('finds the part of a line that changed', () => {
    const lines = [line('same', 'x'), line('removed', 'const a = 1;'), line('added', 'const a = 25;')];
    expect([...pairChanges(lines)]).toEqual([
      [1, [10, 11]],
      [2, [10, 12]],
    ]);
  });

  it('leaves other lines and unequal runs alone', () => {
    expect(pairChanges([line('removed', 'abc'), line('added', 'xyz')]).size).toBe(0);
    expect(pairChanges([line('removed', 'abc'), line('removed', 'abd'), line('added', 'abe')]).size).toBe(0);
  });

  it('marks whole characters, whichever half of them is the same', () => {
    // U+1F600 is D83D DE00 in UTF-16, U+1F601 is D83D DE01 and U+1FA00 is D83E DE00.
    for (const other of ['\u{1f601}', '\u{1fa00}']) {
      const lines = [line('removed', 'cats \u{1f600} run'), line('added', `cats ${other} run`)];
      expect([...pairChanges(lines).values()]).toEqual([
        [5, 7],
        [5, 7],
      ]);
    }
  });

  it('marks parts within their lines, and cuts no character in two', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀', '😁', 'é'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (old, fresh) => {
        const lines = [line('removed', old), line('added', fresh)];
        for (const [index, [start, end]] of pairChanges(lines)) {
          const whole = lines[index]?.text ?? '';
          expect(start).toBeLessThanOrEqual(end);
          for (const part of [whole.slice(0, start), whole.slice(start, end), whole.slice(end)]) {
            expect(() => encodeURIComponent(part)).not.toThrow(); // It throws on a lone surrogate.
          }
        }
      }),
    );
  });
});

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
