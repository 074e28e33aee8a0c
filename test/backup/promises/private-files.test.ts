import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBackupBench } from '../support/backup-bench.ts';

it('every file of a vault, a store, a dump, an extraction, a lake, a log and a cache is private', async () => {
  const former = process.umask(0);
  onTestFinished(() => void process.umask(former));
  const bench = await openBackupBench({ repositories: 1, issues: 2 });
  const at = (name: string) => join(bench.directory, 'made', name);
  const [archive = ''] = [join(bench.vault, 'archives')];
  expect((await bench.backup('--log-file', at('log/a.log'))).status).toBe(0);
  const [name = ''] = await readdir(archive);
  const inMade = async (...args: readonly string[]) => {
    const env = { PATH: process.env['PATH'] ?? '' }; // Bundles are written by git.
    const { status, err } = await bench.run(args, { clock: bench.clock, env });
    expect([args[0], status, err]).toEqual([args[0], 0, err]);
  };
  await inMade('load', join(archive, name), '--db', at('store/a.db'));
  for (const format of ['csv', 'markdown', 'archive']) {
    await inMade('dump', format, '--db', at('store/a.db'), '--output', at(`dumps/${format}/x`));
  }
  await inMade('vault', 'copy', bench.vault, at('copy'));
  await inMade('vault', 'import', join(archive, name), '--vault', at('imported'));
  await inMade('lake', 'sync', '--output', at('lake'), '--vault', bench.vault);
  for (const from of [join(archive, name), bench.vault]) {
    const place = at(`extracted/${from === bench.vault ? 'store' : 'archive'}`);
    await inMade('extract', from, `${place}/files`);
    await inMade('extract', from, `${place}/bundles`, '--bundle');
  }
  const open: string[] = [];
  for (const top of [bench.vault, join(bench.directory, 'made'), join(bench.directory, 'data')]) {
    for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (((await lstat(path)).mode & 0o077) !== 0) {
        open.push(path.slice(bench.directory.length + 1));
      }
    }
  }
  expect(open).toEqual([]);
});
