import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../../../../src/sandbox/server/storage/send-archive.ts';

describe('parseRange()', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes=3-99', { start: 3, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['Bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-3', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
    ['', 'whole'],
    [null, 'whole'],
  ])('reads "%s" of ten bytes', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  it('never leaves the object', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 1_000_000 }), (first, last, sizeBytes) => {
        const range = parseRange(`bytes=${first}-${last}`, sizeBytes);
        if (typeof range === 'object') {
          expect(range.start).toBeLessThanOrEqual(range.end);
          expect(range.end).toBeLessThan(sizeBytes);
        }
      }),
    );
  });
});
