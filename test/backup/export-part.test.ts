import { expect, it, onTestFinished } from 'vitest';
import { openBackupBench } from './support/backup-bench.ts';

it('starts a migration if all that could be adopted are deleted at the service', async () => {
  const bench = await openBackupBench({ repositories: 1, issues: 1 });
  onTestFinished(() => bench.close());
  const { repositories } = bench.sandbox.ready;
  for (let count = 0; count < 4; count += 1) {
    const { out } = await bench.call(['export', 'start', '--repository', ...repositories, '--json'], {
      clock: bench.clock,
    });
    const id = String(JSON.parse(out).id);
    await bench.call(['export', 'wait', id], { clock: bench.clock });
    expect((await bench.call(['export', 'delete', id], { clock: bench.clock })).status).toBe(0);
  }
  const { status, err } = await bench.backup();
  expect([status, err]).toEqual([0, expect.any(String)]);
  expect(bench.callsOf('POST', '/user/migrations')).toBe(5);
});
