import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCliBench } from '../support/run-cli.ts';

async function open() {
  const bench = await openCliBench({ issues: 2 });
  const vault = join(bench.directory, 'vault');
  const backup = async (...args: readonly string[]) =>
    await bench.call(['backup', '--vault', vault, '--all-orgs', ...args]);
  return { ...bench, vault, backup };
}

describe('satchel backup --all-orgs', () => {
  it('backs up the account and its organization, into one vault and one store', async () => {
    const { backup, run, sandbox, vault, requests } = await open();
    const { status, err, out } = await backup();
    expect([status, err.includes('satchel:')]).toEqual([0, false]);
    const { user, organization, repositories } = sandbox.ready;
    expect(err).toContain('Backing up the account (1 of 2)');
    expect(err).toContain(`Backing up the organization "${organization}" (2 of 2)`);
    expect(out.match(/verified/g)?.length).toBeGreaterThanOrEqual(2);
    const archives = await readdir(join(vault, 'archives'));
    expect(archives.map((name) => name.replace(/^.*?Z-|-\d+\.tar\.gz$/g, '')).toSorted()).toEqual(
      [user, organization].toSorted(),
    );
    const sql = 'select repo from repositories order by repo';
    const rows = JSON.parse((await run(['query', sql, '--vault', vault, '--json'])).out);
    expect(rows).toEqual(repositories.toSorted().map((name) => ({ repo: name })));
    const starts = requests.filter(({ method }) => method === 'POST');
    expect(starts.map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/user\/migrations$/),
      expect.stringMatching(/\/orgs\/[^/]+\/migrations$/),
    ]);
  });

  it('leaves out organizations by name', async () => {
    const { backup, sandbox, vault } = await open();
    const { organization, user } = sandbox.ready;
    expect((await backup('--skip-org', organization.toUpperCase())).status).toBe(0);
    const archives = await readdir(join(vault, 'archives'));
    expect(archives).toEqual([expect.stringContaining(user)]);
  });

  it('shows the choice for every owner and starts nothing', async () => {
    const { backup, sandbox, requests } = await open();
    const { status, out } = await backup('--dry-run', '--json');
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const names = lines.flatMap(({ repositories }) =>
      repositories.map(({ repository }: { readonly repository: string }) => repository),
    );
    expect([status, names.toSorted()]).toEqual([0, sandbox.ready.repositories.toSorted()]);
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is satisfied with an owner that has nothing to export, but not if all have nothing', async () => {
    const { backup, sandbox } = await open();
    const { user } = sandbox.ready;
    const one = await backup('--except', `${user}/*`);
    expect([one.status, one.err]).toEqual([0, expect.stringContaining('Cannot export anything')]);
    expect((await backup('--except', '*')).status).toBe(10);
  });

  it.each([
    ['--org', 'acme'],
    ['--repository', 'acme/rocket'],
    ['--migration', '7'],
  ])('cannot be combined with %s', async (...args) => {
    const { backup, requests } = await open();
    const { status, err } = await backup(...args);
    expect([status, err]).toEqual([2, expect.stringContaining(`Leave out --all-orgs or ${args[0]};`)]);
    expect(requests).toEqual([]);
  });
});
