import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseFailure, openDatabase, turnJournalOff } from '../../src/store/database.ts';
import { temporaryFolder } from '../house/afterwards.ts';

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('openDatabase()', () => {
  it('fails if there is no file to read', () => {
    const path = join(temporaryFolder(), 'a.db');
    expect(() => openDatabase(path, { readonly: true })).toThrow(
      expect.objectContaining({
        code: 'file-system',
        message: `Cannot open the store "${path}": it cannot be opened`,
      }),
    );
  });
});

describe('turnJournalOff()', () => {
  it('has an effect although the driver is defensive', () => {
    const db = openDatabase(join(temporaryFolder(), 'a.db'), { readonly: false });
    onTestFinished(() => {
      db.close();
    });
    turnJournalOff(db);
    expect(db.pragma('journal_mode', { simple: true })).toBe('off');
    db.exec('CREATE VIRTUAL TABLE t USING fts5 (x)');
    expect(() => db.exec('DELETE FROM t_data')).toThrow('may not be modified');
  });
});

describe('databaseFailure()', () => {
  it('calls a full disk a full disk', () => {
    const db = openDatabase(join(temporaryFolder(), 'a.db'), { readonly: false });
    onTestFinished(() => {
      db.close();
    });
    db.exec('CREATE TABLE t (x)');
    db.pragma('max_page_count = 3');
    const error = errorOf(() => db.prepare('INSERT INTO t VALUES (zeroblob(100000))').run());
    expect(databaseFailure(error, 'write the store', 'a.db')).toMatchObject({
      code: 'disk-full',
      message: 'Cannot write the store "a.db": no space is left on the device',
      cause: error,
    });
  });

  it.each([
    new Error('Could not locate the bindings file. Tried:\n → build/better_sqlite3.node'),
    Object.assign(new Error('The module was compiled against a different Node.js version'), {
      code: 'ERR_DLOPEN_FAILED',
    }),
    Object.assign(new Error("Cannot find module '/x/build/Release/better_sqlite3.node'"), {
      code: 'MODULE_NOT_FOUND',
    }),
  ])('names the cure where the native part is missing: $message', (error) => {
    expect(databaseFailure(error, 'open the store', 'a.db')).toMatchObject({
      code: 'file-system',
      message: expect.stringMatching(
        /^Cannot open the store "a.db": the native part of better-sqlite3 \d+\.\S+ is missing, or not for Node.js/,
      ),
    });
  });

  it('leaves errors of our own making as they are', () => {
    const mistake = new TypeError('mine');
    expect(databaseFailure(mistake, 'open the store', 'a.db')).toBe(mistake);
    const db = openDatabase(join(temporaryFolder(), 'a.db'), { readonly: false });
    onTestFinished(() => {
      db.close();
    });
    const wrongSql = errorOf(() => db.exec('SELEC 1'));
    expect(databaseFailure(wrongSql, 'open the store', 'a.db')).toBe(wrongSql);
  });
});
