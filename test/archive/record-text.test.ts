import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHiddenMember, parseRecord } from '../../src/archive/record-text.ts';
import { ANY_CHARACTER } from '../base/support/any-character.ts';
import { split } from './support/split.ts';

/** Parses with the member count of the splitter. */
function parse(text: string | Buffer) {
  const counts: number[] = [];
  const { records } = split(Buffer.concat([Buffer.from('['), Buffer.from(text), Buffer.from(']')]), [7], {
    onCount: (memberCount) => counts.push(memberCount),
  });
  expect(records).toHaveLength(1);
  const { value, source, faults } = parseRecord(Buffer.from(text));
  const counted = { memberCount: counts[0] ?? 0, fieldCount: Object.keys(value ?? {}).length };
  return {
    value,
    source,
    faults: [...faults, ...(value === undefined ? [] : findHiddenMember(value, counted))],
  };
}

const codesOf = (text: string | Buffer) => parse(text).faults.map(({ code }) => code);

describe('parseRecord()', () => {
  it('returns an object unchanged', () => {
    const bytes = Buffer.from('{ "a": [1, "b", {"c": null}] }');
    const { value, source, faults } = parse(bytes);
    expect(value).toEqual({ a: [1, 'b', { c: null }] });
    expect(source).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('parses only the requested part of the bytes', () => {
    const bytes = Buffer.from('[{"a":"✿"},{"b":2}]');
    expect(parseRecord(bytes, 1, 12).value).toEqual({ a: '✿' });
    expect(parseRecord(bytes, 13, 20).value).toEqual({ b: 2 });
  });

  it('never reports a duplicate name in an object without one', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: ANY_CHARACTER }), fc.jsonValue()), (value) => {
        const { value: parsed, faults } = parse(JSON.stringify(value));
        expect(parsed).toEqual(JSON.parse(JSON.stringify(value)));
        expect(faults).toEqual([]);
      }),
    );
  });

  it('reports a duplicate name, wherever it is', () => {
    const name = fc.string({ unit: ANY_CHARACTER }).map((text) => JSON.stringify(text));
    const json = fc.json({ depthSize: 'small' });
    fc.assert(
      fc.property(name, json, json, json, (key, first, second, other) => {
        const twice = `{${key}:${first},"between":${other},${key}:${second}}`;
        expect(codesOf(`{"outer":[${other},${twice}]}`)).toEqual(['json-duplicate-key']);
      }),
    );
  });

  it('escapes raw control characters, so that the source is JSON', () => {
    const { value, source, faults } = parse('{"a\tb":"c\u0000d\ne\u001f","f":"\\\\\t"}');
    expect(value).toEqual({ 'a\tb': 'c\u0000d\ne\u001f', f: '\\\t' });
    expect(JSON.parse(String(source))).toEqual(value);
    expect(faults.map(({ code }) => code)).toEqual(['json-control-character']);
  });

  it('reports all peculiarities at once', () => {
    const text = Buffer.from('{"a":"\u00c3(","b":"\t","b":1}', 'latin1');
    expect(codesOf(text)).toEqual(['text-invalid-utf8', 'json-control-character', 'json-duplicate-key']);
  });

  it('reports what is not JSON, without its text', () => {
    const { value, faults } = parse('{"secret": hidden}');
    expect(value).toBeUndefined();
    expect(faults).toMatchObject([{ code: 'json-syntax' }]);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });
});
