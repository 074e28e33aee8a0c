import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bufferOf,
  bytesOfText,
  escapedName,
  shownBytes,
  textOfBytes,
  unescapedName,
} from '../../src/base/byte-text.ts';
import { quoteText } from '../../src/base/terminal-text.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('textOfBytes()', () => {
  it('loses no byte', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 6 })), (pieces) => {
        const bytes = Buffer.concat([...pieces, Buffer.from('é😀')]);
        expect(bytesOfText(textOfBytes(bytes))).toEqual(bytes);
      }),
    );
  });

  it('leaves valid UTF-8 as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textOfBytes(Buffer.from(text))).toBe(text);
        expect(shownBytes(text)).toBe(text);
      }),
    );
  });

  it.each([
    ['Latin-1', latin1('caf\xe9'), 'caf\\xe9'],
    ['an overlong form', latin1('\xc0\xaf'), '\\xc0\\xaf'],
    ['a surrogate', latin1('\xed\xa0\x80'), '\\xed\\xa0\\x80'],
    ['a cut sequence', latin1('a\xe2\x82'), 'a\\xe2\\x82'],
    ['beyond Unicode', latin1('\xf5\x80\x80\x80'), '\\xf5\\x80\\x80\\x80'],
    ['a byte before a character', latin1('\xff\xc3\xa9'), '\\xffé'],
  ])('shows %s', (_, bytes, shown) => {
    expect(shownBytes(textOfBytes(bytes))).toBe(shown);
    expect(quoteText(textOfBytes(bytes))).toBe(`"${shown}"`);
  });
});

describe('escapedName()', () => {
  const anyName = fc
    .array(fc.constantFrom('\\', 'x', 'e', '9', '\udce9', 'é', '😀', '\ud83d\udc80'))
    .map((parts) => parts.join(''));

  it('can be undone, so that different names remain different', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(shownBytes(escapedName(name))).toBe(escapedName(name));
        expect(unescapedName(escapedName(name))).toBe(name);
      }),
      { numRuns: 1000 },
    );
  });

  it('changes no other name', () => {
    expect(escapedName('C:\\xylophone\\é.txt')).toBe('C:\\xylophone\\é.txt');
    expect(escapedName('caf\udce9')).toBe('caf\\xe9');
    expect(escapedName('caf\\xe9')).toBe('caf\\\\xe9');
  });
});

it('bufferOf() shows the same memory, and nothing around it', () => {
  const all = Uint8Array.of(1, 2, 3, 4);
  const part = bufferOf(all.subarray(1, 3));
  expect([...part]).toEqual([2, 3]);
  all[1] = 9;
  expect(part[0]).toBe(9);
  expect(bufferOf(part)).toBe(part);
});
