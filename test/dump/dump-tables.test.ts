import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { dumpTables } from '../../src/dump/dump-tables.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { meaningOf } from '../store/support/archive-text.ts';
import { connectDuck } from './support/connect-duck.ts';
import { dumpOptions } from './support/dump.ts';
import { HOSTILE_TEXTS, writeHostileStore } from './support/hostile-store.ts';
import { parseCsv } from './support/parse-csv.ts';
import { loadSample } from './support/sample-store.ts';
import { readStoredTables, type StoredValue } from './support/stored-rows.ts';

/** Dumps a store to a sink; returns the text. */
async function dumpToText(
  dbPath: string,
  format: 'csv' | 'ndjson' | 'json',
  changes: Partial<Parameters<typeof dumpTables>[0]>,
): Promise<string> {
  const chunks: Buffer[] = [];
  const write = async (content: string | Uint8Array) => {
    chunks.push(Buffer.from(content));
  };
  await dumpTables(dumpOptions(dbPath, format, { target: { write }, ...changes }));
  return Buffer.concat(chunks).toString();
}

const csvOf = (value: StoredValue) => {
  const portable = (text: string) => (text.startsWith('{') ? text.replaceAll('\\ud800', '\\ufffd') : text);
  return value === null ? null : Buffer.isBuffer(value) ? value.toString('base64') : portable(String(value));
};

describe('dumpTables() as CSV', () => {
  it.each([
    ['the sample', loadSample],
    ['hostile values', writeHostileStore],
  ])('restores every value of %s', async (_name, makeStore) => {
    const dbPath = await makeStore(temporaryFolder());
    const report = await dumpTables(dumpOptions(dbPath, 'csv'));
    const tables = readStoredTables(dbPath);
    expect(report.tables?.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name));
    for (const { name, columns, rows } of tables) {
      const text = await readFile(join(dbPath, '..', 'out-csv', `${name}.csv`), 'utf8');
      const [head, ...read] = parseCsv(text);
      expect(head).toEqual(columns.map((column) => column.name));
      expect({ name, rows: read }).toEqual({ name, rows: rows.map((row) => row.map(csvOf)) });
    }
  });

  it('stays in its folder, whatever the names of the tables', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const db = new Database(dbPath);
    db.exec('CREATE TABLE "../../evil" (a); CREATE TABLE "con" (a)');
    db.close();
    const { tables } = await dumpTables(dumpOptions(dbPath, 'csv', { tables: ['../../evil', 'con'] }));
    expect(tables?.map(({ file }) => file)).toEqual(['__.._evil.csv', '_con.csv']);
    expect(await readdir(join(dbPath, '..', 'out-csv'))).toEqual(expect.arrayContaining(['__.._evil.csv']));
  });

  it('is read by DuckDB, which distinguishes NULL and the empty text', async () => {
    const dbPath = await writeHostileStore(temporaryFolder());
    await dumpTables(dumpOptions(dbPath, 'csv', { tables: ['issues'] }));
    const duck = await connectDuck();
    const read = await duck.runAndReadAll(
      `SELECT title FROM read_csv('${join(dbPath, '..', 'out-csv', 'issues.csv')}', all_varchar = true,
       new_line = '\\r\\n', quote = '"', escape = '"', max_line_size = 4000000,
       allow_quoted_nulls = false) ORDER BY id::BIGINT`,
    );
    const expected = HOSTILE_TEXTS.map((text) => Buffer.from(text).toString().replaceAll('\0', '\ufffd'));
    expect(read.getRowsJS().flat()).toEqual([...expected, null]);
    duck.closeSync();
  });

  it('puts an apostrophe before what a spreadsheet would run, and counts it; numbers stay', async () => {
    const dbPath = await writeHostileStore(temporaryFolder());
    const report = await dumpTables(
      dumpOptions(dbPath, 'csv', { tables: ['issues'], hasFormulaGuard: true }),
    );
    const text = await readFile(join(dbPath, '..', 'out-csv', 'issues.csv'), 'utf8');
    const titles = parseCsv(text).map((row) => row[3]);
    expect(titles.slice(1, 10)).toEqual([
      '\'=HYPERLINK("http://example.org","x")',
      "'+1+cmd|calc",
      "'-2+3",
      "'@SUM(A1)",
      "'\ttab",
      "'\rreturn",
      "'quoted",
      '+1',
      '-1.5',
    ]);
    expect(report.guardedCount).toBe(12); // Six titles and six bodies.
  });
});

