import { describe, expect, it } from 'vitest';
import { findDrops } from '../../src/notify/find-drops.ts';

const BEFORE = { bytes: 1_000_000, records: 1_000, repositories: 10, counts: { issue: 500, team: 5 } };

describe('findDrops()', () => {
  it('finds nothing where all grew, or shrank a little', () => {
    expect(
      findDrops(BEFORE, { bytes: 2_000_000, records: 990, repositories: 10, counts: { issue: 499 } }, 30),
    ).toEqual([]);
  });

  it('finds a kind that vanished while the whole grew', () => {
    const after = { ...BEFORE, records: 1_100, counts: { team: 5 } };
    expect(findDrops(BEFORE, after, 30)).toEqual(['There are 0 records of the kind issue, and were 500']);
  });

  it('finds fewer repositories, records and bytes from the given share on', () => {
    const after = { bytes: 700_000, records: 700, repositories: 7, counts: BEFORE.counts };
    expect(findDrops(BEFORE, after, 30)).toHaveLength(3);
    expect(findDrops(BEFORE, after, 31)).toEqual([]);
  });

  it('lets small numbers come and go', () => {
    expect(findDrops(BEFORE, { ...BEFORE, counts: { issue: 500, team: 0 } }, 30)).toEqual([]);
  });
});
