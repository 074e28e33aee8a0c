import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock, createSystemClock } from '../../src/base/clock.ts';
import { Failure } from '../../src/model/failure.ts';
import type { GuardedQueryOptions } from '../../src/reading/run-guarded-query.ts';
import { runGuardedQueries, runGuardedQuery } from '../../src/reading/run-guarded-query.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { writeStore } from '../store/support/write-store.ts';

const COUNTING =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT :limit) SELECT i FROM n';
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0';

let directory: string;
let path: string;

beforeAll(async () => {
  directory = temporaryFolder();
  path = join(directory, 'a.db');
  const issues = [1, 2, 3].map((number) => ({
    type: 'issue',
    url: `https://service.example/acme/app/issues/${number}`,
    title: `Issue ${number}`,
  }));
  await writeStore(path, [batchOf('issue', issues)]);
});

async function ask(sql: string, options: Partial<GuardedQueryOptions> = {}) {
  const query = await runGuardedQuery(path, sql, { clock: createSystemClock(), ...options });
  const rows: unknown[] = [];
  for await (const batch of query.batches) {
    rows.push(...batch);
  }
  return { columns: query.columns, rows, cut: query.cut() };
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe('runGuardedQuery()', () => {
  it('answers as the store itself does', async () => {
    expect(await ask('SELECT number, title AS t FROM issues ORDER BY number')).toEqual({
      columns: ['number', 't'],
      rows: [
        [1, 'Issue 1'],
        [2, 'Issue 2'],
        [3, 'Issue 3'],
      ],
      cut: undefined,
    });
  });

  it('ends before the row that makes the answer too long, and says so', async () => {
    const sql = "SELECT printf('%.*c', 1000, 'x') FROM (VALUES (1), (2), (3))";
    const { rows, cut } = await ask(sql, { maxBytes: 2_500 });
    expect([rows.length, cut]).toEqual([2, 'size']);
    expect(await ask("SELECT printf('%.*c', 40000000, 'x')", { maxBytes: 2_500 })).toMatchObject({
      rows: [],
      cut: 'size',
    });
    expect((await ask(sql, { maxBytes: 1_000_000 })).cut).toBeUndefined();
  });

  it('transfers every value unchanged', async () => {
    const sql =
      "SELECT 9223372036854775807, -9007199254740993, 1.5, 9e999, -9e999, x'00ff', x'', NULL, 'a' || char(0) || 'é'";
    const { rows } = await ask(sql);
    expect(rows).toEqual([
      [
        9223372036854775807n,
        -9007199254740993n,
        1.5,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        Buffer.from([0, 255]),
        Buffer.from([]),
        null,
        'a\u0000é',
      ],
    ]);
  });

  it('reads many rows in batches, each when it is asked for', async () => {
    const { rows, cut } = await ask(COUNTING, { parameters: { limit: 5_432 } });
    expect([rows.length, rows.at(-1), cut]).toEqual([5_432, [5_432], undefined]);
  });

  it('cuts after the allowed number of rows, and says so only if there are more', async () => {
    const cutAfter = async (maxRows: number) => {
      const { rows, cut } = await ask(COUNTING, { parameters: { limit: 1_500 }, maxRows });
      return [rows.length, cut];
    };
    expect(await cutAfter(0)).toEqual([0, 'rows']);
    expect(await cutAfter(1_499)).toEqual([1_499, 'rows']);
    expect(await cutAfter(1_500)).toEqual([1_500, undefined]);
    expect(await cutAfter(Number.POSITIVE_INFINITY)).toEqual([1_500, undefined]);
  });

  it('ends a query that runs too long', async () => {
    expect(await ask(ENDLESS, { timeoutMs: 1_000 })).toEqual({ columns: ['i'], rows: [], cut: 'time' });
  });

  it('keeps the rows that came before the time was over', async () => {
    const { rows, cut } = await ask(ENDLESS.replace('i < 0', 'i <= 1000'), { timeoutMs: 1_000 });
    expect([rows[0], cut]).toEqual([[1], 'time']);
  });

  it('does not count the time that a reader takes', async () => {
    const clock = createDrivenClock(0);
    const query = await runGuardedQuery(path, COUNTING, {
      clock,
      parameters: { limit: 3_000 },
      timeoutMs: 60_000,
    });
    let count = 0;
    for await (const batch of query.batches) {
      count += batch.length;
      clock.advance(3_600_000);
    }
    expect([count, query.cut()]).toEqual([3_000, undefined]);
  });

  it('ends a query that takes too much memory', async () => {
    const work = ask("SELECT length(group_concat(hex(zeroblob(30000000)), '')) FROM issues", {
      maxMemoryBytes: 128 * 1024 * 1024,
    });
    const failure = await failureOf(work);
    expect(failure.code).toBe('query-stopped');
    expect(failure.message).toBe('Cannot run the query: it used more memory than 128 MiB');
  });

  it('counts what a query sorts and sets aside as memory, so that the disk needs no bound', async () => {
    const rows = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000000)';
    const work = ask(`${rows} SELECT hex(zeroblob(400)) || i AS text FROM n ORDER BY text DESC`, {
      maxMemoryBytes: 192 * 1024 * 1024,
      timeoutMs: 60_000,
    });
    expect(await failureOf(work)).toMatchObject({
      code: 'query-stopped',
      message: 'Cannot run the query: it used more memory than 192 MiB',
    });
  });

  it('ends a query when it is aborted', async () => {
    const controller = new AbortController();
    const query = await runGuardedQuery(path, ENDLESS, {
      clock: createSystemClock(),
      signal: controller.signal,
    });
    const reading = query.batches[Symbol.asyncIterator]().next();
    controller.abort(new Error('Interrupted by SIGINT'));
    await expect(reading).rejects.toThrow('Interrupted by SIGINT');
    await expect(ask('SELECT 1', { signal: controller.signal })).rejects.toThrow('Interrupted by SIGINT');
  });

  it('leaves no process behind when the reader leaves early', async () => {
    const query = await runGuardedQuery(path, COUNTING, {
      clock: createSystemClock(),
      parameters: { limit: 1_000_000 },
    });
    for await (const batch of query.batches) {
      expect(batch[0]).toEqual([1]);
      break;
    }
    expect(query.cut()).toBeUndefined();
  });

  it.each([
    [
      'SELECT titel FROM issues',
      'no such column: titel',
      'Did you mean "title"? "satchel schema issues" lists',
    ],
    ["ATTACH ':memory:' AS other", 'ATTACH is not allowed', 'One SELECT'],
  ])('refuses %j with a hint', async (sql, words, hint) => {
    const failure = await failureOf(ask(sql));
    expect(failure.code).toBe('query-refused');
    expect(failure.message).toContain(words);
    expect(failure.commandHint).toContain(hint);
  });

  it('reports errors that occur while rows are read', async () => {
    const sql = "SELECT CASE number WHEN 2 THEN json('{') ELSE 1 END FROM issues ORDER BY number";
    expect((await failureOf(ask(sql))).code).toBe('query-refused');
  });

  it('fails like opening if there is no store', async () => {
    const work = runGuardedQuery(join(directory, 'none.db'), 'SELECT 1', { clock: createSystemClock() });
    expect((await failureOf(work)).code).toBe('absent');
  });

  it('writes nothing, also by functions that are pragmas', async () => {
    const failure = await failureOf(ask("SELECT count(*) FROM pragma_optimize('0xfffe')"));
    expect(failure.message).toBe('Cannot run the query: it is not read-only');
    expect((await ask('SELECT query_only FROM pragma_query_only')).rows).toEqual([[1]]);
  });
});

