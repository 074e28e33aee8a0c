import { describe, expect, it, onTestFinished } from 'vitest';
import { describeForDatasette } from '../../src/dump/datasette-metadata.ts';
import { chooseSavedQuery, SAVED_QUERIES } from '../../src/reading/saved-queries.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { loadSample } from './support/sample-store.ts';

async function describeSample() {
  const directory = temporaryFolder();
  const store = openStore(await loadSample(directory));
  onTestFinished(() => store.close());
  const metadata = describeForDatasette({ title: 'Work', database: 'work', tables: store.tables() });
  return { store, metadata, ...metadata.databases['work']! };
}

describe('describeForDatasette()', () => {
  it('describes every table and column, with facets and labels that exist', async () => {
    const { store, tables } = await describeSample();
    for (const { name, kind, columns } of store.tables()) {
      const { facets = [], label_column: label, hidden, columns: words = {}, description } = tables[name]!;
      expect([name, hidden ?? false]).toEqual([name, kind === 'virtual']);
      expect([name, columns]).toEqual([name, expect.arrayContaining([...facets, ...Object.keys(words)])]);
      expect(label === undefined || columns.includes(label)).toBe(true);
      expect(kind === 'virtual' || description !== undefined, name).toBe(true);
    }
    expect(tables['issues']).toMatchObject({
      description: expect.stringMatching(/./),
      columns: { author: expect.stringMatching(/./) },
      facets: expect.arrayContaining(['repo', 'state']),
      label_column: 'title',
    });
  });

  it('describes no column that a table lacks', async () => {
    const { store } = await describeSample();
    const [issues] = store.tables().filter(({ name }) => name === 'issues');
    const tables = [{ ...issues!, columns: ['id', 'author'] }];
    const metadata = describeForDatasette({ title: 'Work', database: 'work', tables });
    expect(Object.keys(metadata.databases['work']?.tables['issues']?.columns ?? {})).toEqual([
      'id',
      'author',
    ]);
  });

  it('offers the saved queries, which answer empty parameters as they answer their defaults', async () => {
    const { store, queries } = await describeSample();
    expect(Object.keys(queries)).toEqual(Object.keys(SAVED_QUERIES));
    for (const [name, { sql, params, title }] of Object.entries(queries)) {
      const empty = Object.fromEntries(params.map((parameter) => [parameter, '']));
      const own = chooseSavedQuery(name);
      const rows = [...store.query(sql, { parameters: empty }).rows];
      expect([name, title, rows]).toEqual([
        name,
        expect.stringMatching(/./),
        [...store.query(own.sql, { parameters: own.parameters }).rows],
      ]);
    }
  });

  it('uses the values that are filled in', async () => {
    const { store, queries } = await describeSample();
    const { sql } = queries['most-discussed-threads']!;
    const rows = [...store.query(sql, { parameters: { repo: '', rows: '1' } }).rows];
    expect(rows).toHaveLength(1);
  });
});
