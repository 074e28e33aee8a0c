import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/index.ts';
import type { RecordBatch } from '../../../src/model/index.ts';
import * as store from '../../../src/store/index.ts';
import { batchOf } from '../support/archive-text.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { factsOf } from '../support/write-store.ts';

const APP = 'https://service.example/acme/app';

/** As many as it takes for their indexes to be built apart. */
const MANY = 10_500;

function makeIssues(count: number, from = 0): RecordBatch {
  const issues = Array.from({ length: count }, (_, index) => {
    const at = from + index;
    return {
      type: 'issue',
      url: `${APP}/issues/${at + 1}`,
      repository: APP,
      user: at % 3 === 0 ? null : `https://service.example/user-${at % 7}`,
      title: `title ${(at * 7919) % 10_007}`,
      milestone: at % 5 === 0 ? `${APP}/milestones/${at % 11}` : null,
      labels: [`${APP}/labels/${at % 13}`],
      created_at: `2020-01-01T00:00:${String(at % 60).padStart(2, '0')}Z`,
      updated_at: at % 4 === 0 ? '2021-05-05T05:05:05Z' : null,
      body: at % 1_000 === 0 ? 'long '.repeat(20_000) : null,
    };
  });
  return batchOf('issue', issues);
}

function makeComments(count: number): RecordBatch {
  const comments = Array.from({ length: count }, (_, at) => ({
    type: 'issue_comment',
    url: `${APP}/issues/${at + 1}#issuecomment-${at}`,
    issue: `${APP}/issues/${at + 1}`,
    body: `comment ${at}`,
  }));
  return batchOf('issue_comment', comments);
}

interface Loading {
  readonly batches: readonly RecordBatch[];
  readonly hasThreads: boolean;
  readonly hasSearch?: boolean;
}

async function load(path: string, { batches, hasThreads, hasSearch = false }: Loading) {
  const clock = createDrivenClock(0);
  const writer = await store.openStoreWriter(path, { clock, hasThreads, hasSearch });
  for (const batch of batches) {
    writer.insertBatch(batch);
  }
  const hadFile = existsSync(`${path}.part-indexes`);
  const { changes, tables } = await writer.finish(factsOf('a.tar.gz'));
  return { hadFile, changes, tables };
}

/** All that a store holds, its schema without the numbers of pages; it is whole. */
function contentsOf(path: string): unknown {
  const db = new SqliteDatabase(path, { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('freelist_count', { simple: true })).toBe(0);
  const list = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name";
  const tables = db.prepare<[], string>(list).pluck().all();
  const contents = {
    schema: db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all(),
    rows: tables
      .filter((table) => !table.startsWith('sqlite_'))
      .map((table) => [table, db.prepare(`SELECT * FROM ${table}`).raw().all()]),
  };
  db.close();
  return contents;
}

describe('dropIndexes()', () => {
  it.each([true, false])('writes the store that one thread writes, with search: %s', async (hasSearch) => {
    const folder = temporaryDirectory();
    const [alone, together] = [join(folder, 'alone.db'), join(folder, 'together.db')];
    const batches = [makeIssues(MANY), makeComments(MANY), makeIssues(0)];
    const one = await load(alone, { batches, hasThreads: false, hasSearch });
    const both = await load(together, { batches, hasThreads: true, hasSearch });
    expect([one.hadFile, both.hadFile]).toEqual([false, !hasSearch]);
    expect({ ...both, hadFile: false }).toEqual(one);
    expect(contentsOf(together)).toEqual(contentsOf(alone));
    expect(readdirSync(folder).sort()).toEqual(['alone.db', 'together.db']);
  });

  it.each([
    ['keys come twice', () => [makeIssues(MANY), makeIssues(20, 100), makeComments(MANY)]],
    ['more of a kind come later', () => [makeIssues(MANY), makeComments(MANY), makeIssues(20, MANY)]],
    ['keys come again later', () => [makeIssues(MANY), makeComments(MANY), makeIssues(20, 100)]],
    ['kinds alternate', () => [0, 1, 2].flatMap((at) => [makeIssues(4_000, at * 4_000), makeComments(1)])],
  ])('writes it also where %s', async (_, makeBatches) => {
    const folder = temporaryDirectory();
    const [alone, together] = [join(folder, 'alone.db'), join(folder, 'together.db')];
    const batches = makeBatches();
    const one = await load(alone, { batches, hasThreads: false });
    const both = await load(together, { batches, hasThreads: true });
    expect(both.changes).toEqual(one.changes);
    expect(both.tables).toEqual(one.tables);
    expect(contentsOf(together)).toEqual(contentsOf(alone));
  });

  it('starts no thread for a few rows, and minds no file of a killed run', async () => {
    const path = join(temporaryDirectory(), 'few.db');
    writeFileSync(`${path}.part-indexes`, 'left over');
    const { hadFile } = await load(path, { batches: [makeIssues(50), makeComments(1)], hasThreads: true });
    expect(hadFile).toBe(false);
    expect(readdirSync(dirname(path))).toEqual(['few.db']);
  });

  it('leaves nothing behind when the load is abandoned', async () => {
    const path = join(temporaryDirectory(), 'abandoned.db');
    const options = { hasThreads: true, hasSearch: false };
    const writer = await store.openStoreWriter(path, { clock: createDrivenClock(0), ...options });
    writer.insertBatch(makeIssues(MANY));
    writer.insertBatch(makeComments(1));
    expect(existsSync(`${path}.part-indexes`)).toBe(true);
    await writer.abandon();
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});
