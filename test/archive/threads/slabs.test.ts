import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSlabMemory,
  ODD_NUMBERS,
  openSlab,
  ROW,
  ROW_WORDS,
  readFacts,
  writeFacts,
} from '../../../src/archive/threads/slabs.ts';
import { digestOf } from '../../../src/model/index.ts';

/** Records in braces, with many true and seeming Unicode escapes. */
const anyRecord = fc.record({
  source: fc
    .array(fc.oneof(fc.constantFrom('\\', 'u', '\\u', '{', '}'), fc.string({ unit: 'binary' })))
    .map((parts) => Buffer.from(`{${parts.join('')}}`)),
  isOdd: fc.boolean(),
});

describe('writeFacts()', () => {
  it('finds the facts of each record from its own bytes alone, in slabs that were used before', () => {
    const slab = openSlab(createSlabMemory());
    fc.assert(
      fc.property(fc.array(anyRecord), (records) => {
        let start = 0;
        for (const [row, { source, isOdd }] of records.entries()) {
          source.copy(slab.bytes, start);
          slab.table[row * ROW_WORDS + ROW.start] = start;
          slab.table[row * ROW_WORDS + ROW.length] = source.length;
          slab.table[row * ROW_WORDS + ROW.marks] = isOdd ? ODD_NUMBERS : 0;
          start += source.length;
        }
        writeFacts(slab, records.length);
        expect(records.map((_, row) => readFacts(slab.table, row * ROW_WORDS))).toEqual(
          records.map(({ source, isOdd }) => ({
            digest: digestOf(source),
            hasUnicodeEscapes: source.includes('\\u'),
            mayHaveOddNumbers: isOdd,
          })),
        );
      }),
    );
  });
});
