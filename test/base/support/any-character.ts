import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

function characterAt(place: number): string {
  return String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count);
}

/**
 * Any character of Unicode, as the unit of texts. For its own unit `binary`, fast-check builds a table of a million
 * characters in each process, which takes half a second and 100 MB.
 */
export const ANY_CHARACTER = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(characterAt, (value) => {
    const codePoint = typeof value === 'string' ? (value.codePointAt(0) ?? 0) : 0;
    const place = codePoint < SURROGATES.first ? codePoint : codePoint - SURROGATES.count;
    if (characterAt(place) !== value) {
      throw new TypeError('Not a character'); // fast-check then looks for another arbitrary that made this value.
    }
    return place;
  });
