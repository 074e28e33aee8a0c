import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/base/index.ts';
import { writeRubyJson } from '../../../src/sandbox/archive/stage-records.ts';

const RECORDS = [{ labels: [], title: 'é 🌊 / [],\n', nested: { list: [[], 'x: []'] } }];

describe('writeRubyJson()', () => {
  it('indents by two, keeps what is not ASCII, and ends without a newline', () => {
    expect(writeRubyJson(RECORDS, 'current')).toBe(
      '[\n  {\n    "labels": [],\n    "title": "é 🌊 / [],\\n",\n    "nested": {\n      "list": [\n        [],\n        "x: []"\n      ]\n    }\n  }\n]',
    );
  });

  it('gives empty arrays of 2019 a blank line, and leaves texts alone', () => {
    expect(writeRubyJson(RECORDS, '2019')).toBe(
      '[\n  {\n    "labels": [\n\n    ],\n    "title": "é 🌊 / [],\\n",\n    "nested": {\n      "list": [\n        [\n\n        ],\n        "x: []"\n      ]\n    }\n  }\n]',
    );
  });

  it('writes what JSON reads back, in both generations', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const json = value as JsonValue;
        expect(JSON.parse(writeRubyJson(json, '2019'))).toEqual(JSON.parse(JSON.stringify(json)));
        expect(JSON.parse(writeRubyJson(json, 'current'))).toEqual(JSON.parse(JSON.stringify(json)));
      }),
    );
  });
});
