import { expect, it } from 'vitest';
import { openBackupBench } from './support/backup-bench.ts';

it('starts a migration if all that could be adopted are deleted at the service', async () => {
  const bench = await openBackupBench({ dialect: 'github', repositories: 1, issues: 1 });
  const { repositories } = bench.sandbox.ready;
  // Its migrations state all switches; others are not adopted.
  const github = ['--dialect', 'github'];
  const call = async (...args: readonly string[]) =>
    await bench.call([...args, ...github], { clock: bench.clock });
  for (let count = 0; count < 4; count += 1) {
    const { out } = await call('export', 'start', '--repository', ...repositories, '--json');
    const id = String(JSON.parse(out).id);
    await call('export', 'wait', id);
    expect((await call('export', 'delete', id)).status).toBe(0);
  }
  const { status, err } = await bench.backup(...github);
  expect(err).toContain('reused');
  expect([status, err]).toEqual([0, expect.any(String)]);
  expect(bench.callsOf('POST', '/user/migrations')).toBe(5);
  expect((await bench.files()).filter((path) => path.includes('.part'))).toEqual([]);
});

it('adopts no migration that is older than what the vault has', async () => {
  const bench = await openBackupBench({ dialect: 'github', repositories: 1, issues: 1 });
  const github = ['--dialect', 'github'];
  for (let count = 0; count < 2; count += 1) {
    const start = [
      'export',
      'start',
      '--repository',
      ...bench.sandbox.ready.repositories,
      '--json',
      ...github,
    ];
    const { out } = await bench.call(start, { clock: bench.clock });
    await bench.call(['export', 'wait', String(JSON.parse(out).id), ...github], { clock: bench.clock });
  }
  expect((await bench.backup(...github)).err).toContain('reused');
  expect((await bench.backup(...github)).err).not.toContain('reused');
  expect(bench.callsOf('POST', '/user/migrations')).toBe(3);
});
