import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { translateSavedQuery } from '../../../src/lake/translate-query.ts';
import { chooseSavedQuery, SAVED_QUERIES } from '../../../src/reading/saved-queries.ts';
import { openStore } from '../../../src/store/store.ts';
import { loadSample } from '../../dump/support/sample-store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { type BucketLake, openBucketLake } from '../support/bucket-lake.ts';
import { addSnapshot } from '../support/lake.ts';

function fetched({ server }: BucketLake, from: number): readonly string[] {
  const keys = server.requests.slice(from).map(({ method, key }) => `${method} ${key}`);
  return [...new Set(keys.map((key) => key.replace(/\/account=.*/, '')))];
}

describe('a query on a lake in object storage', () => {
  it('is not confused by others that run at the same time, and answers saved queries as the store does', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const lake = await openBucketLake();
    await lake.sync(dbPath);
    const answers = await Promise.all(
      ['issues', 'comments', 'issues'].map((view) => lake.ask(`SELECT count(*) FROM ${view}`)),
    );
    expect(answers[0]).toEqual(answers[2]);
    expect(answers.flat(2).every((count) => Number(count) > 10)).toBe(true);
    const store = openStore(dbPath);
    for (const name of Object.keys(SAVED_QUERIES).slice(0, IS_LONG ? 4 : 1)) {
      const { sql, parameters } = chooseSavedQuery(name);
      const stored = [...store.query(sql, { parameters }).rows];
      expect({ name, rows: await lake.ask(translateSavedQuery(name, {}, 'duckdb')) }).toEqual({
        name,
        rows: stored,
      });
    }
    store.close();
  });

  it('fetches the manifest, and once the files of the views that it names', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    const lake = await openBucketLake();
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' } });
    await lake.sync(dbPath);
    let from = lake.server.requests.length;
    expect(await lake.ask('SELECT title FROM issues')).toEqual([['one']]);
    expect(fetched(lake, from)).toEqual(['GET lake/lake.json', 'GET lake/issues']);
    from = lake.server.requests.length;
    expect(await lake.ask('SELECT count(*) FROM issues')).toEqual([[1]]);
    expect(fetched(lake, from)).toEqual(['GET lake/lake.json']);
    await addSnapshot(dbPath, 2, { 'acme/app': { 1: 'edited' } });
    await lake.sync(dbPath);
    from = lake.server.requests.length;
    expect(await lake.ask('SELECT title FROM issues')).toEqual([['edited']]);
    expect(await lake.ask('SELECT title FROM issues_states ORDER BY valid_from')).toEqual([
      ['one'],
      ['edited'],
    ]);
    expect(fetched(lake, from)).toEqual(['GET lake/lake.json', 'GET lake/issues']);
  });

  it('fails if there is no lake, if a file is missing, or if the manifest names a file outside of it', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' } });
    const lake = await openBucketLake();
    await expect(lake.ask('SELECT 1')).rejects.toMatchObject({ code: 'absent' });
    await lake.sync(dbPath);
    const file = lake.dataPaths().find((path) => path.startsWith('issues/')) ?? '';
    lake.server.objects.delete(`lake/${file}`);
    await expect(lake.ask('SELECT count(*) FROM issues')).rejects.toMatchObject({ code: 'lake-damaged' });
    lake.server.objects.set(
      'lake/lake.json',
      Buffer.from(lake.read('lake.json').replaceAll('part-0001', '../../x')),
    );
    await expect(lake.ask('SELECT 1')).rejects.toMatchObject({ code: 'lake-damaged' });
  });
});
