import { expect, test } from 'vitest';
import { parseJson } from '../../src/base/index.ts';

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
