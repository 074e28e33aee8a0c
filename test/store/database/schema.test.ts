import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { APPLICATION_ID, applySchema, storeVersion } from '../../../src/store/database/schema.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const SCHEMA = new URL('../../../schemas/store/', import.meta.url);

function emptyDatabase(): SqliteDatabase.Database {
  const db = new SqliteDatabase(join(temporaryFolder(), 'a.db'));
  onTestFinished(() => {
    db.close();
  });
  return db;
}

describe('applySchema()', () => {
  it('makes a store of the newest version', () => {
    const db = emptyDatabase();
    applySchema(db);
    expect(db.pragma('user_version', { simple: true })).toBe(storeVersion());
    expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('changes nothing in a store of the newest version', () => {
    const db = emptyDatabase();
    applySchema(db);
    const before = db.serialize();
    applySchema(db);
    expect(db.serialize().equals(before)).toBe(true);
  });

  it('migrates an older store and keeps its rows', () => {
    const db = emptyDatabase();
    const first = readdirSync(SCHEMA).sort()[0] ?? '';
    db.exec(readFileSync(new URL(first, SCHEMA), 'utf8'));
    db.exec("INSERT INTO record_shapes (keys) VALUES ('[]')");
    db.pragma('user_version = 1');
    applySchema(db);
    expect(db.pragma('user_version', { simple: true })).toBe(storeVersion());
    expect(db.prepare('SELECT count(*) FROM record_shapes').pluck().get()).toBe(1);
    expect(db.prepare('SELECT count(*) FROM timeline').pluck().get()).toBe(0);
  });

  it('leaves a store as it was when a step fails', () => {
    const db = emptyDatabase();
    db.exec('CREATE TABLE issues (mine)');
    expect(() => applySchema(db)).toThrow('table issues already exists');
    expect(db.pragma('user_version', { simple: true })).toBe(0);
    expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['issues']);
  });

  it('refuses a store of a newer version', () => {
    const db = emptyDatabase();
    db.pragma(`user_version = ${storeVersion() + 1}`);
    expect(() => applySchema(db)).toThrow(expect.objectContaining({ code: 'store-newer' }));
  });
});
