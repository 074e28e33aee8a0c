import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/index.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import { readSchemaSteps } from '../../../src/store/database/schema.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { MAIN } from '../../house/packed-program.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

/**
 * The store that the version of November 2026 (schema 16) created from the first sample:
 * `satchel load test/fixtures/archives/2019.tar.gz --taken-at 2019-12-31`.
 */
const OLDER = new URL('fixtures/older-store.db.gz', import.meta.url);

const NEWEST = readSchemaSteps().length;

const sample = (name: string) => fileURLToPath(new URL(`../../fixtures/archives/${name}`, import.meta.url));

async function openFolder() {
  const folder = temporaryFolder();
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
  it('is converted by a load, and then merged and dumped as a store of this one', async () => {
    const { at, run, load } = await openFolder();
    await writeFile(at('older.db'), gunzipSync(await readFile(OLDER)));
    load('2019.tar.gz', at('fresh.db'), '2019-12-31');
    const list = (db: string) =>
      run('issue', 'list', '--state', 'all', '--limit', '200', '--json', '--db', db);
    for (const store of ['older', 'fresh']) {
      load('current.tar.gz', at(`${store}.db`), '2026-11-01');
      run('dump', 'json', '--db', at(`${store}.db`), '--output', at(store), '--quiet');
    }
    expect(list(at('older.db'))).toBe(list(at('fresh.db')));
    const dumped = await readDump(at('older'));
    expect(dumped.size).toBeGreaterThan(40);
    expect(dumped).toEqual(await readDump(at('fresh')));
  });

  it('is refused by all that read, with one sentence that names what to do', async () => {
    const { at } = await openFolder();
    const older = at('older.db');
    await writeFile(older, gunzipSync(await readFile(OLDER)));
    for (const args of readersOf(older, at)) {
      expect(await runHere(args), args.join(' ')).toEqual([
        1,
        `satchel: Cannot read the store "${older}": its schema has version 16, and this Satchel reads version ${NEWEST}. Load the archive again with "satchel load"; for the store of a vault, run "satchel vault rebuild".\n`,
      ]);
    }
  });

  it('is refused by its schema, if its version says otherwise', async () => {
    const { at, load } = await openFolder();
    load('2019.tar.gz', at('other.db'), '2019-12-31');
    const db = openDatabase(at('other.db'), { readonly: false });
    db.exec('PRAGMA foreign_keys = OFF; DROP TABLE issues');
    db.close();
    expect(await runHere(['issue', 'list', '--db', at('other.db')])).toEqual([
      1,
      expect.stringMatching(
        /^satchel: Cannot read the store: it has another schema \(no such .*"satchel load"/s,
      ),
    ]);
  });
});

/** The commands that read a store. */
function readersOf(store: string, at: (name: string) => string): readonly (readonly string[])[] {
  const db = ['--db', store];
  const out = (name: string) => ['--output', at(name)];
  return [
    ['browse', store],
    ['site', at('site'), ...db],
    ['search', 'words', ...db],
    ['query', 'select 1', ...db],
    ['stats', ...db],
    ['tables', ...db],
    ['datasette', ...db],
    ['history', 'https://service.example/a/b/issues/1', ...db],
    ['issue', 'list', ...db],
    ['issue', 'view', '1', ...db],
    ['pr', 'list', ...db],
    ['release', 'list', ...db],
    ['repo', 'list', ...db],
    ['repo', 'view', ...db],
    ['diff', 'previous', 'latest', ...db],
    ['diff', store, sample('current.tar.gz')],
    ['extract', store, at('extracted')],
    ['lake', 'sync', ...db, ...out('lake')],
    ...['json', 'csv', 'markdown', 'parquet', 'archive'].map((form) => ['dump', form, ...db, ...out(form)]),
  ];
}

/** Runs a command in this process; returns its status and what it says. */
async function runHere(args: readonly string[]): Promise<readonly [number, string]> {
  const context = createRecordedContext();
  const status = await runSatchel(args, context);
  return [status, context.err()];
}
