import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from './support/archive-text.ts';
import { writeStore } from './support/write-store.ts';

const ISSUE = { type: 'issue', url: 'https://service.example/acme/app/issues/1', title: 'One' };

describe('openStore()', () => {
  it('lists tables with their rows, then views', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [ISSUE])]);
    const store = openStore(path);
    const tables = store.tables();
    store.close();
    const issues = tables.find((table) => table.name === 'issues');
    expect(issues).toMatchObject({ kind: 'table', rows: 1 });
    expect(issues?.columns.slice(0, 6)).toEqual(['id', 'repo', 'number', 'title', 'author', 'state']);
    const views = tables.filter((table) => table.kind === 'view');
    expect(tables.slice(-views.length)).toEqual(views);
    expect(views.slice(0, 3).map((table) => [table.name, table.kind, table.rows])).toEqual([
      ['repository_sightings', 'view', undefined],
      ['threads', 'view', undefined],
      ['comments', 'view', undefined],
    ]);
  });

  it('gives the records of one kind', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const project = { type: 'project', url: 'p' };
    await writeStore(path, [batchOf('issue', [ISSUE]), batchOf('project', [project])]);
    const store = openStore(path);
    expect([...store.records('issue')]).toEqual([
      { id: 1, kind: 'issue', url: ISSUE.url, repo: 'acme/app', json: JSON.stringify(ISSUE) },
    ]);
    expect([...store.records('project')]).toEqual([
      { id: 2, kind: 'project', url: 'p', repo: undefined, json: JSON.stringify(project) },
    ]);
    expect([...store.records('nothing')]).toEqual([]);
    expect([...store.records()]).toHaveLength(2);
    store.close();
  });

  it('reads from a read-only place, and concurrently with other readers', async () => {
    const directory = temporaryFolder();
    const path = join(directory, 'a.db');
    await writeStore(path, [batchOf('issue', [ISSUE])]);
    chmodSync(path, 0o444);
    chmodSync(directory, 0o555);
    const before = readFileSync(path);
    const stores = [openStore(path), openStore(path)];
    for (const store of stores) {
      expect([...store.query('SELECT title FROM issues').rows]).toEqual([['One']]);
    }
    for (const store of stores) {
      store.close();
    }
    chmodSync(directory, 0o755);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('calls a damaged store damaged', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [ISSUE])]);
    writeFileSync(path, readFileSync(path).subarray(0, 20_000));
    expect(() => {
      const store = openStore(path);
      try {
        return [...store.query('SELECT * FROM issues').rows];
      } finally {
        store.close();
      }
    }).toThrow(expect.objectContaining({ code: 'not-a-store' }));
  });

  it('trusts no view in a foreign store', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [ISSUE])]);
    const db = new SqliteDatabase(path);
    db.exec("CREATE VIEW evil AS SELECT load_extension('evil')");
    db.close();
    const store = openStore(path);
    expect(() => [...store.query('SELECT * FROM evil').rows]).toThrow(
      expect.objectContaining({ code: 'query-refused' }),
    );
    store.close();
  });
});
