import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { adoptIndexes, type LateIndex } from '../../../src/store/late-indexes/adopt-indexes.ts';
import { buildSideIndexes, type IndexTask } from '../../../src/store/late-indexes/side-indexes.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const TABLES = `
  CREATE TABLE things (id INTEGER PRIMARY KEY, url TEXT NOT NULL, made_at TEXT, changed_at TEXT, note TEXT) STRICT;
  CREATE TABLE thing_marks (thing_id INTEGER, position INTEGER, mark TEXT, PRIMARY KEY (thing_id, position))
    STRICT, WITHOUT ROWID;
`;
const INDEXES: readonly LateIndex[] = [
  ['things_url', 'things', 'CREATE UNIQUE INDEX things_url ON things (url)'],
  ['things_changed', 'things', 'CREATE INDEX things_changed ON things (coalesce(changed_at, made_at), url)'],
  ['things_note', 'things', 'CREATE INDEX things_note ON things (note) WHERE note IS NOT NULL'],
  ['marks', 'thing_marks', 'CREATE INDEX marks ON thing_marks (mark COLLATE NOCASE DESC)'],
].map(([name = '', tbl_name = '', sql = '']) => ({ name, tbl_name, sql }));

function makeStore(path: string, pageBytes = 16_384): Database {
  const db = openDatabase(path, { readonly: false });
  db.pragma(`page_size = ${pageBytes}`);
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = MEMORY');
  db.pragma('synchronous = OFF');
  db.exec(TABLES);
  const thing = db.prepare('INSERT INTO things VALUES (?, ?, ?, ?, ?)');
  const mark = db.prepare('INSERT INTO thing_marks VALUES (?, ?, ?)');
  db.transaction(() => {
    for (let id = 1; id <= 3_000; id += 1) {
      const note = id % 3 === 0 ? null : 'note '.repeat(id % 100 === 0 ? 9_000 : id % 7);
      thing.run(
        id,
        `https://service.example/${(id * 7919) % 10_007}`,
        `${id % 50}`,
        id % 2 ? null : `${id}`,
        note,
      );
      mark.run(id, 0, id % 2 ? 'Bug' : 'bug');
    }
  })();
  return db;
}

function describeAll(db: Database): IndexTask {
  const tables = db.prepare<[], IndexTask['tables'][number]>(
    "SELECT name, sql, rootpage AS root FROM sqlite_schema WHERE type = 'table' ORDER BY name DESC",
  );
  const indexes = INDEXES.map(({ sql }) => ({ sql, isUnique: sql.includes('UNIQUE') }));
  return { number: 0, tables: tables.all(), indexes };
}

function requireWhole(path: string): void {
  const db = openDatabase(path, { readonly: false });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('freelist_count', { simple: true })).toBe(0);
  const indexed = db
    .prepare('SELECT count(*) FROM things INDEXED BY things_note WHERE note IS NOT NULL')
    .pluck();
  expect(indexed.get()).toBe(2_000);
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name").pluck().all();
  expect(names).toEqual(['marks', 'things_changed', 'things_note', 'things_url']);
  expect(() => db.exec("UPDATE things SET url = 'twice'")).toThrow('UNIQUE');
  db.close();
}

describe('adoptIndexes()', () => {
  it('takes over indexes of every sort that were built over copies of the tables', () => {
    const folder = temporaryDirectory();
    const [path, sidePath] = [join(folder, 'store.db'), join(folder, 'side.db')];
    const store = makeStore(path);
    const file = openSync(path, 'r+');
    const proved: number[] = [];
    buildSideIndexes({ path: sidePath, storeFile: file }, describeAll(store), (rows) => proved.push(rows));
    expect(proved).toEqual([3_000]);
    adoptIndexes(store, INDEXES, { path: sidePath, file });
    store.close();
    closeSync(file);
    requireWhole(path);
  });

  it('builds them where they cannot be taken over', () => {
    const folder = temporaryDirectory();
    const [path, sidePath] = [join(folder, 'store.db'), join(folder, 'side.db')];
    const store = makeStore(path, 4_096);
    const other = makeStore(sidePath);
    other.exec(INDEXES.map(({ sql }) => sql).join(';'));
    other.close();
    const file = openSync(path, 'r+');
    adoptIndexes(store, INDEXES, { path: sidePath, file });
    store.close();
    closeSync(file);
    requireWhole(path);
  });
});

describe('buildSideIndexes()', () => {
  it('fails where keys came twice, and where the tables cannot be copied', () => {
    const folder = temporaryDirectory();
    const twice = makeStore(join(folder, 'twice.db'));
    twice.exec("UPDATE things SET url = 'twice' WHERE id < 3");
    const file = openSync(join(folder, 'twice.db'), 'r');
    const build = () =>
      buildSideIndexes({ path: join(folder, 'side.db'), storeFile: file }, describeAll(twice), () => {});
    expect(build).toThrow('UNIQUE');
    expect(build, 'as its tables are there').toThrow('already exists');
    closeSync(file);
    twice.close();

    const small = makeStore(join(folder, 'small.db'), 4_096);
    const smallFile = openSync(join(folder, 'small.db'), 'r');
    expect(() =>
      buildSideIndexes(
        { path: join(folder, 'other.db'), storeFile: smallFile },
        describeAll(small),
        () => {},
      ),
    ).toThrow('tables fit');
    closeSync(smallFile);
    small.close();
  });
});
