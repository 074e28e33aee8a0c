import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentSchema } from '../../src/store/schema-documentation.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { writeStore } from './support/write-store.ts';

describe('documentSchema()', () => {
  const tables = documentSchema();

  it('has words for every table, view and column', () => {
    const silent = tables.flatMap((table) => [
      ...(table.words === '' ? [table.name] : []),
      ...table.columns
        .filter((column) => column.words === '')
        .map((column) => `${table.name}.${column.name}`),
    ]);
    expect(silent).toEqual([]);
  });

  it('has the types of the tables that a view selects from, and none that SQLite made up', () => {
    const views = documentSchema().filter(({ kind }) => kind === 'view');
    expect(views.flatMap(({ columns }) => columns.filter(({ type }) => type === 'BLOB'))).toEqual([]);
    const comments = views.find(({ name }) => name === 'comments')?.columns;
    expect(comments?.find(({ name }) => name === 'created_at')?.type).toBe('TEXT');
  });

  it('has the tables and columns of a new store, in its order', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, []);
    const store = openStore(path);
    try {
      const shapeOf = ({
        name,
        kind,
        columns,
      }: {
        name: string;
        kind: string;
        columns: readonly unknown[];
      }) => [name, kind, columns.length];
      expect(tables.map(shapeOf)).toEqual(store.tables().map(shapeOf));
    } finally {
      store.close();
    }
  });

  it('prefers the comment next to a column to the glossary', () => {
    const words = (table: string, column: string) =>
      tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.words;
    expect(words('issues', 'url')).toBe("the record's key");
    expect(words('repositories', 'git_url')).toBe('place of the git data in the tar');
    expect(words('issue_labels', 'position')).toBe('place in the array, from 0');
    expect(words('pull_request_review_comments', 'position')).toContain('line within the difference');
  });

  it('gives a view the descriptions of its tables', () => {
    const threads = tables.find(({ name }) => name === 'threads');
    expect(threads?.columns.find(({ name }) => name === 'state')?.words).toBe('open or closed, by closed_at');
    expect(threads?.sql).toMatch(/^CREATE VIEW threads AS/);
  });
});
