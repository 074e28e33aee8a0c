import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/northquay-works/ferrylight';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});

/** The rows of a list as CSV, following the `Link` headers from page to page. */
async function allRows(path: string): Promise<readonly string[]> {
  const rows: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const response: Response = await app.request(next);
    expect([next, response.status]).toEqual([next, 200]);
    rows.push(...(await response.text()).trimEnd().split('\r\n').slice(1));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return rows;
}

describe('a list as CSV', () => {
  it.each([
    [`${REPO}/issues.csv?q=&per_page=3`, 'SELECT count(*) FROM issues WHERE repo = :repo'],
    [`${REPO}/pulls.csv?q=&per_page=3`, 'SELECT count(*) FROM pull_requests WHERE repo = :repo'],
    [`${REPO}/issues.csv?q=+&per_page=3`, 'SELECT count(*) FROM issues WHERE repo = :repo'],
    ['/-/search.csv?q=type%3Aissue', 'SELECT count(*) FROM issues WHERE :repo IS NOT NULL'],
    [
      '/-/people.csv',
      'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM organizations) WHERE :repo IS NOT NULL',
    ],
  ])('%s leads to all of it', async (path, sql) => {
    const answer = await app.request(`/-/sql.json?q=${encodeURIComponent(sql)}&p_repo=${REPO.slice(1)}`);
    const { rows }: { rows: readonly (readonly number[])[] } = JSON.parse(await answer.text());
    const found = await allRows(path);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBe(rows[0]?.[0]);
  });

  it('of commits links to pages that exist', async () => {
    const link = (await app.request(`${REPO}/commits.csv?skip=60`)).headers.get('link') ?? '';
    expect(link).toContain(`<${REPO}/commits.csv?skip=10>; rel="prev"`);
    expect((await app.request(`${REPO}/commits.csv?skip=10`)).status).toBe(200);
  });
});

describe('a mistake in a question', () => {
  it.each([
    ['/-/sql.json?q=SELEC', 'application/json'],
    ['/-/sql.csv?q=SELEC', 'text/csv; charset=utf-8'],
    ['/-/search.json?q=nonsense%3Ax', 'application/json'],
    ['/-/search.csv?q=nonsense%3Ax', 'text/csv; charset=utf-8'],
    [`${REPO}/issues.json?q=nonsense%3Ax`, 'application/json'],
    [`${REPO}/issues.csv?per_page=1000`, 'text/csv; charset=utf-8'],
  ])('%s is refused in the form that was asked for', async (path, type) => {
    const response = await app.request(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, type]);
    const text = await response.text();
    expect(type === 'application/json' ? JSON.parse(text).error : text).toMatch(/Cannot/);
  });

  it('stays on the page next to the query', async () => {
    expect(await app.page('/-/sql?q=SELEC')).toContain('<strong>Cannot');
  });
});

describe('an answer to SQL', () => {
  it('says where it was cut for its size, with a header for programs', async () => {
    const sql =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 1000) SELECT printf('%.*c', 2000000, 'x') FROM n";
    const path = `?q=${encodeURIComponent(sql)}`;
    expect(await app.page(`/-/sql${path}`)).toContain('the next row would exceed the limit of 10');
    const response = await app.request(`/-/sql.csv${path}`);
    expect(response.headers.get('satchel-cut')).toBe('size');
    expect((await response.text()).length).toBeLessThan(11_000_000);
  }, 60_000);

  it('ends when the client has disconnected', async () => {
    const endless =
      'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0';
    const leaving = new AbortController();
    const asked = Array.from({ length: 3 }, () =>
      app.request(`/-/sql?q=${encodeURIComponent(endless)}`, { signal: leaving.signal }),
    );
    leaving.abort();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([408, 408, 408]);
    expect(await app.page('/-/sql?q=SELECT+42')).toContain('>42</td>');
  });
});

describe('the results of a search', () => {
  it('link back to the previous page', async () => {
    const first = await app.page('/-/search?q=created%3A%3E2000-01-01');
    const next = /rel="next" href="([^"]+)" data-key/.exec(first)?.[1]?.replaceAll('&amp;', '&');
    if (next === undefined) {
      throw new Error('there are too few issues for two pages');
    }
    const back = /rel="prev" href="([^"]+)" data-key/.exec(await app.page(next))?.[1];
    expect(back).toBe('/-/search?q=created%3A%3E2000-01-01');
  });
});
