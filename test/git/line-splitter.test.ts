import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter } from '../../src/git/line-splitter.ts';

function split(chunks: readonly Uint8Array[], maxLineBytes = 1_000): readonly string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter({ maxLineBytes, onLine: (line) => lines.push(line) });
  for (const chunk of chunks) {
    const lent = Uint8Array.from(chunk);
    splitter.push(lent);
    lent.fill(0x78);
  }
  splitter.end();
  return lines;
}

describe('createLineSplitter()', () => {
  it('splits at line feeds, and returns a last line without one', () => {
    expect(split([Buffer.from('one\n\ntwo')])).toEqual(['one', '', 'two']);
    expect(split([Buffer.from('one\n')])).toEqual(['one']);
    expect(split([])).toEqual([]);
  });

  it('drops the part of a line that is too long, and continues with the next', () => {
    expect(split([Buffer.from('abc'), Buffer.from('defgh\nxy\n')], 4)).toEqual(['abcd', 'xy']);
  });

  it('returns the same lines for any chunks, even within a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '))),
        fc.integer({ min: 1, max: 7 }),
        (lines, size) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          expect(split(chunks)).toEqual(lines);
        },
      ),
    );
  });
});
