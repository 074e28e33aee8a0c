import { expect, it } from 'vitest';
import { bufferOf } from '../../src/base/index.ts';

it('bufferOf() shows the same memory, and nothing around it', () => {
  const all = Uint8Array.of(1, 2, 3, 4);
  const part = bufferOf(all.subarray(1, 3));
  expect([...part]).toEqual([2, 3]);
  all[1] = 9;
  expect(part[0]).toBe(9);
  expect(bufferOf(part)).toBe(part);
});
