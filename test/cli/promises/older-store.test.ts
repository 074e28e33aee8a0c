import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

const sample = (name: string) => fileURLToPath(new URL(`../../fixtures/archives/${name}`, import.meta.url));

describe('a store of an earlier format', () => {
  it('is refused by all commands, with one sentence that names what to do', async () => {
    const at = await openFolder();
    const older = at('older.db');
    writeStore(older, 'PRAGMA application_id = 0x53746368; PRAGMA user_version = 21');
    for (const args of [...readersOf(older, at), ['load', sample('current.tar.gz'), '--db', older]]) {
      expect(await runHere(args), args.join(' ')).toEqual([
        1,
        `satchel: Cannot open the store "${older}": it is of a format before format 1. Load its archives again into a new file with "satchel load"; for the store of a vault, run "satchel vault rebuild".\n`,
      ]);
    }
  });

  it('is refused by its schema, if its format says otherwise', async () => {
    const at = await openFolder();
    expect((await runHere(['load', sample('2019.tar.gz'), '--db', at('other.db'), '--quiet']))[0]).toBe(0);
    writeStore(at('other.db'), 'PRAGMA foreign_keys = OFF; DROP TABLE issues');
    expect(await runHere(['issue', 'list', '--db', at('other.db')])).toEqual([
      1,
      expect.stringMatching(
        /^satchel: Cannot read the store: it has another schema \(no such .*"satchel load"/s,
      ),
    ]);
  });
});

async function openFolder(): Promise<(name: string) => string> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-older-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return (name) => join(folder, name);
}

function writeStore(path: string, sql: string): void {
  const db = openDatabase(path, { readonly: false });
  db.exec(sql);
  db.close();
}

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
