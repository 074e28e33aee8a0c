import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffRecords, isSameRecord } from '../../src/store/diff-records.ts';

describe('diffRecords()', () => {
  it('names the fields that differ, members of objects by their pointers', () => {
    const before = '{"title":"One","base":{"ref":"main","sha":"a"},"labels":["x"],"gone":1}';
    const after = '{"title":"Two","base":{"ref":"main","sha":"b"},"labels":["x","y"],"a/b":null}';
    expect(diffRecords(before, after)).toEqual([
      { pointer: '/title', before: '"One"', after: '"Two"' },
      { pointer: '/base/sha', before: '"a"', after: '"b"' },
      { pointer: '/labels', before: '["x"]', after: '["x","y"]' },
      { pointer: '/gone', before: '1', after: undefined },
      { pointer: '/a~1b', before: undefined, after: 'null' },
    ]);
  });

  it('names an array that differs as a whole', () => {
    const before = '{"labels":[{"a":1,"b":2},{"a":1}]}';
    expect(diffRecords(before, '{"labels":[{"b":2,"a":1},{"a":2}]}')).toEqual([
      { pointer: '/labels', before: '[{"a":1,"b":2},{"a":1}]', after: '[{"b":2,"a":1},{"a":2}]' },
    ]);
  });

  it('looks into arrays no deeper than it must', () => {
    const nest = (depth: number, value: string) => `{"a":${'['.repeat(depth)}${value}${']'.repeat(depth)}}`;
    expect(diffRecords(nest(5_000, '1'), nest(5_000, '2'))).toHaveLength(1);
    expect(isSameRecord(nest(5, '{"x":1,"y":2}'), nest(5, '{"y":2,"x":1}'))).toBe(true);
  });

  it('looks into objects no deeper than it must', () => {
    const nest = (depth: number, value: string) => `${'{"a":'.repeat(depth)}${value}${'}'.repeat(depth)}`;
    const [difference] = diffRecords(nest(5_000, '1'), nest(5_000, '2'));
    expect(difference?.pointer).toBe('/a'.repeat(8));
  });
});

describe('isSameRecord()', () => {
  it.each([
    ['{"a":1, "b" : [ 2 ]}', '{"b":[2],"a":1}', true],
    ['{"a":"\\u00e9\\/"}', '{"a":"é/"}', true],
    ['{"a":{"x":1,"y":2}}', '{"a":{"y":2,"x":1}}', true],
    ['{"a":[{"x":1,"y":[{"p":"é","q":[]}]},2]}', '{"a":[{"y":[{"q":[],"p":"\\u00e9"}],"x":1},2]}', true],
    ['{"a":[{"x":1,"y":2}]}', '{"a":[{"y":1,"x":2}]}', false],
    ['{"a":[{"x":1},{"x":2}]}', '{"a":[{"x":1}]}', false],
    ['{"a":[["]",{"x":"],["}],[]]}', '{"a":[["]",{"x":"],[","y":1}],[]]}', false],
    ['{"a":1}', '{"a":1.0}', false],
    ['{"a":9007199254740993}', '{"a":9007199254740992}', false],
    ['{"a":null}', '{}', false],
    ['{"a":[1,2]}', '{"a":[2,1]}', false],
    ['{"a":"1"}', '{"a":1}', false],
  ])('compares %s with %s', (one, other, isSame) => {
    expect(isSameRecord(one, other)).toBe(isSame);
    expect(isSameRecord(other, one)).toBe(isSame);
  });

  it('compares texts of any length', () => {
    const record = (body: string) => JSON.stringify({ body });
    const escaped = record('\n'.repeat(6_000_000));
    expect(isSameRecord(escaped, record(`${'\n'.repeat(6_000_000)}c`))).toBe(false);
    expect(isSameRecord(escaped, escaped.replaceAll('\\n', '\\u000a'))).toBe(true);
  });

  it('agrees with the meaning of JSON, however strings are escaped', () => {
    const text = fc.array(fc.constantFrom('a', '"', '\\', '/', 'é', '\n', '\u{1f600}'), { maxLength: 3 });
    const record = fc.record({
      a: text.map((signs) => signs.join('')),
      b: fc.array(fc.string(), { maxLength: 1 }),
    });
    const escaped = (json: string) =>
      json.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(record, record, (one, other) => {
        const [json, otherJson] = [JSON.stringify(one), JSON.stringify(other)];
        expect(isSameRecord(json, escaped(json).replaceAll('/', '\\/'))).toBe(true);
        expect(isSameRecord(json, escaped(otherJson))).toBe(json === otherJson);
      }),
    );
  });
});
