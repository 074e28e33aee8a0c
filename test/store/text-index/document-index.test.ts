import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { searchStore } from '../../../src/search/search-store.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import type { Database } from '../../../src/store/database.ts';
import { openStore } from '../../../src/store/store.ts';
import { openSearchIndex } from '../../../src/store/text-index/open-search-index.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { writeStore } from '../support/write-store.ts';

const LAB = 'https://lab.example/group/app';
const HUB = 'https://service.example/acme/app';

/** Rows as their readers fill them: the thread of a text, or the place of its parent, and what it should belong to. */
const ROWS = [
  // GitLab numbers merge requests separately, and exports those without changes as issues.
  { id: 1, table: 'issues', url: `${LAB}/issues/1`, number: 1, title: 'Broken door' },
  { id: 2, table: 'pull_requests', url: `${LAB}/merge_requests/1`, number: 1, title: 'Paint wall' },
  { id: 3, table: 'issues', url: `${LAB}/merge_requests/2`, number: 2, title: 'Empty' },
  { id: 4, table: 'issues', url: `${LAB}/issues/2`, number: 2, title: 'Full' },
  { id: 11, table: 'issue_comments', thread_url: `${LAB}/issues/1`, number: 1, of: 1 },
  { id: 12, table: 'issue_comments', thread_url: `${LAB}/merge_requests/1`, number: 1, of: 2 },
  { id: 13, table: 'issue_comments', thread_url: `${LAB}/merge_requests/2`, number: 2, of: 3 },
  { id: 14, table: 'issue_comments', thread_url: `${LAB}/issues/2`, number: 2, of: 4 },
  { id: 15, table: 'pull_request_reviews', pull_request_url: `${LAB}/merge_requests/1`, number: 1, of: 2 },
  {
    id: 16,
    table: 'pull_request_review_comments',
    pull_request_url: `${LAB}/merge_requests/1`,
    number: 1,
    of: 2,
  },
  { id: 17, table: 'attachments', parent_url: `${LAB}/merge_requests/1`, number: 1, of: 2 },
  { id: 18, table: 'attachments', parent_url: `${LAB}/merge_requests/1#note_12`, number: 1, of: 2 },
  { id: 19, table: 'attachments', parent_url: `${LAB}/issues/1#note_11`, number: 1, of: 1 },
  // Their own url is all that some comments have.
  { id: 20, table: 'issue_comments', url: `${LAB}/merge_requests/1#note_20`, number: 1, of: 2 },
  // The merge request is not in the archive; the issue with its number is another thread.
  { id: 21, table: 'issues', url: `${LAB}/issues/3`, number: 3, title: 'Third' },
  { id: 22, table: 'issue_comments', thread_url: `${LAB}/merge_requests/3`, number: 3, of: 22 },
  { id: 23, table: 'pull_requests', url: `${LAB}/merge_requests/4`, number: 4, title: 'Fourth' },
  { id: 24, table: 'issue_comments', thread_url: `${LAB}/issues/4`, number: 4, of: 24 },
  // The service has one sequence of numbers.
  { id: 31, table: 'pull_requests', url: `${HUB}/pull/1`, number: 1, title: 'Pull' },
  { id: 32, table: 'discussions', url: `${HUB}/discussions/2`, number: 2, title: 'Talk' },
  { id: 41, table: 'issue_comments', thread_url: `${HUB}/issues/1`, number: 1, of: 31 },
  { id: 42, table: 'attachments', parent_url: `${HUB}/pull/1/files#r7`, number: 1, of: 31 },
  { id: 43, table: 'attachments', parent_url: `${HUB}/discussions/2`, number: 2, of: 32 },
  { id: 44, table: 'attachments', parent_url: `${HUB}/discussions/2#discussioncomment-1`, number: 2, of: 32 },
  { id: 45, table: 'issue_comments', thread_url: `${HUB}/issues/9`, number: 9, of: 45 },
] as const;

const EXPECTED = ROWS.map((row) => {
  const subject = 'of' in row ? row.of : row.id;
  return [row.id, subject, 'of' in row && subject === row.id ? 1 : 0];
});

it('assigns each text to its thread, also where numbers are not unique', () => {
  const db = openNew();
  insertRows(db);
  openSearchIndex(db, { isNew: true }).finish();
  expect(documentsOf(db)).toEqual(EXPECTED);
});

it.each([
  ['comments first', ROWS.toReversed()],
  ['threads first', ROWS],
])('assigns texts that are added one by one, %s', (_, rows) => {
  const db = openNew();
  const index = openSearchIndex(db, { isNew: false });
  for (const row of rows) {
    insertRow(db, row);
    index.add(row.id);
  }
  index.finish();
  expect(documentsOf(db)).toEqual(EXPECTED);
});

it('finds merge requests and what was said in them', async () => {
  const path = join(temporaryFolder(), 'lab.db');
  const merge = `${LAB}/merge_requests/1`;
  const note = {
    type: 'issue_comment',
    url: `${merge}#note_7`,
    pull_request: merge,
    body: 'zebras for @mira',
  };
  await writeStore(path, [
    batchOf('issue', [{ type: 'issue', url: `${LAB}/issues/1`, title: 'Broken door' }]),
    batchOf('pull_request', [{ type: 'pull_request', url: merge, title: 'Paint wall' }]),
    batchOf('issue_comment', [note]),
  ]);
  const store = openStore(path);
  const found = (text: string) =>
    searchStore(store.db, text, { limit: 9, nowMs: 0 }).results.map(({ title }) => title);
  const wall = ['zebra', 'paint', 'is:pr paint', 'mentions:mira', 'involves:mira'];
  expect(wall.map(found)).toEqual(wall.map(() => ['Paint wall']));
  expect(['door', 'is:issue door', 'is:issue paint'].map(found)).toEqual([
    ['Broken door'],
    ['Broken door'],
    [],
  ]);
  store.close();
});

type Row = (typeof ROWS)[number];

function openNew(): Database {
  const db = new SqliteDatabase(':memory:');
  applySchema(db);
  return db;
}

function insertRows(db: Database): void {
  for (const row of ROWS) {
    insertRow(db, row);
  }
}

function insertRow(db: Database, { table, ...row }: Row): void {
  const { of: _, ...columns } = { of: 0, ...row };
  const all: Record<string, unknown> = {
    url: `record ${row.id}`,
    repo: Object.values(row).some((value) => String(value).startsWith(LAB)) ? 'group/app' : 'acme/app',
    ...(table === 'attachments' ? { name: 'a.png' } : { body: 'text' }),
    ...(table === 'issues' || table === 'pull_requests' ? { state: 'open' } : {}),
    ...{ shape_id: 1, digest: 0 },
    ...columns,
  };
  const names = Object.keys(all);
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
    Object.values(all),
  );
}

function documentsOf(db: Database): readonly number[][] {
  return db
    .prepare<[], number[]>('SELECT id, subject_id, is_loose FROM search_documents ORDER BY id')
    .raw()
    .all();
}
