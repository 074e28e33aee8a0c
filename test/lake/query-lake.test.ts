import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { openLakeQuery } from '../../src/lake/query/open-lake-query.ts';
import { queryLake } from '../../src/lake/query-lake.ts';
import { translateSavedQuery } from '../../src/lake/translate-query.ts';
import {
  type GuardedQuery,
  type GuardedQueryOptions,
  QUERY_LIMITS,
} from '../../src/reading/run-guarded-query.ts';
import { chooseSavedQuery, SAVED_QUERIES } from '../../src/reading/saved-queries.ts';
import { openForQueries } from '../../src/store/open-for-reading.ts';
import { runQuery } from '../../src/store/query.ts';
import { loadSample } from '../dump/support/sample-store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { lakeOf, sync } from './support/lake.ts';

const access = { random: createSeededRandom(1), signal: new AbortController().signal, env: {} };

const clock = createSystemClock();

async function rowsOf({ batches, columns }: GuardedQuery) {
  const rows: unknown[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
  }
  return { columns, rows };
}

async function ask(root: string, sql: string, options: Omit<Partial<GuardedQueryOptions>, 'signal'> = {}) {
  return await rowsOf(
    await queryLake(root, sql, {
      clock,
      ...access,
      ...options,
    }),
  );
}

/** Starts a query with a time limit, which is doubled until it is enough to start: on a busy machine that takes seconds. */
async function startWithin(timeoutMs: number, sql: string): Promise<GuardedQuery> {
  try {
    return await queryLake(root, sql, { clock, ...access, timeoutMs });
  } catch (error) {
    if (!String(error).includes('it had not started')) {
      throw error;
    }
    return await startWithin(2 * timeoutMs, sql);
  }
}

/** As `ask`, but by what its process does, in this process: starting one, which loads DuckDB, takes half a second. */
async function askHere(root: string, sql: string) {
  const limits = { maxMemoryBytes: QUERY_LIMITS.maxMemoryBytes, maxBytes: Number.POSITIVE_INFINITY };
  const { columns, next } = await openLakeQuery({ type: 'ask', path: root, sql, parameters: {}, ...limits });
  const rows: unknown[] = [];
  for (let row = await next(); row !== undefined; row = await next()) {
    rows.push(row);
  }
  return { columns, rows };
}

/** A short run starts processes only where the process matters. */
const askUsually = IS_LONG ? ask : askHere;

let home = '';
let dbPath = '';
let root = '';

beforeAll(async () => {
  home = temporaryFolder();
  dbPath = await loadSample(home);
  root = lakeOf(dbPath);
  await sync(dbPath);
});

describe('queryLake()', () => {
  it('answers every saved query as the store does', async () => {
    const answers: unknown[] = [];
    const store = openForQueries(dbPath);
    for (const name of Object.keys(SAVED_QUERIES)) {
      const { sql, parameters } = chooseSavedQuery(name);
      const { columns, rows } = runQuery(store, sql, { parameters });
      const stored = { columns, rows: [...rows] };
      const read = await askUsually(root, translateSavedQuery(name, {}, 'duckdb'));
      expect({ name, ...read }).toEqual({ name, ...stored });
      answers.push(...stored.rows);
    }
    expect(answers.length).toBeGreaterThan(50);
  });

  it('returns values as a store does, and others as JSON', async () => {
    const { columns, rows } = await ask(
      root,
      `SELECT true AS flag, 2 ** 3 AS real, 9007199254740993 AS big, DATE '2026-01-02' AS day, ['a', NULL] AS list,
              {'a': 1} AS structure, TIMESTAMPTZ '2026-01-02 03:04:05.120Z' AS moment, '\\x00'::BLOB AS bytes`,
    );
    expect(columns).toEqual(['flag', 'real', 'big', 'day', 'list', 'structure', 'moment', 'bytes']);
    expect(rows).toEqual([
      [
        1,
        8,
        9007199254740993n,
        '2026-01-02',
        '["a",null]',
        '{"a":1}',
        '2026-01-02T03:04:05.120Z',
        expect.anything(),
      ],
    ]);
  });

  it('binds parameters', async () => {
    const answer = await ask(root, 'SELECT $who AS who, 1 AS one', { parameters: { who: "o'hara" } });
    expect(answer).toEqual({ columns: ['who', 'one'], rows: [["o'hara", 1]] });
  });

  it.each([
    "COPY (SELECT 1) TO 'x.csv'",
    'CREATE TABLE t (a INTEGER)',
    'SELECT 1; SELECT 2',
    'ATTACH ":memory:" AS other',
    'INSTALL httpfs',
    'SET threads = 1',
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM 'https://example.org/x.parquet'",
    'WITH a AS (SELECT 1) INSERT INTO issues SELECT * FROM a',
    'SELECT nothing FROM issues',
    'SELECT $absent',
    '',
  ])('refuses %s', async (sql) => {
    await expect(askUsually(root, sql)).rejects.toMatchObject({ code: 'query-refused' });
  });

  it('refuses with the sentence of its process', async () => {
    await expect(ask(root, 'SELECT nothing FROM issues')).rejects.toMatchObject({
      code: 'query-refused',
      message: expect.stringContaining('"nothing" not found'),
    });
  });

  it('stops after a number of rows', async () => {
    const query = await queryLake(root, 'SELECT * FROM range(1000000)', { clock, ...access, maxRows: 10 });
    expect((await rowsOf(query)).rows).toHaveLength(10);
    expect(query.cut()).toBe('rows');
  });

  it('stops after a time', async () => {
    const endless = 'SELECT count(*) FROM range(1000000000000) WHERE range % 7 = 1';
    const query = await startWithin(500, endless);
    expect((await rowsOf(query)).rows).toEqual([]);
    expect(query.cut()).toBe('time');
  });

  it('stops a query that needs too much memory, and writes nothing to disk', async () => {
    const large = 'SELECT list(range) FROM range(1000000000)';
    await expect(ask(root, large, { maxMemoryBytes: 400 * 2 ** 20 })).rejects.toMatchObject({
      code: 'query-stopped',
    });
  });

  it('lists the views', async () => {
    const { rows } = await ask(
      root,
      "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'threads%' ORDER BY 1",
    );
    expect(rows).toEqual([['threads'], ['threads_states']]);
  });

  it('names what is not a lake', async () => {
    await expect(ask(temporaryFolder(), 'SELECT 1')).rejects.toMatchObject({ code: 'absent' });
  });
});
