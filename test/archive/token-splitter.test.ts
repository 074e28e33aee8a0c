import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinParts } from '../../src/archive/record-text.ts';
import { createTokenSplitter } from '../../src/archive/token-splitter.ts';
import { referenceRecords } from './support/reference-records.ts';
import { cut } from './support/split.ts';

function splitTokens(
  document: string,
  chunkSizes: readonly number[] = [1 << 20],
  limits: { readonly maxRecordBytes?: number; readonly maxNesting?: number } = {},
) {
  const records: string[] = [];
  const faults: string[] = [];
  const splitter = createTokenSplitter({
    firstIndex: 0,
    maxRecordBytes: 1 << 20,
    maxNesting: 100,
    ...limits,
    onRecord: (parts) => records.push(joinParts(parts).toString()),
    onFault: (code, _fault, index) => faults.push(`${code} at ${index}`),
  });
  for (const chunk of cut(Buffer.from(document), chunkSizes)) {
    splitter.write(chunk);
  }
  splitter.end();
  return { records, faults };
}

describe('createTokenSplitter()', () => {
  it('gives the same records as the array streamer, for every chunking', async () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'grapheme' }));
    const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(record), chunkSizes, async (list, sizes) => {
        const document = JSON.stringify(list);
        const { records, faults } = splitTokens(document, sizes);
        expect(faults).toEqual([]);
        expect(records.map((text) => JSON.parse(text))).toEqual(
          await referenceRecords(Buffer.from(document)),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('finds records in the arrays of one object', () => {
    const document =
      '{"meta":{"list":[{"not":1}]},"count":2,"issues":[{"type":"a"},{"labels":[{}]}],"users":[{"b":1}]}';
    for (const sizes of [[1], [1000]]) {
      expect(splitTokens(document, sizes)).toEqual({
        records: ['{"type":"a"}', '{"labels":[{}]}', '{"b":1}'],
        faults: ['json-wrapped at 0'],
      });
    }
  });

  it('parses consecutive objects', () => {
    const lines = '{"a":0,"type":"issue","labels":[{"x":1}]}\n{"url":"u"}\n';
    expect(splitTokens(lines)).toEqual({
      records: ['{"a":0,"type":"issue","labels":[{"x":1}]}', '{"url":"u"}'],
      faults: ['json-wrapped at 0'],
    });
  });

  it('keeps large numbers, duplicate keys and lone surrogates', () => {
    const record = '{"type":"t","n":12345678901234567890.10,"n":1e400,"s":"\\ud800"}';
    expect(splitTokens(`[${record}]`).records).toEqual([record]);
  });

  it.each([
    ['', ['json-syntax at 0']],
    ['\ufeff []', []],
    ['{"issues":[]}', ['json-wrapped at 0']],
    ['7', ['json-syntax at 0', 'json-not-array at 0']],
    ['0[{"a":1}]', ['json-syntax at 0', 'json-syntax at 0']],
    ['[{"a":1}] null', ['json-syntax at 1']],
    ['[{"a":1}] nul', ['json-syntax at 1']],
    ['[{"a":1}] [{"a":1}]', ['json-syntax at 1']],
    ['[{"a":1}] {"b":1}', ['json-syntax at 1']],
    ['{"type":1} [{"a":1}]', ['json-wrapped at 0', 'json-syntax at 1']],
    ['{"a":1} {"b":2}', ['json-not-array at 0']],
    ['{"a":1}', ['json-not-array at 0']],
    ['{}', ['json-not-array at 0']],
    ['[{"a":1},7,{"b":2}]', ['record-not-object at 1']],
    ['{"issues":[{"a":1}', ['json-wrapped at 0', 'json-syntax at 1']],
    ['{"issues" [', ['json-syntax at 0']],
  ])('says what is wrong with %j', (document, faults) => {
    expect(splitTokens(document).faults).toEqual(faults);
  });

  it('skips records beyond the limits, and reads the next one', () => {
    const large = `{"a":"${'x'.repeat(100)}"}`;
    const deep = `{"a":${'['.repeat(10)}${']'.repeat(10)}}`;
    expect(splitTokens(`[${large},{"b":1}]`, [7], { maxRecordBytes: 50 })).toEqual({
      records: ['{"b":1}'],
      faults: ['limit-exceeded at 0'],
    });
    expect(splitTokens(`[${deep},{"b":1}]`, [7], { maxNesting: 10 })).toEqual({
      records: ['{"b":1}'],
      faults: ['limit-exceeded at 0'],
    });
    expect(splitTokens(`[${deep}]`, [7], { maxNesting: 11 }).records).toEqual([deep]);
  });
});
