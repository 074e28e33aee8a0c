import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPathBook, safeName } from '../../../src/cli/extract/safe-names.ts';

const NAMES = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 400 }),
  fc.constantFrom('..', '.', 'CON', 'nul.txt', 'COM1', 'a ', 'a.', 'A.TXT', 'a.txt', 'a\0b', '\u202egnp.exe'),
);

describe('safeName()', () => {
  it.each([
    ['photo.png', 'photo.png'],
    ['mesures été.txt', 'mesures été.txt'],
    ['..', '__'],
    ['nul.txt', '_nul.txt'],
    ['a:b?.txt', 'a_b_.txt'],
    ['dots...', 'dots___'],
    ['line\nbreak', 'line_break'],
    ['', '_'],
    ['e\u0301', '\u00e9'],
  ])('makes %j %j', (part, expected) => {
    expect(safeName(part)).toBe(expected);
  });

  it('gives a name that every file system takes', () => {
    fc.assert(
      fc.property(NAMES, (part) => {
        const name = safeName(part.replaceAll('/', ''));
        expect(name).not.toMatch(/[<>:"|?*\\/\p{Cc}]|^\.{0,2}$|[. ]$/u);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('createPathBook()', () => {
  it('gives no two entries one place, in any case of letters', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.array(NAMES, { minLength: 1, maxLength: 3 }), { maxLength: 20 }),
        (lists) => {
          const book = createPathBook();
          const meanings = new Map<string, string>();
          for (const parts of lists) {
            const entryName = parts.join('/');
            const place = book.placeOf(entryName);
            expect(book.placeOf(entryName)).toBe(place);
            const meaning = entryName
              .split('/')
              .filter((part) => part !== '' && part !== '.')
              .join('/');
            const key = place.toLowerCase();
            expect(meanings.get(key) ?? meaning).toBe(meaning);
            meanings.set(key, meaning);
          }
        },
      ),
    );
  });

  it('numbers names that differ only in their case', () => {
    const book = createPathBook();
    expect(['a/b.txt', 'a/B.txt', 'A/b.txt', 'a/b.txt'].map((name) => book.placeOf(name))).toEqual([
      'a/b.txt',
      'a/B~2.txt',
      'A~2/b.txt',
      'a/b.txt',
    ]);
  });

  it('keeps a file and a folder of one name apart', () => {
    const book = createPathBook();
    expect([book.placeOf('a'), book.placeOf('a/b')]).toEqual(['a', 'a~2/b']);
  });
});
