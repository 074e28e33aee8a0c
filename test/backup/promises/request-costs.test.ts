import { expect, it } from 'vitest';
import { IS_LONG } from '../../house/long-run.ts';
import { openBackupBench } from '../support/backup-bench.ts';

/** Numbers of parts in one backup; each part is a migration. */
const PART_COUNTS = IS_LONG ? [12, 24, 48] : [6];

it.each(PART_COUNTS)('a backup of %d parts costs at most eight requests for each', async (parts) => {
  const bench = await openBackupBench({ repositories: parts, issues: 1 });
  const { status } = await bench.backup('--split', '1');
  expect(status).toBe(0);
  expect(bench.callsOf('POST', '/user/migrations')).toBe(parts);
  const requests = bench.requests.filter(({ path }) => path.includes('/user/migrations'));
  expect(requests.length).toBeLessThanOrEqual(8 * parts);
  const lists = requests.filter(({ method, path }) => method === 'GET' && /migrations(?:\?|$)/.test(path));
  expect(lists.length).toBeLessThanOrEqual(1);
  // The second run finds the migrations of the first one with a single list of a few pages.
  const before = bench.requests.length;
  expect((await bench.backup('--split', '1')).status).toBe(0);
  expect(bench.requests.length - before).toBeLessThanOrEqual(8 * parts + Math.ceil(parts / 5));
});
