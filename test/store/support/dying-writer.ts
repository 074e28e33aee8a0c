import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { openStore } from '../../../src/store/store.ts';

/** Changes every issue in one transaction, of which SQLite writes pages at once, and kills itself before its end. */
const DYING_WRITER = `
  const Database = require(process.argv[1]);
  const db = new Database(process.argv[2]);
  db.pragma('cache_size = 1');
  db.exec("BEGIN IMMEDIATE; UPDATE issues SET title = 'half'; CREATE TABLE unfinished (text TEXT)");
  const insert = db.prepare('INSERT INTO unfinished VALUES (?)');
  for (let index = 0; index < 2000; index += 1) insert.run('x'.repeat(1000));
  process.kill(process.pid, 'SIGKILL');
`;

/** Leaves a store as a merge does that was killed after SQLite had written some of its pages. */
export function killWriter(store: string): void {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const { signal } = spawnSync(process.execPath, ['-e', DYING_WRITER, driver, store]);
  expect(signal).toBe('SIGKILL');
}

/** All rows of all tables of a store but those of the text index, which has its own form, as one text. */
export function rowsOf(path: string): string {
  const store = openStore(path);
  try {
    expect([...store.query('SELECT * FROM pragma_integrity_check').rows]).toEqual([['ok']]);
    const names = store.tables().map(({ name }) => name);
    return names
      .map((name) => `${name}\n${JSON.stringify([...store.query(`SELECT * FROM "${name}"`).rows])}`)
      .join('\n');
  } finally {
    store.close();
  }
}
