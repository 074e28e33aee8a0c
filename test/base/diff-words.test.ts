import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords } from '../../src/base/diff-words.ts';

const side = (parts: ReturnType<typeof diffWords>, other: 'added' | 'removed') =>
  parts.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join('');

describe('diffWords()', () => {
  it('names the words that were removed and added', () => {
    expect(diffWords('the old lamp', 'the new lamp')).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'same', text: ' lamp' },
    ]);
  });

  it('never splits a number, a name or an address', () => {
    expect(diffWords('see shot/762.png now', 'see shot/1385.png now').map(({ text }) => text)).toEqual([
      'see ',
      'shot/762.png',
      'shot/1385.png',
      ' now',
    ]);
  });

  it('keeps both texts whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const parts = diffWords(before, after);
        expect([side(parts, 'added'), side(parts, 'removed')]).toEqual([before, after]);
      }),
    );
  });

  it('replaces a text that has nothing in common with the other, however long', () => {
    const [before, after] = ['a', 'b'].map((letter) =>
      Array.from({ length: 5_000 }, (_, index) => `${letter}${index}`).join(' '),
    );
    const parts = diffWords(before ?? '', after ?? '');
    expect([side(parts, 'added'), side(parts, 'removed')]).toEqual([before, after]);
  });
});
