import { expect, it } from 'vitest';
import { countHits } from '../../src/search/count-hits.ts';
import { NOW_MS, openSampleStore, type RawRecord } from './support/sample-store.ts';

const REPOSITORY = 'https://service.example/acme/app';

/** Issues with a word that is in more than 300 texts, which makes lists in an order read threads in that order. */
const ISSUES: readonly RawRecord[] = Array.from({ length: 320 }, (_, index) => ({
  type: 'issue',
  url: `${REPOSITORY}/issues/${index + 1}`,
  repository: REPOSITORY,
  title: `Issue ${index + 1}`,
  body: 'a flywheel',
  labels: [],
  created_at: '2024-01-01T00:00:00Z',
}));

it('countHits() looks up the threads with a word, and does not read all threads', async () => {
  const sample = await openSampleStore(ISSUES);
  const { db } = sample.store;
  const asked: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
  const watched = Object.assign(Object.create(db), {
    prepare(sql: string) {
      const statement = db.prepare<unknown[], object>(sql);
      const all = statement.all.bind(statement);
      return Object.assign(statement, {
        all(...values: unknown[]) {
          asked.push({ sql, values });
          return all(...values);
        },
      });
    },
  });
  expect(countHits(watched, 'flywheel', { nowMs: NOW_MS }).total).toBe(320);
  const { sql, values } = asked.at(-1) ?? { sql: '', values: [] };
  const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
  const steps = plan.map(({ detail }) => detail).filter((detail) => /^(?:SCAN|SEARCH) s\b/.test(detail));
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
