import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RingReader, stringOf } from '../../../../src/store/search/index/ring-reader.ts';
import { RingWriter, type TextRow } from '../../../../src/store/search/index/ring-writer.ts';
import { createRingMemory, type Slab } from '../../../../src/store/search/index/text-ring.ts';
import { createTextSpill } from '../../../../src/store/search/index/text-spill.ts';

/** Tiny slabs, and so many of them that the writer need not wait. */
const SIZES = { slabs: 64, slabBytes: 40, slabRows: 3, spilledSlabs: 0 };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-ring-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

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
      fc.property(fc.array(anyRow, { maxLength: 40 }), fc.constantFrom(1, 3, 64), (rows, slabs) => {
        const memory = createRingMemory({ ...SIZES, slabs, spilledSlabs: 64 });
        const spill = createTextSpill(join(folder, 'waiting'));
        const writer = new RingWriter(memory, { stallMs: 1, spill });
        const reader = new RingReader(memory);
        const taken = rows.filter((row) => writer.add(row));
        writer.end();
        const read = Array.from(reader.rows(), ({ isAscii, texts, ...row }) => ({
          ...row,
          isAscii,
          texts: texts.map((text) => text && stringOf(text)),
        }));
        expect(read).toEqual(taken.map((row) => ({ ...row, isAscii: isAscii(row) })));
        const tooLarge = rows.filter((row) => sizeOf(row) > SIZES.slabBytes);
        expect(rows.length - taken.length).toBe(tooLarge.length);
        reader.end(true);
        writer.whenRead();
        spill.close();
        expect(readdirSync(folder)).toEqual([]);
      }),
      { numRuns: process.env['SATCHEL_TEST_LONG'] === '1' ? 20_000 : 200 },
    );
  });

  it('sends nothing before a slab is full', () => {
    const writer = new RingWriter(createRingMemory(SIZES), { stallMs: 1 });
    writer.add(rowOf(1, 'x'));
    expect(writer.hasSent).toBe(false);
    writer.add(rowOf(2, 'x'.repeat(SIZES.slabBytes)));
    expect(writer.hasSent).toBe(true);
  });

  it('gives up where nobody empties the slabs', () => {
    const writer = new RingWriter(createRingMemory({ ...SIZES, slabs: 1 }), { stallMs: 1 });
    writer.add(rowOf(1, 'x'));
    expect(() => writer.end()).toThrow('did nothing for 1 ms');
  });

  it('keeps the order at any pace, and uses the places of the file again once they were read', () => {
    const anyPace = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(anyPace, fc.constantFrom(1, 2), (lags, slabs) => {
        const memory = createRingMemory({ ...SIZES, slabs, spilledSlabs: 16 });
        const file = createTextSpill(join(folder, 'waiting'));
        const places: number[] = [];
        const spill = {
          ...file,
          write: (slab: Slab, place: number) => file.write(slab, places[places.push(place) - 1] ?? 0),
        };
        const writer = new RingWriter(memory, { stallMs: 1, spill });
        const rows = new RingReader(memory).rows();
        const read: number[] = [];
        for (const [at, lag] of lags.entries()) {
          writer.add(rowOf(at + 1, 'x'.repeat(SIZES.slabBytes)));
          // The row that was added is sent with the next one; a place is free once the row behind it is asked for.
          while (read.length < at - lag) {
            read.push(rows.next().value?.id ?? 0);
          }
        }
        expect(read).toEqual(read.map((_, index) => index + 1));
        expect(Math.max(0, ...places)).toBeLessThanOrEqual(Math.max(...lags) + 1);
        file.close();
      }),
      { numRuns: process.env['SATCHEL_TEST_LONG'] === '1' ? 5_000 : 200 },
    );
  });

  it('waits for memory where the file cannot be written', () => {
    const memory = createRingMemory({ ...SIZES, slabs: 1, spilledSlabs: 2 });
    const spill = createTextSpill(join(folder, 'absent', 'waiting'));
    const writer = new RingWriter(memory, { stallMs: 1, spill });
    writer.add(rowOf(1, 'x'));
    expect(() => writer.end()).toThrow('did nothing for 1 ms');
  });

  it('does not wait for a reader that failed, or is lost', () => {
    const memory = createRingMemory({ ...SIZES, slabs: 1 });
    const writer = new RingWriter(memory, { stallMs: 60_000 });
    writer.add(rowOf(1, 'x'));
    new RingReader(memory).end(false);
    expect(() => writer.end()).toThrow('failed');

    const other = new RingWriter(createRingMemory(SIZES), { stallMs: 60_000 });
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
