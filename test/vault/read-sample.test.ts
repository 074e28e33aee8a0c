import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/base/random.ts';
import { chooseSample, parseReadSample } from '../../src/vault/read-sample.ts';

const FILES = Array.from({ length: 200 }, (_, index) => ({
  sha256: createHash('sha256').update(String(index)).digest('hex'),
  sizeBytes: 1_000 + index,
}));

describe('parseReadSample()', () => {
  it.each([
    ['2/7', { type: 'group', group: 2, groups: 7 }],
    ['5%', { type: 'share', share: 0.05 }],
    ['0.5%', { type: 'share', share: 0.005 }],
    ['2G', { type: 'bytes', sizeBytes: 2 * 1024 ** 3 }],
  ])('reads %s', (text, sample) => {
    expect(parseReadSample(text)).toEqual(sample);
  });

  it.each(['0/7', '8/7', '0%', '101%', '', '0', 'some'])('refuses "%s"', (text) => {
    expect(parseReadSample(text)).toBeUndefined();
  });
});

describe('chooseSample()', () => {
  const random = createSeededRandom('sample');

  it('reads everything once in all groups together, and the same in a group each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (groups) => {
        const chosen = Array.from({ length: groups }, (_, index) =>
          chooseSample(FILES, { type: 'group', group: index + 1, groups }, random),
        );
        expect(chosen.flat()).toHaveLength(FILES.length);
        expect(new Set(chosen.flat())).toEqual(new Set(FILES));
        expect(chosen[0]).toEqual(chooseSample(FILES, { type: 'group', group: 1, groups }, random));
      }),
    );
  });

  it('reads a share by chance, at least one file, and over many runs all of them', () => {
    expect(chooseSample(FILES, { type: 'share', share: 0.05 }, random)).toHaveLength(10);
    expect(chooseSample(FILES.slice(0, 1), { type: 'share', share: 0.001 }, random)).toHaveLength(1);
    const seen = new Set<object>();
    for (let run = 0; run < 200; run += 1) {
      for (const file of chooseSample(FILES, { type: 'share', share: 0.05 }, random)) {
        seen.add(file);
      }
    }
    expect(seen.size).toBe(FILES.length);
  });

  it('reads no more bytes than asked for, unless one file alone has more', () => {
    const chosen = chooseSample(FILES, { type: 'bytes', sizeBytes: 20_000 }, random);
    const sum = chosen.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
    expect(sum).toBeLessThanOrEqual(20_000);
    expect(sum).toBeGreaterThan(18_000);
    expect(chooseSample(FILES, { type: 'bytes', sizeBytes: 1 }, random)).toHaveLength(1);
    for (const [sizeBytes, count] of [
      [2_000, 1],
      [2_001, 2],
    ] as const) {
      expect(chooseSample(FILES.slice(0, 2), { type: 'bytes', sizeBytes }, random)).toHaveLength(count);
    }
  });
});
