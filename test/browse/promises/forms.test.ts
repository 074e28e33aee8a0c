import { beforeAll, describe, expect, it } from 'vitest';
import { change, type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/northquay-works/ferrylight';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});

type Facts = Readonly<Record<string, unknown>>;

async function factsOf(path: string): Promise<Facts> {
  const response = await app.request(path, { headers: { accept: 'application/json' } });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Facts;
}

/** The urls of a list, following from page to page what its facts say of the next one. */
async function allUrls(path: string, list: string): Promise<readonly string[]> {
  const urls: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const facts = await factsOf(next);
    urls.push(...(facts[list] as readonly { readonly url: string }[]).map(({ url }) => url));
    const after = facts['after'] as string | undefined;
    const following = after === undefined ? undefined : `${path}&after=${encodeURIComponent(after)}`;
    next = (facts['nextPath'] as string | undefined) ?? following;
  }
  return urls;
}

describe('a list as data', () => {
  it.each([
    [`${REPO}/issues?q=&per_page=3`, 'threads', 'SELECT count(*) FROM issues WHERE repo = :repo'],
    [`${REPO}/pulls?q=&per_page=3`, 'threads', 'SELECT count(*) FROM pull_requests WHERE repo = :repo'],
    [`${REPO}/issues?q=+&per_page=3`, 'threads', 'SELECT count(*) FROM issues WHERE repo = :repo'],
    ['/-/search?q=type%3Aissue', 'results', 'SELECT count(*) FROM issues WHERE :repo IS NOT NULL'],
    [
      '/-/people?x',
      'accounts',
      'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM organizations) WHERE :repo IS NOT NULL',
    ],
  ])('%s leads to all of it', async (path, list, sql) => {
    const { rows } = await factsOf(`/-/sql?q=${encodeURIComponent(sql)}&p_repo=${REPO.slice(1)}`);
    const found = await allUrls(path, list);
    expect(new Set(found).size).toBe(found.length);
    expect([[found.length]]).toEqual(rows);
  });

  it('of commits leads to pages that exist', async () => {
    const { prevPath } = await factsOf(`${REPO}/commits?skip=60`);
    expect(prevPath).toBe(`${REPO}/commits?skip=10`);
    expect((await factsOf(String(prevPath)))['commits']).not.toEqual([]);
  });
});

describe('a mistake in a question', () => {
  it.each([
    ['/-/sql.json?q=SELEC', 'application/json'],
    ['/-/search.json?q=nonsense%3Ax', 'application/json'],
    [`${REPO}/issues.json?q=nonsense%3Ax`, 'application/json'],
    [`${REPO}/issues.md?q=nonsense%3Ax`, 'text/markdown; charset=utf-8'],
    [`${REPO}/issues.md?per_page=1000`, 'text/markdown; charset=utf-8'],
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
  it('says where it was cut for its size', async () => {
    const sql =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 1000) SELECT printf('%.*c', 2000000, 'x') FROM n";
    const path = `?q=${encodeURIComponent(sql)}`;
    expect(await app.page(`/-/sql${path}`)).toContain('the next row would exceed the limit of 10');
    const text = await (await app.request(`/-/sql.json${path}`)).text();
    expect(JSON.parse(text).cut).toBe('size');
    expect(text.length).toBeLessThan(11_000_000);
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
    const next = /rel="next" href="([^"]+)" data-control/.exec(first)?.[1]?.replaceAll('&amp;', '&');
    if (next === undefined) {
      throw new Error('there are too few issues for two pages');
    }
    const back = /rel="prev" href="([^"]+)" data-control/.exec(await app.page(next))?.[1];
    expect(back).toBe('/-/search?q=created%3A%3E2000-01-01');
  });
});

