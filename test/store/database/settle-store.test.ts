import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { writeStore } from '../support/write-store.ts';

/** Writes into a store until SQLite has written some pages, and kills itself before the end of the transaction. */
const DYING_WRITER = `
  const Database = require(process.argv[1]);
  const db = new Database(process.argv[2]);
  db.pragma('cache_size = 1');
  db.exec('BEGIN IMMEDIATE; CREATE TABLE unfinished (text TEXT)');
  const insert = db.prepare('INSERT INTO unfinished VALUES (?)');
  for (let index = 0; index < 2000; index += 1) insert.run('x'.repeat(1000));
  process.kill(process.pid, 'SIGKILL');
`;

describe('openStore()', () => {
  it('undoes a write that was killed in the middle', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-hot-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const path = join(directory, 'store.db');
    await writeStore(path, []);
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const { signal } = spawnSync(process.execPath, ['-e', DYING_WRITER, driver, path]);
    expect([signal, existsSync(`${path}-journal`)]).toEqual(['SIGKILL', true]);

    const store = openStore(path);
    onTestFinished(() => store.close());
    expect(store.snapshots()).toHaveLength(1);
    expect(store.tables().some(({ name }) => name === 'unfinished')).toBe(false);
    expect(existsSync(`${path}-journal`)).toBe(false);
  });
});
