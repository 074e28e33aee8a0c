import { access, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startFrontService } from '../../support/front-service.ts';
import { type CliBench, openCliBench } from '../../support/run-cli.ts';

let bench: CliBench;
let id: string;

beforeAll(async () => {
  bench = await openCliBench();
  const started = await bench.call(['export', 'start', '--lock-repositories', '--exclude-git-data']);
  id = started.out.trim();
});

/** The account's own repositories: exporting those of the organization requires --org. */
function owned(): string[] {
  const { user, repositories } = bench.sandbox.ready;
  return repositories.filter((name) => name.startsWith(`${user}/`));
}

describe('satchel export', () => {
  it('starts a migration and prints its id alone', () => {
    expect(id).toMatch(/^\d+$/);
  });

  it('waits, and prints the state', async () => {
    expect(await bench.call(['export', 'wait', id])).toMatchObject({ status: 0, out: 'exported\n' });
    const events = (await bench.call(['export', 'wait', id, '--json'])).out.trimEnd().split('\n');
    expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({
      message_type: 'summary',
      id: Number(id),
      state: 'exported',
    });
  });

  it('shows one migration and lists all', async () => {
    const status = await bench.call(['export', 'status', id]);
    expect(status.out).toContain(`Migration ${id}: exported`);
    expect(status.out).toContain('lockRepositories');
    const json = JSON.parse((await bench.call(['export', 'status', id, '--json'])).out);
    expect(json).toMatchObject({
      id: Number(id),
      state: 'exported',
      repositories: expect.arrayContaining(owned()),
    });
    expect(JSON.parse((await bench.call(['export', 'list', '--json'])).out)).toHaveLength(1);
    expect((await bench.call(['export', 'list', '--csv'])).out.split('\r\n')[1]).toMatch(
      new RegExp(`^${id},exported,${json.created_at},${json.updated_at},`),
    );
  });

  it('lists the repositories of a migration and those that could be exported', async () => {
    const names = owned();
    const ofMigration = JSON.parse((await bench.call(['export', 'repos', id, '--json'])).out);
    expect(ofMigration.map((row: { repository: string }) => row.repository).sort()).toEqual(
      [...names].sort(),
    );
    expect((await bench.call(['export', 'repos', '--tsv'])).out.split('\n').length).toBeGreaterThan(1);
  });

  it('downloads a whole archive, and never over a file', async () => {
    const path = join(bench.directory, 'work.tar.gz');
    expect(await bench.call(['export', 'download', id, '--output', path])).toMatchObject({
      status: 0,
      out: `${path}\n`,
    });
    const again = await bench.call(['export', 'download', id, '--output', path]);
    expect(again).toMatchObject({ status: 2, out: '' });
    expect(again.err).toContain('the file exists already');
    expect(await readdir(bench.directory)).toEqual(expect.not.arrayContaining(['work.tar.gz.part']));
  });

  it.each([
    ['../evil', /^evil~[0-9a-f]{16}\.tar\.gz$/],
    ['/tmp/evil', /^tmp-evil~[0-9a-f]{16}\.tar\.gz$/],
    ['', `migration-ID.tar.gz`],
    [null, `migration-ID.tar.gz`],
    ['..', /^_~[0-9a-f]{16}\.tar\.gz$/],
    ['x\u202e\n\u001b[2J', /^x-2J~[0-9a-f]{16}\.tar\.gz$/],
    ['a'.repeat(5_000), /^a+~[0-9a-f]{16}\.tar\.gz$/],
  ])('stays in this directory for the GUID %j', async (guid, name) => {
    const front = await startFrontService(bench.sandbox.ready.base_url, ({ body }) => {
      Object.assign((body ?? {}) as object, { guid });
    });
    const directory = await mkdtemp(join(bench.directory, 'here-'));
    const before = process.cwd();
    process.chdir(directory);
    try {
      const { status } = await bench.run(['export', 'download', id, '--base-url', front.url]);
      expect(status).toBe(0);
    } finally {
      process.chdir(before);
    }
    const wanted = typeof name === 'string' ? name.replace('ID', id) : expect.stringMatching(name);
    expect(await readdir(directory)).toEqual([wanted]);
  });

  it('unlocks locked repositories, and says if there were none', async () => {
    const [first = ''] = owned();
    expect((await bench.call(['export', 'unlock', id])).out).toContain(`${first}: unlocked`);
    expect((await bench.call(['export', 'unlock', id, first])).out).toBe(
      `${first}: was not locked, or this token cannot see it\n`,
    );
    const name = first.slice(first.indexOf('/') + 1).toUpperCase();
    expect((await bench.call(['export', 'unlock', id, name])).out).toBe(
      `${name}: was not locked, or this token cannot see it\n`,
    );
  });

  it('refuses to unlock what is not in the migration, before it unlocks anything', async () => {
    const [first = ''] = owned();
    const { status, out, err } = await bench.call(['export', 'unlock', id, first, 'nosuch/repo']);
    expect([status, out]).toEqual([10, '']);
    expect(err).toContain(`Cannot unlock "nosuch/repo": migration ${id} does not contain it`);
  });

  it('deletes the archive at the service, after a rehearsal', async () => {
    expect((await bench.call(['export', 'delete', id, '--dry-run'])).out).toMatch(
      /^Would delete the archive of migration \d+ \(exported, created [\d-]+T[\d:]+Z\)\n$/,
    );
    expect((await bench.call(['export', 'delete', id])).out).toBe(`Deleted the archive of migration ${id}\n`);
    expect((await bench.call(['export', 'delete', id])).out).toContain('nothing to delete');
    const path = join(bench.directory, 'gone.tar.gz');
    const result = await bench.call(['export', 'download', id, '--output', path]);
    expect(result.status).toBe(10);
    await expect(access(path)).rejects.toThrow();
  });

  it('works for organizations', async () => {
    const { organization, repositories } = bench.sandbox.ready;
    const theirs = repositories.filter((name) => name.startsWith(`${organization}/`));
    const started = await bench.call(['export', 'start', '--org', organization, '--json']);
    expect(JSON.parse(started.out)).toMatchObject({ state: 'pending', repositories: theirs });
    const waited = await bench.call([
      'export',
      'wait',
      String(JSON.parse(started.out).id),
      '--org',
      organization,
    ]);
    expect(waited).toMatchObject({ status: 0, out: 'exported\n' });
  });

  it('refuses metadata alone together with repositories', async () => {
    const result = await bench.call(['export', 'start', '--org-metadata-only', '--repository', 'a/b']);
    expect(result.status).toBe(2);
  });

  it('says if there is no such migration', async () => {
    const result = await bench.call(['export', 'status', '1']);
    expect(result.status).toBe(10);
    expect(result.err).toContain('migration 1');
    expect((await bench.call(['export', 'status', 'seven'])).status).toBe(2);
  });

  it('shows what it would choose, and why not the rest, and starts nothing', async () => {
    const before = bench.requests.filter(({ method }) => method === 'POST').length;
    const [kept = '', ...others] = owned();
    const flags = ['--dry-run', '--match', kept];
    for (const command of [
      ['export', 'start'],
      ['backup', '--vault', join(bench.directory, 'nowhere')],
    ]) {
      const { status, out } = await bench.call([...command, ...flags, '--json']);
      expect(status).toBe(0);
      const { repositories } = JSON.parse(out);
      expect(repositories).toHaveLength(others.length + 1);
      expect(repositories).toContainEqual({ repository: kept, is_taken: true, reason: '' });
      const shown = await bench.call([...command, ...flags]);
      expect(shown.err).toContain(`Would export 1 of ${others.length + 1}`);
      expect(shown.out).toMatch(/^repository\texported\treason\n/);
    }
    expect(bench.requests.filter(({ method }) => method === 'POST')).toHaveLength(before);
    const both = await bench.call(['export', 'start', '--repository', kept, '--fork', 'no']);
    expect([both.status, both.err]).toEqual([2, expect.stringContaining('both by name and by filter')]);
    const span = await bench.call(['export', 'start', '--pushed-since', 'often']);
    expect(span.status).toBe(2);
    expect(await readdir(bench.directory)).not.toContain('nowhere');
  });

  it('chooses by size and stars as the service counts them', async () => {
    const choose = async (...flags: readonly string[]) => {
      const { out } = await bench.call(['export', 'start', '--dry-run', '--json', ...flags]);
      const { repositories }: { repositories: { repository: string; is_taken: boolean; reason: string }[] } =
        JSON.parse(out);
      return repositories;
    };
    const all = (await choose()).map(({ repository }) => repository);
    const starless = await choose('--max-stars', '0');
    const starred = await choose('--min-stars', '1');
    const takenBy = (verdicts: readonly { is_taken: boolean; repository: string }[]) =>
      verdicts.filter(({ is_taken: isTaken }) => isTaken).map(({ repository }) => repository);
    expect([...takenBy(starless), ...takenBy(starred)].toSorted()).toEqual(all.toSorted());
    expect(takenBy(starred)).not.toHaveLength(0);
    expect(await choose('--min-size', '1TiB')).toEqual(
      all.map((repository) => ({
        repository,
        is_taken: false,
        reason: expect.stringMatching(/^its size is .+B$/),
      })),
    );
    expect(takenBy(await choose('--max-size', '1TiB'))).toEqual(all);
  });

  it('reads names from a file, and refuses an empty one', async () => {
    const path = join(bench.directory, 'none.txt');
    await writeFile(path, '# nothing\n\n');
    const result = await bench.call(['export', 'start', '--repositories-from', path]);
    expect(result.status).toBe(2);
    expect(result.err).toContain('the file lists none');
  });
});