describe('dumpTables() as JSON', () => {
  it.each(['ndjson', 'json'] as const)('restores every value as %s, including digits', async (format) => {
    const dbPath = await writeHostileStore(temporaryFolder());
    const tables = readStoredTables(dbPath);
    expect(tables.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(5);
    for (const { name, columns, rows } of tables) {
      const text = await dumpToText(dbPath, format, { tables: [name] });
      const array = format === 'json' ? text : `[${text.trimEnd().split('\n').join(',')}]`;
      const isJson = (column: string) => /^(extra|json|keys|counts|scope|findings|previous)$/.test(column);
      const expected = rows.map((row) => {
        const members = columns.map(({ name: column }, index) => {
          const value = row[index] ?? null;
          const json =
            typeof value === 'bigint'
              ? /^(is|has)_/.test(column)
                ? String(value === 1n)
                : String(value)
              : Buffer.isBuffer(value)
                ? JSON.stringify({ $base64: true, encoded: value.toString('base64') })
                : isJson(column) && value !== null
                  ? String(value).replaceAll('\\ud800', '\\ufffd')
                  : JSON.stringify(value);
          return `${JSON.stringify(column)}:${json}`;
        });
        return `{${members.join(',')}}`;
      });
      expect({ name, rows: meaningOf(array) }).toEqual({ name, rows: meaningOf(`[${expected.join(',')}]`) });
    }
  });

  it.each(['ndjson', 'json'] as const)('is read by DuckDB as %s', async (format) => {
    const dbPath = await loadSample(temporaryFolder());
    await dumpTables(dumpOptions(dbPath, format));
    const duck = await connectDuck();
    const tables = readStoredTables(dbPath);
    expect(tables.length).toBeGreaterThan(20);
    for (const { name, rows } of tables) {
      const file = join(dbPath, '..', `out-${format}`, `${name}.${format}`);
      const read = await duck.runAndReadAll(`SELECT count(*) FROM read_json('${file}')`);
      expect([name, read.getRowsJS()[0]?.[0]]).toEqual([name, BigInt(rows.length)]);
    }
    duck.closeSync();
  });
});

describe('dumpTables()', () => {
  it('dumps views by name, and refuses names that are none', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const threads = JSON.parse(await dumpToText(dbPath, 'json', { tables: ['threads'] }));
    expect(threads).toHaveLength(30);
    expect(threads[0]).toMatchObject({ kind: 'issue', is_draft: false });
    const refused = dumpTables(dumpOptions(dbPath, 'json', { tables: ['nothing'] }));
    await expect(refused).rejects.toThrow('Cannot dump the table "nothing": it is not in the store');
  });

  it('dumps what belongs to a repository, whatever the case of its name', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const repositories = ['Northquay-Works/FerryLight'];
    const report = await dumpTables(dumpOptions(dbPath, 'ndjson', { repositories }));
    const counts = Object.fromEntries((report.tables ?? []).map(({ name, rowCount }) => [name, rowCount]));
    expect(counts).toMatchObject({ repositories: 1, issues: 10, pull_requests: 7, releases: 12 });
    expect(counts).not.toHaveProperty('users');
    const reactions = await dumpToText(dbPath, 'ndjson', { repositories, tables: ['reactions'] });
    const ids = new Set(
      reactions
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).subject_id),
    );
    const all = await dumpToText(dbPath, 'ndjson', { repositories, tables: ['timeline'] });
    const known = new Set(
      all
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    );
    expect([...ids].filter((id) => !known.has(id))).toEqual([]);
    await expect(
      dumpTables(dumpOptions(dbPath, 'csv', { repositories: ['acme/none'] })),
    ).rejects.toMatchObject({ code: 'absent' });
    await expect(
      dumpTables(dumpOptions(dbPath, 'csv', { repositories, tables: ['users'] })),
    ).rejects.toMatchObject({ code: 'usage' });
  });

  it('leaves tables out of a public dump that have no public rows', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const namesOf = async (isPublic: boolean) => {
      const target = { path: join(dbPath, '..', `public-${isPublic}`), isForced: false };
      const { tables = [] } = await dumpTables(dumpOptions(dbPath, 'csv', { isPublic, target }));
      return tables.map(({ name }) => name);
    };
    expect(await namesOf(false)).toEqual(expect.arrayContaining(['audit_log', 'teams', 'user_emails']));
    const open = await namesOf(true);
    expect(open.filter((name) => /^(?:audit_log|teams|user_emails)$/.test(name))).toEqual([]);
    for (const table of ['captured_gists', 'search_texts']) {
      const view = dumpTables(dumpOptions(dbPath, 'csv', { tables: [table], isPublic: true }));
      await expect(view).rejects.toThrow('it is private');
    }
  });

  it('writes a single table into a file of the format, and refuses to write several', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const target = { path: join(dbPath, '..', 'deep', 'labels.csv'), isForced: false };
    const report = await dumpTables(dumpOptions(dbPath, 'csv', { target, tables: ['issue_labels'] }));
    const text = await readFile(target.path, 'utf8');
    expect(report).toMatchObject({ fileCount: 1, sizeBytes: Buffer.byteLength(text) });
    expect(report.tables).toEqual([
      { name: 'issue_labels', rowCount: parseCsv(text).length - 1, file: '', sizeBytes: report.sizeBytes },
    ]);
    await expect(dumpTables(dumpOptions(dbPath, 'csv', { target }))).rejects.toThrow('into one file');
  });

  it('stops when it is aborted, and leaves nothing behind', async () => {
    const dbPath = await writeHostileStore(temporaryFolder());
    const before = await readdir(join(dbPath, '..'));
    const signal = AbortSignal.abort();
    await expect(dumpTables(dumpOptions(dbPath, 'csv', { signal }))).rejects.toThrow();
    await expect(dumpTables(dumpOptions(dbPath, 'parquet', { signal }))).rejects.toThrow();
    expect(await readdir(join(dbPath, '..'))).toEqual(before);
  });
});
