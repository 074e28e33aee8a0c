import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackGzip } from '../../src/archive/read-packed.ts';
import { cut } from './support/split.ts';

const NOISE = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index * 31) >>> 7));

async function unpack(packed: Buffer, chunkSizes: readonly number[] = [64 * 1024]) {
  const codes: string[] = [];
  const parts: Buffer[] = [];
  let taken = 0;
  async function* chunks(): AsyncGenerator<Buffer, void> {
    for (const chunk of cut(packed, chunkSizes)) {
      taken += chunk.length;
      yield chunk;
    }
  }
  for await (const part of unpackGzip(chunks(), (finding) => codes.push(finding.code))) {
    parts.push(part);
  }
  return { unpacked: Buffer.concat(parts), codes, taken };
}

describe('unpackGzip()', () => {
  it('unpacks one member and several, for every chunking', async () => {
    const packed = Buffer.concat([gzipSync(NOISE), gzipSync('second'), Buffer.alloc(100)]);
    for (const sizes of [[1000], [65_536], [1_000_000]]) {
      const { unpacked, codes } = await unpack(packed, sizes);
      expect(unpacked.equals(Buffer.concat([NOISE, Buffer.from('second')]))).toBe(true);
      expect(codes).toEqual([]);
    }
    expect((await unpack(gzipSync('small'), [1])).unpacked.toString()).toBe('small');
  });

  it('buffers little, however much the last packed bytes unpack to', async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const sizes: number[] = [];
    async function* chunks(): AsyncGenerator<Buffer, void> {
      yield packed.subarray(0, -50);
      yield packed.subarray(-50);
    }
    for await (const part of unpackGzip(chunks(), () => {})) {
      sizes.push(part.length);
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(64 * 1024 * 1024);
    expect(Math.max(...sizes)).toBeLessThan(8 * 1024 * 1024);
  });

  it('gives everything before a cut', async () => {
    const packed = gzipSync(NOISE, { level: 1 });
    const { unpacked, codes, taken } = await unpack(packed.subarray(0, packed.length - 9), [50_000]);
    expect(codes).toEqual(['gzip-truncated']);
    expect(unpacked.length).toBeGreaterThan(0.99 * NOISE.length);
    expect(taken).toBe(packed.length - 9);
  });

  it('returns everything if only the checksum or the length is wrong', async () => {
    const packed = gzipSync(NOISE);
    for (const offset of [1, 5]) {
      const damaged = Buffer.from(packed);
      damaged[packed.length - offset] = (damaged[packed.length - offset] ?? 0) ^ 1;
      const { unpacked, codes } = await unpack(damaged);
      expect(codes).toEqual(['gzip-damaged']);
      expect(unpacked.equals(NOISE)).toBe(true);
    }
  });

  it('reports bytes after the last member', async () => {
    for (const trailer of ['garbage', 'garbage of a sentence', '\x1f\x8b\x00garbage', '\n'.repeat(240)]) {
      const packed = Buffer.concat([gzipSync(NOISE), Buffer.from(trailer, 'latin1')]);
      const { unpacked, codes } = await unpack(packed);
      expect(codes).toEqual(['gzip-trailing-bytes']);
      expect(unpacked.equals(NOISE)).toBe(true);
    }
  });

  it('reads all packed bytes, ends and reports, whichever byte is changed', async () => {
    const packed = gzipSync(NOISE.subarray(0, 20_000));
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const damaged = Buffer.from(packed);
        damaged[at] = (damaged[at] ?? 0) ^ mask;
        const { unpacked, codes, taken } = await unpack(damaged, [3_000]);
        expect(taken).toBe(packed.length);
        expect(codes.length === 1 || unpacked.equals(NOISE.subarray(0, 20_000))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('ends when its reader stops, and when its source fails', async () => {
    let isClosed = false;
    async function* chunks(): AsyncGenerator<Buffer, void> {
      try {
        for (;;) {
          yield gzipSync(NOISE);
        }
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of unpackGzip(chunks(), () => {})) {
      break;
    }
    await expect.poll(() => isClosed).toBe(true);
    async function* failing(): AsyncGenerator<Buffer, void> {
      yield gzipSync(NOISE).subarray(0, 100);
      throw new RangeError('The source failed');
    }
    await expect(async () => {
      for await (const _ of unpackGzip(failing(), () => {})) {
        // Only the end is tested.
      }
    }).rejects.toThrow('The source failed');
  });
});
