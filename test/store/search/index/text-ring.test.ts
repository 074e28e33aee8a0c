import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RingReader } from '../../../../src/store/search/index/ring-reader.ts';
import { RingWriter, type TextRow } from '../../../../src/store/search/index/ring-writer.ts';
import { createRingMemory } from '../../../../src/store/search/index/text-ring.ts';

/** Tiny slabs, and so many of them that the writer need not wait. */
const SIZES = { slabs: 64, slabBytes: 40, slabRows: 3 };

const anyText = fc.option(
  fc.oneof(fc.string({ maxLength: 16 }), fc.string({ unit: 'grapheme', maxLength: 8 })),
);
const anyRow: fc.Arbitrary<TextRow> = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  hasTitle: fc.boolean(),
  texts: fc.tuple(anyText, anyText, anyText, anyText),
});

function rowOf(id: number, text: string): TextRow {
  return { id, hasTitle: true, texts: [text, null, null, null] };
}

describe('RingWriter', () => {
  it('hands over every row that a slab has room for', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
        const memory = createRingMemory(SIZES);
        const writer = new RingWriter(memory, 1);
        const reader = new RingReader(memory);
        const taken = rows.filter((row) => writer.add(row));
        writer.end();
        const read = Array.from(reader.rows(), ({ isAscii, texts, ...row }) => ({
          ...row,
          isAscii,
          texts: texts.map((text) => text?.toString() ?? null),
        }));
        expect(read).toEqual(taken.map((row) => ({ ...row, isAscii: isAscii(row) })));
        const tooLarge = rows.filter((row) => sizeOf(row) > SIZES.slabBytes);
        expect(rows.length - taken.length).toBe(tooLarge.length);
        reader.end(true);
        writer.whenRead();
      }),
      { numRuns: process.env['SATCHEL_TEST_LONG'] === '1' ? 20_000 : 200 },
    );
  });

  it('sends nothing before a slab is full', () => {
    const writer = new RingWriter(createRingMemory(SIZES), 1);
    writer.add(rowOf(1, 'x'));
    expect(writer.hasSent).toBe(false);
    writer.add(rowOf(2, 'x'.repeat(SIZES.slabBytes)));
    expect(writer.hasSent).toBe(true);
  });

  it('gives up where nobody empties the slabs', () => {
    const writer = new RingWriter(createRingMemory({ ...SIZES, slabs: 1 }), 1);
    writer.add(rowOf(1, 'x'));
    expect(() => writer.end()).toThrow('did nothing for 1 ms');
  });

  it('does not wait for a reader that failed, or is lost', () => {
    const memory = createRingMemory({ ...SIZES, slabs: 1 });
    const writer = new RingWriter(memory, 60_000);
    writer.add(rowOf(1, 'x'));
    new RingReader(memory).end(false);
    expect(() => writer.end()).toThrow('failed');

    const other = new RingWriter(createRingMemory(SIZES), 60_000);
    other.end();
    other.loseReader();
    expect(() => other.whenRead()).toThrow('failed');
  });
});

function sizeOf({ texts }: TextRow): number {
  return texts.reduce((total, text) => total + Buffer.byteLength(text ?? ''), 0);
}

function isAscii({ texts }: TextRow): boolean {
  return texts.every((text) => text === null || Buffer.byteLength(text) === text.length);
}
