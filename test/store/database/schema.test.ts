import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPartStore } from '../../../src/store/database/part-store.ts';
import { APPLICATION_ID, applySchema, readSchema, STORE_FORMAT } from '../../../src/store/database/schema.ts';
import { lockStore } from '../../../src/store/store-lock.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const SCHEMA = new URL('../../../schemas/store/', import.meta.url);

/** A store of format 1, as far as the step to the next format needs it. */
const FORMAT_1 = `
  CREATE TABLE issues (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT);
  CREATE UNIQUE INDEX issues_url ON issues (url);
  CREATE VIEW titles AS SELECT id, title FROM issues;
  INSERT INTO issues VALUES (1, 'https://service.example/acme/app/issues/1', 'Broken door');
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = 1;
`;

/** A later format: a column with its values, and a view that has it. */
const STEP_TO_2 = `
  ALTER TABLE issues ADD COLUMN words INTEGER;
  UPDATE issues SET words = 2;
  DROP VIEW titles;
  CREATE VIEW titles AS SELECT id, title, words FROM issues;
`;

function openEmpty(path = join(temporaryFolder(), 'a.db')): SqliteDatabase.Database {
  const db = new SqliteDatabase(path);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

describe('applySchema()', () => {
  it('makes a store of the newest format, of all files of the schema', () => {
    const db = openEmpty();
    applySchema(db);
    expect(db.pragma('user_version', { simple: true })).toBe(STORE_FORMAT);
    expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(readdirSync(SCHEMA)).toHaveLength(readSchema().flat().length);
  });

  it('changes nothing in a store of the newest format', () => {
    const db = openEmpty();
    applySchema(db);
    const before = db.serialize();
    applySchema(db);
    expect(db.serialize().equals(before)).toBe(true);
  });

  it('leaves a store as it was when a step fails', () => {
    const db = openEmpty();
    db.exec(FORMAT_1);
    expect(() => applySchema(db, [[], [STEP_TO_2, 'CREATE TABLE issues (mine)']])).toThrow(
      'table issues already exists',
    );
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(db.prepare('SELECT * FROM titles').raw().all()).toEqual([[1, 'Broken door']]);
  });

  it('refuses a store of a newer format', () => {
    const db = openEmpty();
    db.pragma(`user_version = ${STORE_FORMAT + 1}`);
    expect(() => applySchema(db)).toThrow('a store of a newer format is refused before it is opened');
  });
});

describe('a store of format 1', () => {
  it('is converted to the next format by what writes it, with its rows', async () => {
    const directory = temporaryFolder();
    const path = join(directory, 'a.db');
    new SqliteDatabase(path).exec(FORMAT_1).close();
    const lock = await lockStore(path);
    const store = openPartStore(path, lock, [...readSchema().slice(0, 1), [STEP_TO_2]]);
    expect(store.isNew).toBe(false);
    await store.publish();
    await lock.release();
    const db = openEmpty(path);
    expect(db.pragma('user_version', { simple: true })).toBe(2);
    expect(db.prepare('SELECT * FROM titles').raw().all()).toEqual([[1, 'Broken door', 2]]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(readdirSync(directory)).toEqual(['a.db']);
  });
});
