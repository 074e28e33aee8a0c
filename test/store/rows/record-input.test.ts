import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ArchiveRecord } from '../../../src/model/records.ts';
import { digestOf } from '../../../src/store/rows/digest-of.ts';
import { splitMembers } from '../../../src/store/rows/json-members.ts';
import { RecordInput } from '../../../src/store/rows/record-input.ts';

/** Number literals; JavaScript would write the last four differently. */
const NUMBERS = ['0', '7', '-12', '1.0', '2e3', '-0', '5E-1'];

const anyText = fc
  .dictionary(
    fc.constantFrom('a', 'b', '\u0000', '\ud800'),
    fc.constantFrom('"1.5"', '"\\u0041"', ...NUMBERS),
  )
  .map((members) => {
    const written = Object.entries(members).map(([key, json]) => `${JSON.stringify(key)}: ${json}`);
    return `{${written.join(' ,')}}`;
  });

function recordOf(text: string): ArchiveRecord {
  return { index: 0, value: JSON.parse(text) as JsonObject, source: Buffer.from(text) };
}

describe('RecordInput', () => {
  it('recognizes numbers that JavaScript would write differently, and strings that SQLite cannot store', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const input = new RecordInput(recordOf(text));
        expect(input.isPlain).toBe(!text.includes('\\u'));
        expect(input.digest).toBe(digestOf(Buffer.from(text)));
        for (const [key, json] of splitMembers(text)) {
          const value: unknown = JSON.parse(json);
          if (typeof value === 'number') {
            expect(input.isExact(key, value)).toBe(String(value) === json);
            expect(input.jsonOf(key, value)).toBe(json);
          }
        }
      }),
    );
  });

  it.each(NUMBERS)('recognizes whether %s is what JavaScript would write', (json) => {
    const input = new RecordInput(recordOf(`{"a":"1.0","n":${json}}`));
    expect(input.isExact('n', JSON.parse(json))).toBe(String(JSON.parse(json)) === json);
  });
});
