import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../../src/store/database/store-tables.ts';

function sampleDatabase() {
  const db = new SqliteDatabase(':memory:');
  db.exec(`
    CREATE TABLE zebras (id INTEGER PRIMARY KEY, name TEXT) STRICT;
    CREATE VIEW herd AS SELECT name FROM zebras;
    CREATE TABLE "odd ""name""" (a INTEGER) STRICT;
    CREATE VIRTUAL TABLE zebra_search USING fts5 (name);
    INSERT INTO zebras (name) VALUES ('Zoe'), ('Zack');
  `);
  return db;
}

describe('readTables()', () => {
  it('lists tables with their rows, then views, and leaves out what a search index keeps for itself', () => {
    expect(readTables(sampleDatabase())).toEqual([
      { name: 'zebras', kind: 'table', rows: 2, columns: ['id', 'name'] },
      { name: 'odd "name"', kind: 'table', rows: 0, columns: ['a'] },
      { name: 'zebra_search', kind: 'virtual', columns: ['name'] },
      { name: 'herd', kind: 'view', columns: ['name'] },
    ]);
  });

  it('counts nothing if it is not asked to', () => {
    expect(readTables(sampleDatabase(), { isCounting: false })[0]).toEqual({
      name: 'zebras',
      kind: 'table',
      columns: ['id', 'name'],
    });
  });
});
