import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { openBucketBench, VAULT } from '../../backup/support/bucket-bench.ts';
import { runHere } from '../../cli/support/run-here.ts';
import { MAIN } from '../../house/packed-program.ts';

const PATH = process.env['PATH'] ?? '';

const keyOf = (oid: string) => `lfs/${oid.slice(0, 2)}/${oid}`;

async function openBench() {
  const bench = await openBucketBench({ largeFiles: 12, repositories: 2, issues: 2 }, { env: { PATH } });
  const files = bench.sandbox.world.contents.flatMap(({ largeFiles = [] }) => largeFiles);
  return { ...bench, files, first: files[0] ?? { oid: '', text: '' } };
}

/** A vault in a directory, with 12 files in Git LFS. */
async function inDirectory() {
  const bench = await openBench();
  const vault = join(bench.directory, 'vault');
  const env = { PATH, HOME: bench.directory, SATCHEL_TOKEN: bench.sandbox.ready.tokens.classic };
  const run = async (...args: readonly string[]) => await runHere([...args, '--vault', vault, '--json'], env);
  expect((await run(...bench.backupArgs('--lfs'))).status).toBe(0);
  /** As `run`, without the right of a superuser to read everything. */
  const runBound = async (...args: readonly string[]) => {
    const command = [process.execPath, MAIN, ...args, '--vault', vault, '--json'];
    const bound = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...command];
    const [program = '', ...rest] = process.getuid?.() === 0 ? bound : command;
    const done = promisify(execFile)(program, rest, { env });
    return await done.catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  };
  return { ...bench, vault, run, runBound, place: (oid: string) => join(vault, keyOf(oid)) };
}

/** A vault in object storage, and the place of its files on this machine. */
async function inBucket() {
  const bench = await openBench();
  const here = bench.machine('here');
  expect((await here.backUpHere('--lfs')).status).toBe(0);
  const folders = readdirSync(here.home, { recursive: true, encoding: 'utf8' });
  const vault = join(here.home, dirname(folders.find((path) => path.endsWith('/vault/store.db')) ?? ''));
  const put = (oid: string, content: string) => {
    mkdirSync(dirname(join(vault, keyOf(oid))), { recursive: true });
    writeFileSync(join(vault, keyOf(oid)), content);
  };
  const fetch = async () => {
    const { base_url: url } = bench.sandbox.ready;
    return await here.ask(['vault', 'fetch-lfs', '--base-url', url, '--json']);
  };
  return { ...bench, here, vault, put, fetch };
}

describe('a file in Git LFS', () => {
  it('that cannot be read stays in a directory, and is not called damaged', async () => {
    const { first, place, runBound } = await inDirectory();
    chmodSync(place(first.oid), 0);
    const repair = await runBound('vault', 'repair');
    const check = await runBound('vault', 'check', '--read-data');
    chmodSync(place(first.oid), 0o600);
    expect(repair.stdout).toMatch(/Cannot read .+"result":"impossible"/);
    expect(check.stdout).toContain('"code":"lfs-unreadable"');
    expect(readFileSync(place(first.oid), 'utf8')).toBe(first.text);
  });

  it('that was set aside is only removed by a prune if it is damaged', async () => {
    const { files, vault, run, runBound } = await inDirectory();
    const [whole, damaged, unreadable] = files;
    mkdirSync(join(vault, 'damaged'));
    const aside = (oid = '') => join(vault, 'damaged', `20200101T000000Z-lfs-${oid.slice(0, 2)}-${oid}`);
    writeFileSync(aside(whole?.oid), whole?.text ?? '');
    writeFileSync(aside(damaged?.oid), 'damaged');
    writeFileSync(aside(unreadable?.oid), 'x', { mode: 0 });
    await runBound('vault', 'prune');
    expect([whole, damaged, unreadable].map((file) => existsSync(aside(file?.oid)))).toEqual([
      true,
      false,
      true,
    ]);
    chmodSync(aside(unreadable?.oid), 0o600);
    await run('vault', 'prune');
    expect(existsSync(aside(unreadable?.oid))).toBe(false);
  });

  it('stays on a machine if the one of its name in object storage is damaged', async () => {
    const { server, first, vault, put, fetch } = await inBucket();
    const whole = server.objects.get(keyOf(first.oid)) ?? Buffer.of();
    put(first.oid, first.text);
    server.objects.set(keyOf(first.oid), Buffer.from('damaged'));
    expect((await fetch()).status).toBe(0);
    expect(readFileSync(join(vault, keyOf(first.oid)), 'utf8')).toBe(first.text);
    server.objects.set(keyOf(first.oid), whole);
    expect((await fetch()).status).toBe(0);
    expect(existsSync(join(vault, keyOf(first.oid)))).toBe(false);
  });

  it('that no archive needs is removed from object storage by a prune that is no dry run', async () => {
    const { server, here, files } = await inBucket();
    const spare = keyOf('0'.repeat(64));
    server.objects.set(spare, Buffer.from('spare'));
    for (const [flags, isLeft] of [[['--dry-run'], true] as const, [[], false] as const]) {
      expect(await here.run(['vault', 'prune', ...flags])).toContain(spare);
      expect(server.objects.has(spare)).toBe(isLeft);
    }
    expect(files.filter(({ oid }) => !server.objects.has(keyOf(oid)))).toEqual([]);
  });

  it('that is damaged on a machine does not prevent uploads, and is fetched again', async () => {
    const { server, first, vault, put, fetch, here } = await inBucket();
    server.objects.delete(keyOf(first.oid));
    put(first.oid, 'damaged');
    const { status, out, err } = await fetch();
    expect([status, JSON.parse(out.trim().split('\n').at(-1) ?? ''), err]).toMatchObject([
      0,
      { fetched: 1, missing: 0 },
      expect.anything(),
    ]);
    expect(readdirSync(join(vault, 'damaged'))).toEqual([expect.stringContaining(first.oid)]);
    expect(await here.findings()).toEqual([]);
  });

  it('is fetched from object storage by those who need it, and by no one else', async () => {
    const { files, machine, directory } = await inBucket();
    const there = machine('there');
    await there.run(['dump', 'archive', '--output', join(directory, 'dump.tar.gz')]);
    await there.run(['dump', 'forge', join(directory, 'moved')]);
    const moved = readdirSync(join(directory, 'moved'), { recursive: true, encoding: 'utf8' });
    expect(moved.filter((name) => name.endsWith('/git/HEAD')).length).toBeGreaterThan(1);
    const fetched = () =>
      readdirSync(there.home, { recursive: true, encoding: 'utf8' }).filter((path) =>
        files.some(({ oid }) => path.endsWith(`/lfs/${oid.slice(0, 2)}/${oid}`)),
      );
    expect(fetched()).toEqual([]);
    await there.run(['extract', VAULT, join(directory, 'out')]);
    const names = readdirSync(join(directory, 'out'), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => files.some(({ oid }) => name.endsWith(`/${oid}`)))).toHaveLength(12);
    expect(fetched()).toHaveLength(12);
  });

  it('is not removed while the store has the wiki of a repository, and not the repository', async () => {
    const { first, vault, run, place } = await inDirectory();
    const db = openDatabase(join(vault, 'store.db'), { readonly: false });
    db.exec('UPDATE kept_repositories SET is_wiki = 1');
    db.close();
    rmSync(join(vault, 'git'), { recursive: true });
    const { err } = await run('vault', 'prune', '--dry-run');
    expect(err).toMatch(/No file in Git LFS is removed: the git data of .+ is not in the store/);
    expect(existsSync(place(first.oid))).toBe(true);
  });
});
