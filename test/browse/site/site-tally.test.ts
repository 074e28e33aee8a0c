import { expect, it } from 'vitest';
import { SiteTally } from '../../../src/browse/site/site-tally.ts';

it('sums by kind, the largest first, and takes files of unknown size for those of known size', () => {
  const tally = new SiteTally();
  tally.add('issue', 100);
  tally.add('issue', 50);
  expect(tally.wantsSize('patch')).toBe(true);
  for (let count = 0; count < 20; count += 1) {
    tally.add('patch', 10);
  }
  expect(tally.wantsSize('patch')).toBe(false);
  tally.add('patch', undefined);
  expect(tally.kinds()).toEqual([
    { kind: 'patch', count: 21, sizeBytes: 210 },
    { kind: 'issue', count: 2, sizeBytes: 150 },
  ]);
});
