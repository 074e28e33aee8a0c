import { describe, expect, it } from 'vitest';
import { parseContentRange, rangeFrom } from '../../src/client/byte-ranges.ts';

describe('rangeFrom()', () => {
  it('asks for a part, or for all that follows', () => {
    expect(rangeFrom(5)).toBe('bytes=5-');
    expect(rangeFrom(5, 9)).toBe('bytes=5-9');
  });
});

describe('parseContentRange()', () => {
  it.each([
    ['bytes 5-9/10', { firstByte: 5, totalBytes: 10 }],
    [' bytes 0-0/* ', { firstByte: 0, totalBytes: undefined }],
    ['bytes */10', { firstByte: undefined, totalBytes: 10 }],
    ['bytes 9-5/10', undefined],
    ['bytes 5-/10', undefined],
    ['items 5-9/10', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j', (header, range) => {
    expect(parseContentRange(header)).toEqual(range);
  });
});
