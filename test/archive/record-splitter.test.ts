import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_CHARACTER } from '../base/support/any-character.ts';
import { referenceRecords } from './support/reference-records.ts';
import { split } from './support/split.ts';

/** Strings full of characters that a splitter could mistake for structure. */
const hostileText = fc.string({
  unit: fc.constantFrom(
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\n',
    'a',
    'é',
    '✿',
    '😀',
    '\u0000',
    '\ud800',
  ),
});
const value = fc.jsonValue({ stringUnit: ANY_CHARACTER });
const record = fc.dictionary(hostileText, fc.oneof(value, hostileText));
const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });

describe('createRecordSplitter()', () => {
  it('cuts the same records as stream-json, for every chunking', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record),
        chunkSizes,
        fc.constantFrom(0, 2, '\r\n\t'),
        async (list, sizes, space) => {
          const document = JSON.stringify(list, null, space);
          const { records, faults, declined } = split(document, sizes);
          expect(faults).toEqual([]);
          expect(declined).toBeUndefined();
          expect(records.map((text) => JSON.parse(text))).toEqual(
            await referenceRecords(Buffer.from(document)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives the bytes of each record as they are, one byte at a time too', () => {
    const document = ' \n[ {"a" : "\\"}]\\\\" } ,\r\n{"b":[{"c":{}}]}\n]\n';
    for (const sizes of [[1], [2], [3, 1], [1000]]) {
      expect(split(document, sizes)).toMatchObject({
        records: ['{"a" : "\\"}]\\\\" }', '{"b":[{"c":{}}]}'],
        indexes: [0, 1],
        faults: [],
      });
    }
  });

  it('accepts an empty array, as both generations print it, and a byte-order mark', () => {
    for (const document of ['[]', '[\n\n]', '\ufeff[]', '\ufeff [ ]\n']) {
      expect(split(document, [1])).toMatchObject({ records: [], faults: [], declined: undefined });
    }
  });

  it.each([
    ['', ['json-syntax at 0']],
    ['   ', ['json-syntax at 0']],
    ['[', ['json-syntax at 0']],
    ['[{"a":1}', ['json-syntax at 1']],
    ['[{"a":1},', ['json-syntax at 1']],
    ['[{"a":1},{"b', ['json-syntax at 1']],
    ['[{"a":1},]', ['json-syntax at 1']],
    ['[,{"a":1}]', ['json-syntax at 0']],
    ['[{"a":1} {"b":1}]', ['json-syntax at 1']],
    ['[{"a":1}] x', ['json-syntax at 1']],
    ['[1,{"a":1}]', ['record-not-object at 0']],
    [
      '["]{",[[{}],"\\""],null,{"a":1}]',
      ['record-not-object at 0', 'record-not-object at 1', 'record-not-object at 2'],
    ],
    ['[{"a":1}}]', ['record-not-object at 1']],
    ['[{"a":1}', ['json-syntax at 1']],
  ])('says what is wrong with %j', (document, faults) => {
    for (const sizes of [[1], [1000]]) {
      expect(split(document, sizes).faults).toEqual(faults);
    }
  });

  it('continues after a fault', () => {
    expect(split('[{"a":1} {"b":2}, 7, {"c":3}]').records).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
    expect(split('[{"a":1}][{"b":2}]').records).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('declines what is not an array, with all of it', () => {
    expect(split(' {"issues":[]}').declined).toEqual({
      reason: 'not-array',
      rest: '{"issues":[]}',
      index: 0,
    });
    expect(split('7').declined).toEqual({ reason: 'not-array', rest: '7', index: 0 });
  });

  it('declines a record beyond the window, with what it took of it', () => {
    const document = '[{"a":1},{"b":"0123456789"},{"c":3}]';
    const whole = split(document, [1000], { windowBytes: 10 });
    expect(whole).toMatchObject({ records: ['{"a":1}'], faults: [] });
    expect(whole.declined).toEqual({
      reason: 'beyond-window',
      rest: '{"b":"0123456789"},{"c":3}]',
      index: 1,
    });
    const chunked = split(document, [4], { windowBytes: 10 });
    expect(chunked.declined).toMatchObject({ reason: 'beyond-window', index: 1 });
    expect(chunked.declined?.rest).toMatch(/^\{"b":"01234/);
  });

  it('skips a record that is nested too deeply, and reads the next one', () => {
    const deep = `{"a":${'['.repeat(20)}${']'.repeat(20)}}`;
    for (const sizes of [[1], [1000]]) {
      expect(split(`[${deep},{"b":1}]`, sizes, { maxNesting: 20 })).toMatchObject({
        records: ['{"b":1}'],
        indexes: [1],
        faults: ['limit-exceeded at 0'],
      });
      expect(split(`[${deep}]`, sizes, { maxNesting: 21 }).records).toEqual([deep]);
    }
  });

  it('never fails and always ends, whatever the bytes', () => {
    const bytes = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', 'x', ' ') });
    fc.assert(
      fc.property(bytes, chunkSizes, (text, sizes) => {
        expect(split(`[${text}`, sizes)).toEqual(split(`[${text}`));
      }),
      { numRuns: 1000 },
    );
  });
});
