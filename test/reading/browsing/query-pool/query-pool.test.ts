import { describe, expect, it, onTestFinished } from 'vitest';
import { createQueryPool } from '../../../../src/reading/browsing/query-pool/query-pool.ts';
import { applySchema } from '../../../../src/store/database/schema.ts';
import { openDatabase } from '../../../../src/store/database.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';

const REQUEST = { kind: 'issue', repo: 'acme/rocket', search: '', nowMs: 0, limit: 5 } as const;

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';

const question = (sql: string) => ({ sql, parameters: {}, maxRows: 2, maxBytes: 1_000 });

function open(limitMs?: number) {
  const path = `${temporaryFolder()}/work.db`;
  const db = openDatabase(path, { readonly: false });
  applySchema(db);
  db.close();
  const pool = createQueryPool(path, limitMs);
  onTestFinished(() => pool.close());
  return pool;
}

describe('createQueryPool()', () => {
  it('answers queries, each with its own result', async () => {
    const pool = open();
    const [threads, facets] = await Promise.all([pool.run('threads', REQUEST), pool.run('facets', REQUEST)]);
    expect(threads.threads).toEqual([]);
    expect(facets.isComplete).toBe(true);
  });

  it('fails as the query does', async () => {
    const result = open().run('threads', { ...REQUEST, search: 'is:nowhere' });
    await expect(result).rejects.toMatchObject({ code: 'search-refused' });
  });

  it('stops a query that takes too long, and answers the next one', async () => {
    const pool = open(1_000);
    await expect(pool.run('sql', question(`${ENDLESS} WHERE i < 0`))).rejects.toMatchObject({
      code: 'query-stopped',
      message: 'Cannot finish the query: it took longer than 1.0 s',
    });
    // At low priority even this may take longer on a busy machine.
    const next = async () => (await pool.run('sql', question('SELECT 1')).catch(() => undefined))?.rows;
    await expect.poll(next, { timeout: 60_000 }).toEqual([[1]]);
  });

  it('answers lists while it answers questions that last', async () => {
    const pool = open();
    const client = new AbortController();
    const endless = [1, 2, 3].map(() =>
      pool.run('sql', question(`${ENDLESS} WHERE i < 0`), client.signal).catch(String),
    );
    expect((await pool.run('threads', REQUEST)).threads).toEqual([]);
    client.abort(new Error('disconnected'));
    expect(await Promise.all(endless)).toEqual(Array.from(endless, () => 'Error: disconnected'));
  });

  it('reads rows up to the limits of a question, and says which one it reached', async () => {
    const pool = open();
    expect(await pool.run('sql', question('VALUES (1), (2)'))).toEqual({
      columns: ['column1'],
      rows: [[1], [2]],
      cut: null,
    });
    expect(await pool.run('sql', question(ENDLESS))).toMatchObject({ rows: [[1], [2]], cut: 'rows' });
    const long = await pool.run('sql', question("SELECT 'a' UNION ALL SELECT printf('%.*c', 1000, 'x')"));
    expect(long).toMatchObject({ rows: [['a']], cut: 'size' });
  });
});
