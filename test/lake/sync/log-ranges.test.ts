import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logRanges } from '../../../src/lake/sync/log-ranges.ts';

function snapshots(count: number) {
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: `s${id}`,
    key: `k${id}`,
    takenAt: '',
    archive: `a${id}`,
  }));
}

describe('logRanges()', () => {
  it('combines 16 snapshots, and 16 times 16', () => {
    const namesOf = (count: number) => logRanges(snapshots(count)).map(({ name }) => name);
    expect(namesOf(0)).toEqual([]);
    expect(namesOf(2)).toEqual(['s0', 's1']);
    expect(namesOf(16)).toEqual(['s15x16']);
    expect(namesOf(33)).toEqual(['s15x16', 's31x16', 's32']);
    expect(namesOf(273)).toEqual(['s255x256', 's271x16', 's272']);
  });

  it('contains each snapshot once and in order, in few ranges', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), (count) => {
        const ranges = logRanges(snapshots(count));
        expect(ranges.flatMap(({ ids }) => ids)).toEqual(snapshots(count).map(({ id }) => id));
        expect(ranges.at(-1)?.end ?? 0).toBe(count);
        expect(ranges.length).toBeLessThanOrEqual(15 * 4);
      }),
    );
  });
});
