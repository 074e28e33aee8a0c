import fc from 'fast-check';

/** A corruption of bytes; positions are fractions of the length. */
export interface Corruption {
  readonly way: 'flip' | 'cut' | 'insert' | 'duplicate' | 'remove' | 'zero' | 'swap';
  readonly at: number;
  readonly length: number;
  readonly mask: number;
}

export const anyCorruption: fc.Arbitrary<Corruption> = fc.record({
  way: fc.constantFrom('flip', 'cut', 'insert', 'duplicate', 'remove', 'zero', 'swap'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 2_000 }), fc.constant(512)),
  mask: fc.integer({ min: 1, max: 255 }),
});

/** Applies a corruption; `swap` exchanges two adjacent parts. */
export function corrupt(bytes: Buffer, { way, at, length, mask }: Corruption): Buffer {
  const start = Math.floor(at * bytes.length);
  const before = bytes.subarray(0, start);
  const part = bytes.subarray(start, start + length);
  const after = bytes.subarray(start + length);
  switch (way) {
    case 'flip':
      return Buffer.concat([before, Buffer.from([(part[0] ?? 0) ^ mask]), part.subarray(1), after]);
    case 'cut':
      return before;
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(length, mask), part, after]);
    case 'duplicate':
      return Buffer.concat([before, part, part, after]);
    case 'remove':
      return Buffer.concat([before, after]);
    case 'zero':
      return Buffer.concat([before, Buffer.alloc(part.length), after]);
    case 'swap':
      return Buffer.concat([before, after.subarray(0, length), part, after.subarray(length)]);
  }
}
