import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/store/rows/digest-of.ts';

describe('digestOf()', () => {
  it('is the first six bytes of the SHA-256, as a signed number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const first = createHash('sha256').update(bytes).digest().readUIntBE(0, 6);
        expect(digestOf(bytes)).toBe(first - 2 ** 47);
      }),
    );
  });
});
