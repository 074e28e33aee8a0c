import { expect, test } from 'vitest';
import { parseJson, parseJsonExactly } from '../../src/base/json.ts';

test.each([
  ['{"a":[1,null]}', { a: [1, null] }],
  ['null', null],
  ['""', ''],
])('parseJson() gives the value of %s', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test.each(['', '{"a":', 'undefined', '\ufeff{}'])(
  'parseJson() returns undefined for %j, which is not JSON',
  (text) => {
    expect(parseJson(text)).toBeUndefined();
  },
);

test('parseJsonExactly() keeps the digits of large integers, but not in texts', () => {
  const text = String.raw`{"id":12345678901234567890,"a":[-9007199254740993,1e20,1.5],"b":"12345678901234567890\"1"}`;
  expect(parseJsonExactly(text)).toEqual({
    id: '12345678901234567890',
    a: ['-9007199254740993', 1e20, 1.5],
    b: '12345678901234567890"1',
  });
});

test('parseJsonExactly() reads texts of any length', () => {
  const text = '\n'.repeat(9_000_000);
  expect(parseJsonExactly(`[12345678901234567890,${JSON.stringify(text)}]`)).toEqual([
    '12345678901234567890',
    text,
  ]);
});
