import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTextBatch, TextBatch } from '../../../src/store/text-index/text-batch.ts';

const anyText = fc.option(fc.string({ unit: 'grapheme', maxLength: 200 }), { freq: 3 });
const anyRow = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  texts: fc.array(anyText, { minLength: 4, maxLength: 4 }),
});

describe('TextBatch', () => {
  it('gives back the rows that were added, whatever room it began with', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.integer({ min: 1, max: 2_000 }), (rows, bytes) => {
        const batch = new TextBatch(bytes);
        for (const row of rows) {
          batch.add(row);
        }
        const read = [...readTextBatch(batch.take(), 4)];
        expect(
          read.map(({ id, texts }) => ({ id, texts: texts.map((text) => text?.toString() ?? null) })),
        ).toEqual(rows);
        expect(read.map(({ isAscii }) => isAscii)).toEqual(
          rows.map(({ texts }) =>
            texts.every((text) => text === null || Buffer.byteLength(text) === text.length),
          ),
        );
      }),
    );
  });
});
