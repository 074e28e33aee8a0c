import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { CURRENT, OLD } from '../../house/samples.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

let bench: CliBench;
let folder: string;

beforeEach(async () => {
  bench = await openCliBench({ repositories: 1, issues: 1 });
  folder = join(bench.directory, 'work');
  await mkdir(folder);
});

describe('satchel load', () => {
  it('loads archives of both generations into one store', async () => {
    const db = join(folder, 'work.db');
    const { status, out, err } = await bench.run(['load', CURRENT, OLD, '--db', db]);
    expect([status, out]).toEqual([0, `${db}\n`]);
    expect(err.match(/Loaded \d+ records/g)).toHaveLength(2);
    expect((await readdir(folder)).filter((name) => name !== 'work.files')).toEqual(['work.db']);
  });

  it('salvages a damaged archive on request, and ends as what was asked was done, with a warning', async () => {
    const db = join(folder, 'work.db');
    const half = join(folder, 'half.tar.gz');
    const bytes = await readFile(CURRENT);
    await writeFile(half, bytes.subarray(0, bytes.length / 2));
    const refused = await bench.run(['load', half, '--db', db]);
    expect([refused.status, refused.err.includes('--salvage')]).toEqual([6, true]);
    const { status, out, err } = await bench.run(['load', half, '--db', db, '--salvage']);
    expect([status, out]).toEqual([3, `${db}\n`]);
    expect(err).toMatch(/Salvaged [1-9]\d* records of .*half\.tar\.gz/);
    expect(err).toContain('gzip-truncated');
    const snapshots = await bench.run(['query', 'SELECT scope FROM snapshots', '--db', db, '--json']);
    expect(snapshots.out).toContain('salvaged');
  });

  it('says of a damaged stream that what was read of it may be wrong', async () => {
    const db = join(folder, 'work.db');
    const damaged = join(folder, 'damaged.tar.gz');
    const bytes = await readFile(CURRENT);
    const at = bytes.length - 8; // The checksum of the whole stream.
    await writeFile(damaged, Buffer.concat([bytes.subarray(0, at), Buffer.alloc(4), bytes.subarray(at + 4)]));
    const { status, err } = await bench.run(['load', damaged, '--db', db, '--salvage']);
    expect([status, err]).toEqual([3, expect.stringContaining('what was read before that may be wrong')]);
    const { out } = await bench.run(['query', 'SELECT scope FROM snapshots', '--db', db, '--json']);
    expect(out).toContain('may be wrong');
  });

  it('loads the same rows whichever splitter cuts the records', async () => {
    const counts = await Promise.all(
      ['bytes', 'stream-json'].map(async (splitter) => {
        const db = join(folder, `${splitter}.db`);
        expect((await bench.run(['load', CURRENT, '--db', db, '--splitter', splitter])).status).toBe(0);
        const tables = JSON.parse((await bench.run(['tables', '--db', db, '--json'])).out);
        return tables.map(({ name, rows }: { name: string; rows: number }) => [name, rows]);
      }),
    );
    expect(counts[0]).toEqual(counts[1]);
  });

  it('says how many records were in the archives more than once', async () => {
    const db = join(folder, 'work.db');
    const copy = join(folder, 'copy.tar.gz');
    await writeFile(copy, await readFile(CURRENT));
    const { status, err } = await bench.run(['load', CURRENT, copy, '--together', '--db', db]);
    expect([status, err]).toEqual([
      0,
      expect.stringContaining(': 403 added, 403 repeated (the last one counts)\n'),
    ]);
    const same = await bench.run(['load', CURRENT, copy, '--together', '--db', db]);
    expect(same.err).toContain(`${CURRENT}, ${copy} are already in the store`);
    const again = await bench.run(['load', OLD, '--db', join(folder, 'old.db')]);
    expect(again.err).not.toContain('repeated');
  });

  it('builds no index on request, and search says so', async () => {
    const db = join(folder, 'work.db');
    expect((await bench.run(['load', CURRENT, '--db', db, '--no-search'])).status).toBe(0);
    const { status, err } = await bench.run(['search', 'anything', '--db', db]);
    expect(status).not.toBe(0);
    expect(err).toContain('without --no-search');
  });

  it('reads the age and scope of an archive from its vault', async () => {
    const vault = join(folder, 'vault');
    expect((await bench.call(['backup', '--vault', vault, '--exclude-releases'])).status).toBe(0);
    const [name = ''] = await readdir(join(vault, 'archives'));
    const archive = join(vault, 'archives', name);
    const read = async (db: string) => {
      const sql = 'select taken_at, migration_id, scope from snapshots';
      return JSON.parse((await bench.run(['query', sql, '--db', db, '--json'])).out);
    };
    const db = join(folder, 'again.db');
    expect((await bench.run(['load', archive, '--db', db])).status).toBe(0);
    const inVault = await read(join(vault, 'store.db'));
    expect(inVault[0].scope).toContain('excludeReleases');
    expect(await read(db)).toEqual(inVault);
    // A copy outside of the vault has no manifest.
    const copy = join(folder, 'copy.tar.gz');
    await writeFile(copy, await readFile(archive));
    const other = join(folder, 'copy.db');
    expect((await bench.run(['load', copy, '--db', other])).status).toBe(0);
    expect(await read(other)).toEqual([expect.objectContaining({ migration_id: null, scope: null })]);
  });

  it('loads the parts of one export as one snapshot', async () => {
    const parts: string[] = [];
    for (const flag of ['--exclude-metadata', '--exclude-git-data']) {
      const { out } = await bench.call(['export', 'start', flag]);
      await bench.call(['export', 'wait', out.trim()]);
      const path = join(folder, `${flag.slice(2)}.tar.gz`);
      expect((await bench.call(['export', 'download', out.trim(), '--output', path])).status).toBe(0);
      parts.push(path);
    }
    const db = join(folder, 'work.db');
    expect((await bench.run(['load', ...parts, '--together', '--db', db])).status).toBe(0);
    const sql =
      'select (select count(*) from snapshots) as snapshots, (select count(*) from repositories) as repositories';
    expect(JSON.parse((await bench.run(['query', sql, '--db', db, '--json'])).out)).toEqual([
      { snapshots: 1, repositories: 1 },
    ]);
  });

  it('changes nothing when the archive is there already', async () => {
    const db = join(folder, 'work.db');
    await bench.run(['load', CURRENT, '--db', db]);
    const before = await readFile(db);
    const { err } = await bench.run(['load', CURRENT, '--db', db]);
    expect(err).toContain('Nothing to do');
    expect((await readFile(db)).equals(before)).toBe(true);
  });

  it.each([
    ['records that a limit left out', ['--max-entry-size', '20000'], 6, /: [1-9]\d* added, \d+ unchanged\n/],
    ['repositories', ['--no-git'], 0, /: 403 unchanged\n/],
  ])('loads the rest of an archive that was loaded without %s', async (_, flags, exit, summary) => {
    const db = join(folder, 'work.db');
    expect((await bench.run(['load', CURRENT, '--db', db, ...flags])).status).toBe(exit);
    const { status, err } = await bench.run(['load', CURRENT, '--db', db]);
    expect([status, err]).toEqual([0, expect.stringMatching(summary)]);
    const whole = join(folder, 'whole.db');
    await bench.run(['load', CURRENT, '--db', whole]);
    const countsOf = async (path: string) => {
      const newest = 'WHERE snapshot_id = (SELECT max(id) FROM snapshots)';
      const kept = `(SELECT sum(size_bytes) FROM kept_repositories ${newest}) AS kept`;
      const query = `SELECT (SELECT count(*) FROM issues) AS issues, (SELECT count(*) FROM issue_events) AS events, ${kept}`;
      return (await bench.run(['query', query, '--db', path, '--csv'])).out;
    };
    expect(await countsOf(db)).toBe(await countsOf(whole));
    const again = await bench.run(['load', CURRENT, '--db', db]);
    expect([again.status, again.err]).toEqual([0, expect.stringContaining('Nothing to do')]);
  });

  it('builds the index of a store that has the archive without one', async () => {
    const db = join(folder, 'work.db');
    await bench.run(['load', CURRENT, '--db', db, '--no-search']);
    const { status, err } = await bench.run(['load', CURRENT, '--db', db]);
    expect([status, err]).toEqual([0, expect.stringContaining('Indexed the texts of the store')]);
    expect((await bench.run(['search', 'the', '--db', db])).status).toBe(0);
    expect((await bench.run(['load', CURRENT, '--db', db])).err).toContain('Nothing to do');
  });

  it('names the limit that stopped a load', async () => {
    const { status, err } = await bench.run(['load', CURRENT, '--max-entries', '10']);
    expect(status).toBe(6);
    expect(err).toContain(
      'it has more than 10 entries (max entries). If you trust the archive, raise this limit.',
    );
  });

  it('uses a default store if none is named, and later commands find it', async () => {
    expect((await bench.run(['load', CURRENT])).status).toBe(0);
    const { out } = await bench.run(['query', 'select count(*) > 0 as has_issues from issues', '--json']);
    expect(JSON.parse(out)).toEqual([{ has_issues: 1 }]);
  });
});

