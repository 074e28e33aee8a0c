import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/base/json.ts';
import { LINK_TABLES } from '../../../src/store/links.table.ts';
import { RECORD_TABLES } from '../../../src/store/record-tables.table.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { rowsOf, writeTellingStore } from '../support/telling-store.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns with another name than their field, wherever the field is. All others have its name, or that with `_url`. */
const NAMES: Readonly<Record<string, string>> = {
  user: 'author_url',
  formatter: 'format',
  private: 'is_private',
  prerelease: 'is_prerelease',
  work_in_progress: 'is_draft',
  discussion_category: 'category_url',
  pull_request_review: 'review_url',
  pull_request_review_thread: 'thread_url',
  'base.repo': 'base_repository_url',
  'head.repo': 'head_repository_url',
  asset_name: 'name',
  asset_content_type: 'content_type',
  file_name: 'name',
  file_content_type: 'content_type',
  file_url: 'asset_url',
  topic_name: 'name',
  primary: 'is_primary',
  verified: 'is_verified',
  reviewer: 'user_url',
};

const CODES: Readonly<Record<string, string>> = {
  'pull_request_reviews 40': 'approved',
  'pull_request_review_comments 1': 'submitted',
};

/** Kinds that belong to a thread, or to any of the texts of a repository. */
const THREAD_KINDS = new Set(['issue_comment', 'issue_event']);

function candidatesOf(kind: string, field: string): readonly string[] {
  if (/^(?:issue|pull_request)$/.test(field) && THREAD_KINDS.has(kind)) {
    return ['thread_url'];
  }
  if (kind === 'attachment' && field !== 'user' && RECORD_TABLES.some((table) => table.kind === field)) {
    return ['parent_url'];
  }
  const usual = field.replace('.', '_');
  const columns = NAMES[field] === undefined ? [usual, `${usual}_url`] : [NAMES[field]];
  return field === 'user' && LINK_NAMES.has(kind) ? [...columns, 'user_url'] : columns;
}

const LINK_NAMES: ReadonlySet<string> = new Set(Object.values(LINK_TABLES).map(({ table }) => table));

let records: readonly JsonObject[];
let rows: ReadonlyMap<string, readonly Row[]>;
/** What the store gives back, by kind and address. */
let restored: ReadonlyMap<string, string>;

beforeAll(async () => {
  const path = join(temporaryFolder(), 'telling.db');
  records = await writeTellingStore(path);
  const store = openStore(path);
  const tables = [...RECORD_TABLES, ...Object.values(LINK_TABLES)].map(({ table }) => table);
  rows = new Map(tables.map((table) => [table, rowsOf(store, `SELECT * FROM ${table}`)]));
  restored = new Map([...store.records()].map(({ kind, url, json }) => [`${kind} ${url}`, json]));
  store.close();
});

/** What a row does not say of the members that have columns, as `field: expected, found`. */
function differencesOf(kind: string, table: string, members: JsonObject, row: Row): readonly string[] {
  return Object.entries(members).flatMap(([field, value]): readonly string[] => {
    if (field === 'type' || Array.isArray(value)) {
      return [];
    }
    if (isJsonObject(value)) {
      const inner = Object.entries(value).map(([name, member]) => [`${field}.${name}`, member]);
      return differencesOf(kind, table, Object.fromEntries(inner), row);
    }
    // An address is in a column for addresses; that of its name has what was read from it.
    const named = candidatesOf(kind, field).filter((column) => column in row);
    const columns = named.length > 1 ? named.filter((column) => column.endsWith('_url')) : named;
    const expected = cellOf(table, value);
    const isKept = columns.length === 1 && row[columns[0] ?? ''] === expected;
    return isKept ? [] : [`${field}: ${expected}, ${columns.map((column) => `${column} ${row[column]}`)}`];
  });
}

function cellOf(table: string, value: JsonValue): unknown {
  return typeof value === 'boolean' ? Number(value) : (CODES[`${table} ${value}`] ?? value);
}

it('each record is given back as it was', () => {
  expect(restored.size).toBe(records.length);
  for (const record of records) {
    expect(restored.get(`${record['type']} ${record['url']}`)).toBe(JSON.stringify(record));
  }
});

describe('each column has the field that it is named after', () => {
  it.each(RECORD_TABLES)('in $table', ({ kind, table, fields }) => {
    const own = records.filter(({ type }) => type === kind);
    expect(own.length).toBeGreaterThan(0);
    const byUrl = new Map((rows.get(table) ?? []).map((row) => [row['url'], row]));
    const told = own.flatMap(({ visibility: _, ...record }) =>
      differencesOf(kind, table, record, byUrl.get(record['url']) ?? {}),
    );
    expect(told).toEqual([]);
    const filled = new Set(own.flatMap((record) => Object.keys(record)));
    expect(Object.keys(fields).filter((field) => !filled.has(field))).toEqual([]);
  });

  it.each(Object.values(LINK_TABLES))('in $table', ({ table, owner, items }) => {
    const found = rows.get(table) ?? [];
    const ids = new Map(
      RECORD_TABLES.map((one) => [
        one.table,
        new Map((rows.get(one.table) ?? []).map((row) => [row['id'], row['url']])),
      ]),
    );
    const link = Object.values(LINK_TABLES).find((one) => one.table === table);
    const expected = RECORD_TABLES.flatMap((one) =>
      Object.entries(one.fields).flatMap(([field, spec]) =>
        'link' in spec && spec.link === link ? [{ kind: one.kind, table: one.table, field }] : [],
      ),
    );
    let count = 0;
    for (const { kind, table: of, field } of expected) {
      const urls = ids.get(of);
      for (const record of records.filter(({ type }) => type === kind)) {
        const values = record[field];
        const own = found.filter((row) => urls?.get(row[owner]) === record['url']);
        expect(own).toHaveLength(2);
        for (const [index, value] of (Array.isArray(values) ? values : []).entries()) {
          const row = own.find(({ position }) => position === index) ?? {};
          const member = isJsonObject(value)
            ? value
            : { [items === 'strings' && /labels$/.test(table) ? 'label' : 'user']: value };
          expect(differencesOf(table, table, member, row)).toEqual([]);
          count += 1;
        }
      }
    }
    expect(count).toBe(found.length);
  });
});

describe('what is read from addresses', () => {
  it.each(RECORD_TABLES)('is of the own record, in $table', ({ kind, table, derived }) => {
    for (const row of rows.get(table) ?? []) {
      const record = records.find(({ type, url }) => type === kind && url === row['url']) ?? {};
      if ('author' in derived) {
        expect(row['author']).toBe(String(record['user']).split('/').at(-1));
      }
      if ('number' in derived) {
        const numbers = Object.values(record).map(
          (value) => /\/(?:issues|pull|milestones|discussions)\/(\d+)/.exec(String(value))?.[1],
        );
        expect(numbers.map((digits) => (digits === undefined ? null : Number(digits)))).toContain(
          row['number'],
        );
      }
    }
  });
});
