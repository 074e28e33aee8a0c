import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAIN } from '../../house/packed-program.ts';

/**
 * The store that the version of November 2026 (schema 16) created from the first sample:
 * `satchel load test/fixtures/archives/2019.tar.gz --taken-at 2019-12-31`.
 */
const OLDER = new URL('fixtures/older-store.db.gz', import.meta.url);

const sample = (name: string) => fileURLToPath(new URL(`../../fixtures/archives/${name}`, import.meta.url));

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-older-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      encoding: 'utf8',
      env: { ...process.env, XDG_DATA_HOME: folder },
    });
    expect(stderr.replace(/^Warning.*\n/gm, ''), args.join(' ')).toBe('');
    expect(status, args.join(' ')).toBe(0);
    return stdout;
  };
  const load = (name: string, db: string, takenAt: string) =>
    run('load', sample(name), '--db', db, '--taken-at', takenAt, '--quiet');
  return { at: (name: string) => join(folder, name), run, load };
}

/** The dump of a store, without the time of the load and the version that loaded it. */
async function readDump(folder: string): Promise<ReadonlyMap<string, unknown>> {
  const tables = new Map<string, unknown>();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()) {
    const rows: readonly Record<string, unknown>[] = JSON.parse(await readFile(join(folder, name), 'utf8'));
    tables.set(
      name,
      rows.map(({ loaded_at: _, satchel_version: __, ...row }) => row),
    );
  }
  return tables;
}

describe('a store of an older program', () => {
  it('is read, merged and dumped as a store of this one', async () => {
    const { at, run, load } = await openFolder();
    await writeFile(at('older.db'), gunzipSync(await readFile(OLDER)));
    load('2019.tar.gz', at('fresh.db'), '2019-12-31');
    const list = (db: string) =>
      run('issue', 'list', '--state', 'all', '--limit', '200', '--json', '--db', db);
    expect(list(at('older.db'))).toBe(list(at('fresh.db')));
    for (const store of ['older', 'fresh']) {
      load('current.tar.gz', at(`${store}.db`), '2026-11-01');
      run('dump', 'json', '--db', at(`${store}.db`), '--output', at(store), '--quiet');
    }
    expect(list(at('older.db'))).toBe(list(at('fresh.db')));
    const dumped = await readDump(at('older'));
    expect(dumped.size).toBeGreaterThan(40);
    expect(dumped).toEqual(await readDump(at('fresh')));
  });
});
