import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/index.ts';
import { type ArchiveRecord, digestOf } from '../../../src/model/index.ts';
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

function factsOf(text: string): ArchiveRecord['facts'] {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
  return {
    digest: digestOf(Buffer.from(text)),
    hasUnicodeEscapes: text.includes('\\u'),
    mayHaveNonCanonicalNumbers: /-0|\d[.eE]/.test(withoutStrings),
  };
}

/** Everything that rows are made from. */
function readingOf(record: ArchiveRecord): unknown {
  const input = new RecordInput(record);
  const numbers = Object.entries(record.value).filter(([, value]) => typeof value === 'number');
  return {
    digest: input.digest,
    isPlain: input.isPlain,
    exact: numbers.map(([key, value]) => input.isExact(key, Number(value))),
    json: numbers.map(([key, value]) => input.jsonOf(key, Number(value))),
  };
}

describe('RecordInput', () => {
  it('tells the same of a record whether its facts were found before or are not known', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const record = recordOf(text);
        expect(readingOf({ ...record, facts: factsOf(text) })).toEqual(readingOf(record));
      }),
    );
  });

  it('needs no source where the facts tell enough', () => {
    const text = '{"number":7,"title":"seven"}';
    const record: ArchiveRecord = {
      ...recordOf(text),
      facts: factsOf(text),
      get source(): Uint8Array {
        throw new Error('nobody needs it');
      },
    };
    const input = new RecordInput(record);
    expect([input.digest, input.isPlain, input.isExact('number', 7)]).toEqual([
      digestOf(Buffer.from(text)),
      true,
      true,
    ]);
  });

  it.each(NUMBERS)('knows whether %s is what JavaScript would write', (json) => {
    const input = new RecordInput(recordOf(`{"a":"1.0","n":${json}}`));
    expect(input.isExact('n', JSON.parse(json))).toBe(String(JSON.parse(json)) === json);
  });
});
