import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { STORE_FORMAT } from '../../src/store/database/schema.ts';
import { openStore } from '../../src/store/store.ts';
import { requireReadable, requireStore } from '../../src/store/store-header.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { writeStore } from './support/write-store.ts';

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

  it.each([
    ['a store of a newer Satchel', { 60: 999 }, 'store-newer', 'it has format 999'],
    ['a store from before format 1', { 68: 0x53746368 }, 'store-older', 'it is of a format before format 1'],
  ])('refuses %s', async (_, fields, code, found) => {
    const path = await writeWithHeader(fields);
    expect(() => requireStore(path)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(found) }),
    );
  });
});

describe('requireReadable()', () => {
  it('refuses a store of an earlier format, which may be written', async () => {
    const path = await writeWithHeader({ 60: STORE_FORMAT - 1 });
    expect(requireStore(path)).toBe(STORE_FORMAT - 1);
    expect(() => requireReadable(path)).toThrow(
      expect.objectContaining({
        code: 'store-older',
        hint: expect.stringContaining('rebuild() of the vault'),
        commandHint: expect.stringContaining('satchel vault rebuild'),
      }),
    );
    expect(() => openStore(path)).toThrow(expect.objectContaining({ code: 'store-older' }));
    openStore(path, { allowsOlder: true }).close();
  });
});

/** Writes a store, and then numbers of four bytes into its header, by their place. */
async function writeWithHeader(fields: Readonly<Record<number, number>>): Promise<string> {
  const path = join(temporaryFolder(), 'a.db');
  await writeStore(path, []);
  const bytes = readFileSync(path);
  for (const [place, value] of Object.entries(fields)) {
    bytes.writeUInt32BE(value, Number(place));
  }
  writeFileSync(path, bytes);
  return path;
}
