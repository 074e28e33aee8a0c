import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from './support/archive-text.ts';
import { writeStore } from './support/write-store.ts';

let directory: string;
let path: string;

beforeAll(async () => {
  directory = temporaryFolder();
  path = join(directory, 'a.db');
  const issues = [1, 2, 3].map((number) => ({
    type: 'issue',
    url: `https://service.example/acme/app/issues/${number}`,
    title: `Issue ${number}`,
  }));
  await writeStore(path, [batchOf('issue', issues)]);
});

function sampleStore(): Store {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

function refusalOf(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error('nothing was refused');
}

const HOSTILE = [
  '',
  '   ',
  ';',
  '-- nothing but a comment',
  '/* open',
  "ATTACH DATABASE ':memory:' AS other",
  "attach 'other.db' as other",
  "/* select */ ATTACH ':memory:' AS other",
  "-- select\nATTACH ':memory:' AS other",
  'DETACH DATABASE main',
  'PRAGMA query_only = OFF',
  'PRAGMA writable_schema = ON',
  'PRAGMA user_version = 99',
  'pragma table_info(issues)',
  'EXPLAIN PRAGMA query_only = OFF',
  'EXPLAIN QUERY PLAN PRAGMA query_only = OFF',
  "EXPLAIN ATTACH ':memory:' AS other",
  'EXPLAIN /* select */ PRAGMA query_only = OFF',
  "VACUUM INTO 'copy.db'",
  'VACUUM',
  'REINDEX',
  'ANALYZE',
  'DELETE FROM issues',
  'DELETE FROM issues RETURNING *',
  "UPDATE issues SET title = 'x' RETURNING title",
  "INSERT INTO issues (id, url) VALUES (9, 'x') RETURNING id",
  'REPLACE INTO issues (id) VALUES (1)',
  "WITH one AS (SELECT 1) INSERT INTO issues (id, url) SELECT 9, 'x' FROM one RETURNING id",
  'WITH one AS (SELECT 1) DELETE FROM issues RETURNING id',
  'WITH one AS (SELECT 1) UPDATE issues SET title = NULL RETURNING id',
  'DROP TABLE issues',
  'CREATE TABLE x (y)',
  'CREATE TEMP TABLE x AS SELECT * FROM issues',
  'CREATE TRIGGER t AFTER INSERT ON issues BEGIN SELECT 1; END',
  'ALTER TABLE issues RENAME TO x',
  'BEGIN',
  'BEGIN EXCLUSIVE',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT x',
  'SELECT 1; DELETE FROM issues',
  'SELECT 1; SELECT 2',
  ';SELECT 1',
  '\u0000SELECT 1',
  '\u00a0SELECT 1',
  "SELECT load_extension('evil')",
  "SELECT writefile('x', 'y')",
  "SELECT readfile('/etc/passwd')",
  "SELECT edit('x')",
  'SELECT * FROM nowhere',
  'SELECT * FROM other.issues',
  'SELECTED',
];

describe('Store.query()', () => {
  it.each(HOSTILE)('refuses %j', (sql) => {
    const store = sampleStore();
    const directory = readdirSync(join(store.path, '..'));
    expect(refusalOf(() => [...store.query(sql).rows]).code).toBe('query-refused');
    expect([...store.query('SELECT count(*) FROM issues').rows]).toEqual([[3]]);
    expect(readdirSync(join(store.path, '..'))).toEqual(directory);
  });

  it.each([
    'select 1',
    ' \n\t-- why\n/* not */ SELECT 1',
    'VALUES (1)',
    'WITH one AS (SELECT 1) SELECT * FROM one',
    'select 1;',
    'SELECT 1 -- done',
    'SELECT(1)',
  ])('answers %j', (sql) => {
    const store = sampleStore();
    expect([...store.query(sql).rows]).toEqual([[1]]);
  });

  it('explains a query', () => {
    const store = sampleStore();
    const { columns } = store.query('EXPLAIN QUERY PLAN SELECT * FROM issues');
    expect(columns).toContain('detail');
  });

  it.each([
    ['SELECT 1; SELECT 2', 'it contains more than one statement', undefined],
    ['EXPLAIN DELETE FROM issues', 'EXPLAIN is allowed only for SELECT, WITH and VALUES', undefined],
    ['SELECT :who', 'missing named parameter "who"', 'Give it a value, as in -p who=VALUE'],
    [
      'SELECT ?',
      'too few parameter values were provided',
      'Write parameters as :name, and give each its value, as in -p name=VALUE',
    ],
  ])('gives advice for %j', (sql, reason, hint) => {
    const failure = refusalOf(() => sampleStore().query(sql));
    expect(failure.message).toBe(`Cannot run the query: ${reason}`);
    if (hint !== undefined) {
      expect(failure.commandHint).toBe(hint);
    }
  });

  it('reports the error in SQLite’s words', () => {
    const store = sampleStore();
    const failure = refusalOf(() => store.query('SELECT missing FROM issues'));
    expect(failure.message).toBe('Cannot run the query: no such column: missing');
    expect(refusalOf(() => store.query('pragma user_version')).message).toBe(
      'Cannot run the query: PRAGMA is not allowed',
    );
  });

  it.each([
    ['SELECT i.titel FROM issues i', 'no such column: i.titel', 'Did you mean "title"?'],
    ['SELECT "titel" FROM issues', 'no such column: "titel"', 'Did you mean "title"?'],
    ['SELECT * FROM isues', 'no such table: isues', 'Did you mean "issues"? "satchel tables" lists'],
    ['SELECT * FROM main.isues', 'no such table: main.isues', 'Did you mean "issues"?'],
    ['SELECT * FROM somewhere_else', 'no such table: somewhere_else', '"satchel tables" lists what exists'],
    ['SELECT xyzzy FROM issues', 'no such column: xyzzy', '"satchel schema issues" lists what exists'],
  ])('refuses %j with the nearest name', (sql, words, hint) => {
    const failure = refusalOf(() => sampleStore().query(sql));
    expect(failure.message).toContain(`Cannot run the query: ${words}`);
    expect(failure.commandHint).toContain(hint);
  });

  it('reports errors that occur while rows are read', () => {
    const store = sampleStore();
    const { rows } = store.query("SELECT CASE id WHEN 2 THEN json('{') ELSE 1 END FROM issues ORDER BY id");
    expect(refusalOf(() => [...rows]).code).toBe('query-refused');
  });

  it('gives columns and rows in order, also of the same name', () => {
    const store = sampleStore();
    const { columns, rows } = store.query('SELECT number, title, number FROM issues ORDER BY number DESC');
    expect(columns).toEqual(['number', 'title', 'number']);
    expect([...rows][0]).toEqual([3, 'Issue 3', 3]);
  });

  it('keeps whole numbers beyond 2^53 as bigints', () => {
    const store = sampleStore();
    const { rows } = store.query("SELECT 9007199254740993, 9007199254740991, 1.5, x'00ff', NULL");
    expect([...rows]).toEqual([[9007199254740993n, 9007199254740991, 1.5, Buffer.from([0, 255]), null]]);
  });

  it('binds named parameters', () => {
    const store = sampleStore();
    const parameters = { number: 2, flag: true, absent: undefined };
    const { rows } = store.query(
      'SELECT title, @flag, typeof($number), :absent FROM issues WHERE number = :number',
      {
        parameters,
      },
    );
    expect([...rows]).toEqual([['Issue 2', 1, 'integer', null]]);
  });

  it('refuses a parameter without a value and a value without a parameter', () => {
    const store = sampleStore();
    expect(refusalOf(() => store.query('SELECT :number')).code).toBe('query-refused');
    expect(refusalOf(() => store.query('SELECT ?')).code).toBe('query-refused');
    const parameters = { number: { deep: 1 } };
    expect(refusalOf(() => store.query('SELECT :number', { parameters })).code).toBe('query-refused');
  });

  it('stops after the number of rows that was asked for', () => {
    const store = sampleStore();
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
    expect([...store.query(endless, { maxRows: 4 }).rows]).toEqual([[1], [2], [3], [4]]);
    expect([...store.query(endless, { maxRows: 0 }).rows]).toEqual([]);
  });
});
