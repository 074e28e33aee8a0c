import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_VARINT_BYTES, putVarint, readVarint, varintLength } from '../../src/store/varint.ts';

describe('putVarint()', () => {
  it('writes what readVarint() reads, in as few bytes as seven bits each allow', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat({ max: 7 }), (value, start) => {
        const bytes = new Uint8Array(start + MAX_VARINT_BYTES);
        const end = putVarint(bytes, start, value);
        expect(readVarint(bytes, start)).toEqual({ value, end });
        expect(varintLength(bytes, start)).toBe(end - start);
        expect(end - start).toBe(Math.max(1, Math.ceil(value.toString(2).length / 7)));
      }),
    );
  });

  it('writes the numbers of the file format as it gives them', () => {
    const written = (value: number) => {
      const bytes = Buffer.alloc(MAX_VARINT_BYTES);
      return bytes.subarray(0, putVarint(bytes, 0, value)).toString('hex');
    };
    expect([0, 127, 128, 16_383, 16_384, 2 ** 28 - 1, 2 ** 28, 2 ** 36].map(written)).toEqual([
      '00',
      '7f',
      '8100',
      'ff7f',
      '818000',
      'ffffff7f',
      '8180808000',
      '828080808000',
    ]);
  });
});

describe('readVarint()', () => {
  it('ends with the ninth byte, all of whose bits count', () => {
    const bytes = Buffer.from('ffffffffffffffff7f00', 'hex');
    expect(readVarint(bytes, 0).end).toBe(9);
    expect(varintLength(bytes, 0)).toBe(9);
  });
});