describe('runGuardedQueries()', () => {
  const isOnLinux = process.platform === 'linux';

  async function askAll(limits: readonly number[], options: Partial<GuardedQueryOptions> = {}) {
    const statements = limits.map((limit) => ({ sql: COUNTING, parameters: { limit } }));
    const answers: unknown[] = [];
    const processes = new Set<string>();
    for await (const query of runGuardedQueries(path, statements, {
      clock: createSystemClock(),
      ...options,
    })) {
      let count = 0;
      for await (const batch of query.batches) {
        count += batch.length;
      }
      answers.push([count, query.cut()]);
      processes.add(childrenOfThisProcess());
    }
    return { answers, processCount: processes.size };
  }

  const childrenOfThisProcess = () =>
    isOnLinux ? readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8') : '';

  const onLinux = it.runIf(isOnLinux);

  onLinux('answers all statements in one process', async () => {
    expect(await askAll([3, 0, 1_500])).toEqual({
      answers: [
        [3, undefined],
        [0, undefined],
        [1_500, undefined],
      ],
      processCount: 1,
    });
  });

  onLinux('replaces a process that still had rows, and applies its limits to each statement', async () => {
    expect(await askAll([1_500, 1_499, 1_500, 3], { maxRows: 1_499 })).toEqual({
      answers: [
        [1_499, 'rows'],
        [1_499, undefined],
        [1_499, 'rows'],
        [3, undefined],
      ],
      processCount: 3,
    });
  });

  it('gives each statement the whole time', async () => {
    const clock = createDrivenClock(0);
    const now = () => {
      clock.advance(20_000);
      return clock.now();
    };
    const limits = [1, 2, 3, 4];
    const { answers } = await askAll(limits, { clock: { ...clock, now }, timeoutMs: 50_000 });
    expect(answers).toEqual(limits.map((limit) => [limit, undefined]));
  });

  it('fails like a single query', async () => {
    const all = runGuardedQueries(path, [{ sql: 'SELECT titel FROM issues', parameters: {} }], {
      clock: createSystemClock(),
    });
    expect((await failureOf(all.next())).code).toBe('query-refused');
    const none = runGuardedQueries(join(directory, 'none.db'), [], { clock: createSystemClock() });
    expect((await failureOf(none.next())).code).toBe('absent');
  });
});
