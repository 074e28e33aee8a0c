import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGINS_SQL, listLogins } from '../../../src/reading/browsing/list-logins.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { loadSample } from '../../dump/support/sample-store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

let store: Store;

beforeAll(async () => {
  store = openStore(await loadSample(temporaryFolder()));
});

afterAll(() => {
  store.close();
});

/** All authors in the repositories of an owner, by a scan of every table with an author. */
function authorsOf(owner: string): readonly unknown[] {
  const tables = [
    'issues',
    'pull_requests',
    'discussions',
    'releases',
    'issue_comments',
    'pull_request_reviews',
  ];
  const parts = tables.map((table) => `SELECT author FROM ${table} WHERE repo LIKE '${owner}/%'`);
  const { rows } = store.query(
    `SELECT DISTINCT author FROM (${parts.join(' UNION ALL ')}) WHERE author IS NOT NULL`,
  );
  return [...rows].map(([author]) => author);
}

describe('listLogins()', () => {
  it('returns all who wrote in the repositories of an owner, and the owner with its members', () => {
    for (const [owner, repo] of [
      ['northquay-works', 'ferrylight'],
      ['yaryna-vitrolom', 'tidewatch'],
    ]) {
      const found = listLogins(store.db, {
        owners: [`${owner}`],
        repos: JSON.stringify([`${owner}/${repo}`]),
      });
      expect(found).toEqual(expect.arrayContaining([...authorsOf(`${owner}`), owner]));
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it('finds comments and reviews in indexes', () => {
    const plan = store.db
      .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${LOGINS_SQL}`)
      .all({ repos: '[]' });
    const scanned = plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'));
    expect(scanned.join('\n')).not.toMatch(
      /SCAN (?:issues|pull_requests|issue_comments|pull_request_review)/,
    );
  });
});