describe('what was probably meant', () => {
  it('leads to the search with it', async () => {
    const similar = await app.page('/-/search?q=sensro+is%3Aopen');
    expect(similar).toMatch(
      /<p class="hint">No text contains &quot;sensro&quot;; a similar word that occurs is <a href="\/-\/search\?q=sensor\+is%3Aopen">sensor<\/a>\.<\/p>/,
    );
    const search = await app.page('/-/search?q=is%3Aopne+wave');
    expect(search).toContain('did you mean <a href="/-/search?q=is%3Aopen+wave">open</a>?');
    const later = await app.page('/-/search?q=opne+is%3Aopne');
    expect(later).toContain('did you mean <a href="/-/search?q=opne+is%3Aopen">open</a>?');
    const list = await app.page(`${REPO}/issues?q=is%3Aopne`);
    expect(list).toContain(`did you mean <a href="${REPO}/issues?q=is%3Aopen">open</a>?`);
  });
});

describe('a milestone', () => {
  it('leads to the lists of what it has, by state, and to no empty one', async () => {
    const milestone = `https://service.example${REPO}/milestones/2`;
    const filled = await openApp({
      isLater: true,
      edit: (folder) =>
        change(folder, 'pull_requests_', (pulls) =>
          pulls.map((pull) => (pull.url.includes(`${REPO}/`) ? { ...pull, milestone } : pull)),
        ),
    });
    const page = await filled.page(`${REPO}/milestones?state=all`);
    const rows = page.split('<li id="milestone-').slice(1);
    expect(rows.length).toBeGreaterThan(1);
    const links = rows.flatMap((row) => [
      ...row.matchAll(/<a href="([^"]+)">(\d+) ((?:open|closed|merged) (?:issue|pull request))s?<\/a>/g),
    ]);
    expect(new Set(links.map(([, , , what]) => what))).toContain('merged pull request');
    expect(new Set(links.map(([, , , what]) => what))).toContain('closed pull request');
    for (const [, path = '', count] of links) {
      const list = await filled.page(path.replaceAll('&amp;', '&'));
      expect([path, list.match(/<a class="title"/g)?.length]).toEqual([path, Number(count)]);
    }
  });

  it('is in the list of its state, and in that of all', async () => {
    const rowsOf = async (query: string) =>
      (await app.page(`${REPO}/milestones${query}`)).split('<li id="milestone-').length - 1;
    const [, open, closed] = />(\d+) open<.*>(\d+) closed</.exec(await app.page(`${REPO}/milestones`)) ?? [];
    const [ofOpen, ofClosed] = [await rowsOf('?state=open'), await rowsOf('?state=closed')];
    expect([ofOpen, ofClosed]).toEqual([Number(open), Number(closed)]);
    expect(await rowsOf('?state=all')).toBe(ofOpen + ofClosed);
    expect(ofOpen).toBeGreaterThan(0);
    expect(await rowsOf('')).toBe(ofOpen);
  });

  it('has a page with all that is in it, to which its title leads everywhere', async () => {
    const list = await app.page(`${REPO}/milestones?state=all`);
    let mixed = 0;
    for (const row of list.split('<li id="milestone-').slice(1)) {
      const [, path = '', title = ''] = /<a class="title" href="([^"]+)"><bdi>([^<]+)/.exec(row) ?? [];
      const counts = [...row.matchAll(/>(\d+) (?:open|closed|merged) (issue|pull request)s?<\/a>/g)];
      mixed += new Set(counts.map(([, , kind]) => kind)).size > 1 ? 1 : 0;
      const page = await app.page(path);
      expect(page).toContain(`<h1 dir="auto">${title}</h1>`);
      const threads = [...page.matchAll(/<a class="title" href="([^"]+)"/g)].map(([, href = '']) => href);
      expect([path, threads.length]).toEqual([
        path,
        counts.reduce((sum, [, count]) => sum + Number(count), 0),
      ]);
      for (const thread of threads) {
        expect(await app.page(thread)).toContain(`<h2>Milestone</h2><a href="${path}">`);
      }
    }
    expect(mixed).toBeGreaterThan(0);
  });

  it('is absent without a record of it', async () => {
    await app.page(`${REPO}/milestones/999`, 404);
  });
});