describe.each(['load', 'verify', 'inspect'] as const)('satchel %s with bad input', (command) => {
  async function failed(path: string) {
    const args = command === 'load' ? [command, path, '--db', join(folder, 'work.db')] : [command, path];
    const result = await bench.run(args);
    expect(
      result.err
        .trimEnd()
        .split('\n')
        .filter((line) => line.startsWith('satchel: ')),
    ).toHaveLength(1);
    expect((await readdir(folder)).filter((name) => name.startsWith('work.db'))).toEqual([]);
    return result;
  }

  it('finds an archive truncated', async () => {
    const path = join(folder, 'cut.tar.gz');
    const whole = await readFile(CURRENT);
    for (const share of [0.5, 0.99]) {
      await writeFile(path, whole.subarray(0, Math.floor(whole.length * share)));
      expect((await failed(path)).status).toBe(6);
    }
  });

  it.each([
    ['a text', Buffer.from('Dear archive, you are none. '.repeat(100))],
    ['nothing', Buffer.alloc(0)],
    ['a gzip of a text', gzipSync(Buffer.from('Dear archive, you are none. '.repeat(100)))],
    [
      'an error page of storage',
      Buffer.from('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'),
    ],
  ])('tells %s from an archive', async (_what, bytes) => {
    const path = join(folder, 'other.tar.gz');
    await writeFile(path, bytes);
    const result = await failed(path);
    expect(result.status).toBe(6);
    expect(result.err).toContain('other.tar.gz');
  });

  it('says if there is no such file', async () => {
    expect((await failed(join(folder, 'none.tar.gz'))).status).toBe(10);
  });

  it.runIf(command === 'load')('does not change a file that is not a store', async () => {
    const db = join(folder, 'diary.db');
    await writeFile(db, 'Dear diary, this is no database.'.repeat(50));
    const result = await bench.run(['load', CURRENT, '--db', db]);
    expect(result.status).toBe(10);
    expect(await readFile(db, 'utf8')).toContain('Dear diary');
    await rm(db);
  });
});
