import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createArchiveSchemas } from '../../src/archive/kind-schemas.ts';
import { isRecordKind } from '../../src/model/record-kind.ts';
import { RECORD_KINDS } from '../../src/model/record-kinds.table.ts';
import { RECORD_TABLES } from '../../src/store/record-tables.table.ts';
import { layoutRecordTable } from '../../src/store/rows/row-layout.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf, meaningOf } from './support/archive-text.ts';
import { equalFieldsOf } from './support/equal-fields.ts';
import { RECORD_SAMPLES } from './support/records.table.ts';
import { rowsOf } from './support/telling-store.ts';
import { writeStore } from './support/write-store.ts';

async function storeOf(records: readonly Readonly<Record<string, unknown>>[]): Promise<Store> {
  const path = join(temporaryFolder(), 'a.db');
  await writeStore(
    path,
    records.map((record) => batchOf(String(record['type']), [record])),
  );
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

describe('RECORD_SAMPLES', () => {
  it.each(RECORD_SAMPLES)('tell all fields apart: $name', ({ record, same }) => {
    expect(equalFieldsOf(record).toSorted()).toEqual(Object.keys(same).toSorted());
  });
});

describe('RECORD_TABLES', () => {
  it.each(RECORD_SAMPLES)('keep $name', async ({ table, record, row, extra, links }) => {
    const store = await storeOf([record]);
    const [found = {}] = rowsOf(store, `SELECT * FROM ${table}`);
    expect(found).toMatchObject({ url: record['url'], ...row });
    expect(found['extra'] === null ? [] : Object.keys(JSON.parse(String(found['extra'])))).toEqual(extra);
    for (const [link, expected] of Object.entries(links ?? {})) {
      const items = rowsOf(store, `SELECT * FROM ${link} ORDER BY position`);
      expect(items.map((item) => withoutPlace(item))).toEqual(expected);
    }
    const [stored] = store.records();
    expect(JSON.parse(stored?.json ?? '')).toEqual(record);
    expect(Object.keys(JSON.parse(stored?.json ?? ''))).toEqual(Object.keys(record));
  });

  it('have a table for every kind that an archive is known to contain', () => {
    const kinds = new Set<string>(RECORD_TABLES.map(({ kind }) => kind));
    expect(Object.keys(RECORD_KINDS).filter((kind) => !kinds.has(kind))).toEqual(['project', 'base']);
  });

  it('have columns only for fields that schemas have: others must be reported for each archive', () => {
    const schemas = createArchiveSchemas();
    for (const table of RECORD_TABLES) {
      const known = schemas.fieldsOf(table.kind);
      const { fields } = layoutRecordTable(table);
      expect([...fields.keys()].filter((field) => !known.has(field))).toEqual([]);
    }
  });

  it('are named with the plural of their kind', () => {
    for (const { kind, table } of RECORD_TABLES) {
      expect(isRecordKind(kind) && RECORD_KINDS[kind].plural).toBe(table);
    }
  });

  it('keep all samples side by side, read back in the order of the tables', async () => {
    const store = await storeOf(RECORD_SAMPLES.map((sample) => sample.record));
    const found = [...store.records()].map((stored) => JSON.stringify(meaningOf(stored.json)));
    const given = RECORD_SAMPLES.map((sample) => JSON.stringify(meaningOf(JSON.stringify(sample.record))));
    expect(found.sort()).toEqual(given.sort());
  });
});

describe('views', () => {
  it('show threads, comments and what happened', async () => {
    const store = await storeOf(RECORD_SAMPLES.map((sample) => sample.record));
    expect(rowsOf(store, 'SELECT kind, number, state FROM threads ORDER BY number')).toEqual([
      { kind: 'issue', number: 1, state: 'closed' },
      { kind: 'issue', number: 2, state: 'open' },
      { kind: 'pull_request', number: 4, state: 'merged' },
      { kind: 'pull_request', number: 5, state: 'closed' },
      { kind: 'pull_request', number: 8, state: 'open' },
    ]);
    expect(rowsOf(store, 'SELECT kind, number, body FROM comments ORDER BY kind, body')).toEqual([
      { kind: 'commit_comment', number: null, body: 'Why?' },
      { kind: 'issue_comment', number: 4, body: '' },
      { kind: 'issue_comment', number: 1, body: 'Me too' },
      { kind: 'pull_request_review', number: 4, body: 'Well done' },
      { kind: 'pull_request_review_comment', number: 4, body: 'Here?' },
    ]);
    const timeline = rowsOf(
      store,
      "SELECT event, summary FROM timeline WHERE repo = 'acme/app' AND number = 1",
    );
    expect(timeline).toEqual(
      expect.arrayContaining([
        { event: 'opened', summary: 'It breaks' },
        { event: 'commented', summary: 'Me too' },
        { event: 'labeled', summary: 'bug' },
        { event: 'renamed', summary: 'New' },
      ]),
    );
  });

  it('answer the question that everybody asks first', async () => {
    const store = await storeOf(RECORD_SAMPLES.map((sample) => sample.record));
    const sql = 'select repo, number, title, author, state from issues order by number limit 5';
    expect([...store.query(sql).rows]).toEqual([
      ['acme/app', 1, 'It breaks', 'alice', 'closed'],
      ['acme/app', 2, 'Open', null, 'open'],
    ]);
  });
});

function withoutPlace(item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns = Object.entries(item).slice(2);
  return Object.fromEntries(columns.filter(([name]) => name !== 'shape_id'));
}
