import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBufferMemory,
  NON_CANONICAL_NUMBERS,
  openBuffer,
  ROW,
  ROW_WORDS,
  readFacts,
  writeFacts,
} from '../../../src/archive/threads/buffer-pool.ts';
import { digestOf } from '../../../src/model/index.ts';

/** Records in braces, with many true and seeming Unicode escapes. */
const anyRecord = fc.record({
  source: fc
    .array(fc.oneof(fc.constantFrom('\\', 'u', '\\u', '{', '}'), fc.string({ unit: 'binary' })))
    .map((parts) => Buffer.from(`{${parts.join('')}}`)),
  isNonCanonical: fc.boolean(),
});

describe('writeFacts()', () => {
  it('finds the facts of each record from its own bytes alone, in buffers that were used before', () => {
    const buffer = openBuffer(createBufferMemory());
    fc.assert(
      fc.property(fc.array(anyRecord), (records) => {
        let start = 0;
        for (const [row, { source, isNonCanonical }] of records.entries()) {
          source.copy(buffer.bytes, start);
          buffer.table[row * ROW_WORDS + ROW.start] = start;
          buffer.table[row * ROW_WORDS + ROW.length] = source.length;
          buffer.table[row * ROW_WORDS + ROW.marks] = isNonCanonical ? NON_CANONICAL_NUMBERS : 0;
          start += source.length;
        }
        writeFacts(buffer, records.length);
        expect(records.map((_, row) => readFacts(buffer.table, row * ROW_WORDS))).toEqual(
          records.map(({ source, isNonCanonical }) => ({
            digest: digestOf(source),
            hasUnicodeEscapes: source.includes('\\u'),
            mayHaveNonCanonicalNumbers: isNonCanonical,
          })),
        );
      }),
    );
  });
});
