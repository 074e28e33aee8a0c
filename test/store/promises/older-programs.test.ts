import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { writeStore } from '../support/write-store.ts';

const REPO = 'https://service.example/acme/app';
const hasShell = spawnSync('sqlite3', ['--version']).status === 0;
const hasPython = spawnSync('python3', ['-c', 'import sqlite3']).status === 0;

/** Features of SQLite that are newer than 3.34 (sqlite.org/changes.html) and could be used in a schema. */
const NEWER =
  /\bSTRICT\b|->|contentless_delete|contentless_unindexed|\bRETURNING\b|\bMATERIALIZED\b|IS (?:NOT )?DISTINCT|\b(?:RIGHT|FULL) (?:OUTER )?JOIN|\b(?:unixepoch|octet_length|format|string_agg|concat|concat_ws|timediff|jsonb\w*|json_pretty|json_error_position|unhex|acos|ceil|floor|log2|pow|sqrt|sign|median|percentile)\s*\(/i;

/** How Datasette and sqlite-utils find the index of a table, and how they search it. */
const PYTHON = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
names = [row[0] for row in db.execute("select name from sqlite_master where type in ('table', 'view')")]
counts = {name: db.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}
def fts(table):
    found = db.execute("""select name from sqlite_master where rootpage = 0 and (
        sql like '%VIRTUAL TABLE%USING FTS%content=[' || :t || ']%'
        or sql like '%VIRTUAL TABLE%USING FTS%content="' || :t || '"%'
        or (tbl_name = :t and sql like '%VIRTUAL TABLE%USING FTS%'))""", {"t": table}).fetchone()
    return found and found[0]
titles = [row[0] for row in db.execute(
    f"select title from issues where rowid in (select rowid from {fts('issues')} where {fts('issues')} match 'heron')")]
comments = [row[0] for row in db.execute(
    f"select issue_comments.body from issue_comments join {fts('issue_comments')} as f on f.rowid = issue_comments.rowid where {fts('issue_comments')} match 'heron' order by f.rank")]
keys = [list(row[2:5]) for row in db.execute("pragma foreign_key_list(issue_labels)")]
print(json.dumps({"ok": db.execute("pragma integrity_check").fetchone()[0], "tables": len(counts), "titles": titles, "comments": comments, "keys": keys}))
`;

async function writeSample(): Promise<string> {
  const path = join(temporaryFolder(), 'a.db');
  await writeStore(path, SAMPLE);
  return path;
}

const SAMPLE = [
  batchOf('issue', [
    { type: 'issue', url: `${REPO}/issues/1`, title: 'A heron', labels: [`${REPO}/labels/bird`] },
    { type: 'issue', url: `${REPO}/issues/2`, title: '日本語 tern' },
  ]),
  batchOf('issue_comment', [
    {
      type: 'issue_comment',
      url: `${REPO}/issues/1#issuecomment-1`,
      issue: `${REPO}/issues/1`,
      body: 'heron!',
    },
  ]),
];

describe('a store', () => {
  it.skipIf(!hasShell)('is opened by the sqlite3 shell of this machine, views and all', async () => {
    const path = await writeSample();
    const sql = `SELECT count(*) FROM threads; SELECT count(*) FROM comments; SELECT count(*) FROM timeline;
      SELECT count(*) FROM search_texts; SELECT count(*) FROM search_titles; PRAGMA integrity_check;`;
    const { stdout, stderr } = spawnSync('sqlite3', [path, sql], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe('2\n1\n3\n3\n2\nok\n');
  });

  it.skipIf(!hasPython)(
    'is read by Python, which finds the links and the search that Datasette offers',
    async () => {
      const path = await writeSample();
      const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, path], { encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        ok: 'ok',
        tables: expect.any(Number),
        titles: ['A heron'],
        comments: ['heron!'],
        keys: [['issues', 'issue_id', 'id']],
      });
    },
  );

  it('has nothing in its schema that SQLite 3.34 cannot parse', async () => {
    const db = new SqliteDatabase(await writeSample(), { readonly: true });
    const texts = db.prepare<[], string>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').pluck().all();
    db.close();
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => NEWER.test(text))).toEqual([]);
  });
});
