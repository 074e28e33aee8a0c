import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitItems, splitMembers } from '../../../src/store/rows/json-members.ts';
import { ANY_CHARACTER } from '../../base/support/any-character.ts';
import { meaningOf } from '../support/archive-text.ts';

describe('splitMembers()', () => {
  it('gives the text of each member without white space', () => {
    const members = splitMembers('{ "a" : [ 1.0 , { "b\\"" : "x  y" } ] ,\n"c":-0, "d" : "" }');
    expect([...members]).toEqual([
      ['a', '[1.0,{"b\\"":"x  y"}]'],
      ['c', '-0'],
      ['d', '""'],
    ]);
  });

  it('uses the last of two members with the same name', () => {
    expect(splitMembers('{"a":1,"\\u0061":2e0}').get('a')).toBe('2e0');
  });

  it('gives nothing for an empty object', () => {
    expect(splitMembers(' { } ').size).toBe(0);
  });

  it('agrees with JSON.parse on every object', () => {
    const key = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.constantFrom('__proto__', '\\', '"', '{', ',', ':'),
    );
    const object = fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(object, fc.constantFrom(0, 2), (value, indent) => {
        const members = splitMembers(JSON.stringify(value, null, indent));
        expect([...members.keys()].sort()).toEqual(Object.keys(value).sort());
        for (const [name, json] of members) {
          expect(meaningOf(json)).toEqual(
            meaningOf(JSON.stringify(Object.getOwnPropertyDescriptor(value, name)?.value)),
          );
        }
      }),
    );
  });

  it('reads a string of backslashes and quotes in one go', () => {
    const text = '\\"'.repeat(200_000);
    expect(splitMembers(`{"a":${JSON.stringify(text)},"b":1}`).get('b')).toBe('1');
  });
});

describe('splitItems()', () => {
  it('agrees with JSON.parse on every array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const items = [...splitItems(JSON.stringify(values))];
        expect(items).toEqual(values.map((value) => JSON.stringify(value)));
      }),
    );
  });
});
