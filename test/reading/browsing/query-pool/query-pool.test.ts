import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../../../src/base/index.ts';
import { createPooledProcess } from '../../../../src/reading/browsing/query-pool/query-pool.ts';
import { openDatabase } from '../../../../src/store/database/database.ts';
import { applySchema } from '../../../../src/store/database/schema.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';

const REQUEST = { kind: 'issue', repo: 'acme/rocket', search: '', nowMs: 0, limit: 5 } as const;

function emptyStore(): string {
  const path = `${temporaryFolder()}/work.db`;
  const db = openDatabase(path, { readonly: false });
  applySchema(db);
  db.close();
  return path;
}

describe('createPooledProcess()', () => {
  it('answers queries in order, each with its own result', async () => {
    const process = createPooledProcess(emptyStore());
    onTestFinished(() => process.end());
    const [threads, facets] = await Promise.all([
      process.run('threads', REQUEST),
      process.run('facets', REQUEST),
    ]);
    expect(threads.threads).toEqual([]);
    expect(facets.isComplete).toBe(true);
    expect(process.waiting).toBe(0);
  });

  it('fails as the query does', async () => {
    const process = createPooledProcess(emptyStore());
    onTestFinished(() => process.end());
    const result = process.run('threads', { ...REQUEST, search: 'is:nowhere' });
    await expect(result).rejects.toMatchObject({ code: 'search-refused' });
  });

  it('is ended if a query takes too long, and starts again with the next one', async () => {
    const process = createPooledProcess(emptyStore(), 1);
    onTestFinished(() => process.end());
    const error: unknown = await process.run('threads', REQUEST).catch((failure: unknown) => failure);
    expect(error instanceof Failure && error.code).toBe('query-stopped');
    expect(process.waiting).toBe(0);
    await expect(process.run('threads', REQUEST)).rejects.toMatchObject({ code: 'query-stopped' });
  });

  it.each([
    ['is running', 0],
    ['is waiting', 1],
  ])(
    'drops a query that %s once its client has disconnected, and answers the other one',
    async (_, place) => {
      const process = createPooledProcess(emptyStore());
      onTestFinished(() => process.end());
      const client = new AbortController();
      const run = (index: number) =>
        process.run('threads', REQUEST, index === place ? client.signal : undefined).catch(String);
      const results = [run(0), run(1)];
      client.abort(new Error('disconnected'));
      const answers = await Promise.all(results);
      expect(answers[place]).toBe('Error: disconnected');
      expect(answers[1 - place]).toMatchObject({ threads: [] });
      await expect(process.run('threads', REQUEST, client.signal)).rejects.toThrow('disconnected');
    },
  );
});
