import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { requireStore } from '../../../src/store/database/store-header.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { writeStore } from '../support/write-store.ts';

describe('requireStore()', () => {
  it('accepts a store', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, []);
    expect(() => requireStore(path)).not.toThrow();
  });

  it('finds nothing if there is nothing', () => {
    const path = join(temporaryFolder(), 'a.db');
    expect(() => requireStore(path)).toThrow(
      expect.objectContaining({
        code: 'absent',
        message: `Cannot open the store "${path}": there is no such file or directory`,
      }),
    );
  });

  it.each([
    ['an empty file', ''],
    ['a text', 'SQLite format 3, or so they say'],
    ['a file that breaks off within the header', 'SQLite format 3\0'],
    ['a gzip file', '\x1f\x8b\x08\x00'],
  ])('refuses %s', (_, content) => {
    const path = join(temporaryFolder(), 'a.db');
    writeFileSync(path, content);
    expect(() => requireStore(path)).toThrow(
      expect.objectContaining({
        code: 'not-a-store',
        message: `Cannot open the store "${path}": it is not a SQLite database`,
      }),
    );
  });

  it('refuses a directory', () => {
    const path = join(temporaryFolder(), 'a.db');
    mkdirSync(path);
    expect(() => requireStore(path)).toThrow(expect.objectContaining({ code: 'not-a-store' }));
    writeFileSync(join(path, 'store.db'), '');
    expect(() => requireStore(path)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(`"${join(path, 'store.db')}"`) }),
    );
  });

  it('refuses a database of another program', () => {
    const path = join(temporaryFolder(), 'a.db');
    new SqliteDatabase(path).exec('CREATE TABLE issues (id)').close();
    expect(() => requireStore(path)).toThrow(
      expect.objectContaining({
        code: 'not-a-store',
        message: `Cannot open the store "${path}": it is a SQLite database of another program`,
      }),
    );
  });

  it('refuses a store of a newer Satchel', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, []);
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(999, 60);
    writeFileSync(path, bytes);
    expect(() => requireStore(path)).toThrow(
      expect.objectContaining({ code: 'store-newer', message: expect.stringContaining('has version 999') }),
    );
  });
});
