import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const NAME = 'northquay-works/ferrylight';
const REPO = `/${NAME}`;
const THREAD = '/yaryna-vitrolom/tidewatch/issues/3';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  const lines = Array.from({ length: 30 }, (_, index) => `const wick${index + 1} = trim(${index + 1});`);
  const [, commit = ''] = replaceRepository(
    app.store,
    NAME,
    [
      {
        'README.md': '# Lamp\n',
        'src/deep/lamp.ts': `${lines.join('\n')}\n`,
        'docs/usage.rst': 'Usage\n=====\n',
      },
      {
        'film.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 12345678\n`,
      },
    ],
    {
      links: { 'docs/read': '../README.md', code: 'src', out: '../../etc/passwd', circle: 'circle' },
      tag: 'As ada@home.example asked',
    },
  );
  const db = new SqliteDatabase(app.store);
  const address = `https://service.example${REPO}/blob/${commit}/src/deep/lamp.ts#L3-L4`;
  db.prepare('UPDATE issues SET body = ? WHERE url LIKE ?').run(
    `See:\n\n${address}\n\nand ${address} too.`,
    `%${THREAD}`,
  );
  db.close();
}, 60_000);

describe('searching code', () => {
  it('shows lines with their numbers, in results and by type', async () => {
    const named = await app.page('/-/search?q=wick7+type%3Acode');
    expect(named).toContain(`href="${REPO}/blob/main/src/deep/lamp.ts?plain=1#L7"`);
    expect(named).toContain('<mark>wick7</mark>');
    expect(await app.page('/-/search?q=wick7')).toContain('id="code"');
    expect(await app.page('/-/search?q=wick7+type%3Acode+path%3Adocs%2F')).not.toContain('<mark>');
    expect(await app.page('/-/owners/yaryna-vitrolom/-/search?q=wick7+type%3Acode')).not.toContain('<mark>');
  });

  it('has a box in each repository, which needs no script', async () => {
    expect(await app.page(REPO)).toContain(`action="${REPO}/search"`);
    const { headers } = await app.request(`${REPO}/search?type=code&q=wick7`);
    expect(headers.get('location')).toBe('/-/search?q=repo%3Anorthquay-works%2Fferrylight+type%3Acode+wick7');
  });
});

describe('the tags of a repository', () => {
  it('have their messages, without mail addresses', async () => {
    expect(await app.page(`${REPO}/tags`)).toContain('As [mail address] asked');
  });
});

describe('a file', () => {
  it('has its tree next to it, with the way to it open', async () => {
    const page = await app.page(`${REPO}/blob/main/src/deep/lamp.ts`);
    expect(page).toContain(`<a href="${REPO}/blob/main/src/deep/lamp.ts" aria-current="page">`);
    expect(page).toContain(`<a href="${REPO}/tree/main/docs">`);
    expect(page).not.toContain('usage.rst');
  });

  it('is shown where a symbolic link leads, but only within the repository', async () => {
    const page = await app.page(`${REPO}/blob/main/docs/read`);
    expect(page).toMatch(/Lamp<\/h\d>/);
    expect(page).toContain(`It leads to <a href="${REPO}/blob/main/README.md">`);
    const through = await app.request(`${REPO}/blob/main/code/deep/lamp.ts`);
    expect(through.headers.get('location')).toBe(`${REPO}/blob/main/src/deep/lamp.ts`);
    const folder = await app.request(`${REPO}/tree/main/code`);
    expect(folder.headers.get('location')).toBe(`${REPO}/tree/main/src`);
    for (const path of ['out', 'circle']) {
      expect(await app.page(`${REPO}/blob/main/${path}`)).toContain('leads to nothing in the repository');
      await app.page(`${REPO}/blob/main/${path}/more`, 404);
    }
  });

  it('is explained if it is a pointer of Git LFS, and readable if its markup is not rendered', async () => {
    expect(await app.page(`${REPO}/blob/main/film.bin`)).toContain(
      'This file is in Git LFS (11.8 MiB) and is not kept here: this is its pointer.',
    );
    const written = await app.page(`${REPO}/blob/main/docs/usage.rst`);
    expect(written).toContain('This markup is not rendered');
    expect(written).toContain('Usage\n=====\n</pre>');
    expect(await app.page(`${REPO}/blob/main/docs/usage.rst?plain=1`)).toContain('id="L2"');
  });
});

it('shows the lines of a permalink that is alone in its paragraph', async () => {
  const page = await app.page(THREAD);
  expect(page.match(/<figure class="file quoted">/g)).toHaveLength(1);
  expect(page).toContain('src/deep/lamp.ts</bdi>, lines 3 to 4 at');
  expect(page).toMatch(/lamp\.ts#L4">4<\/a><\/td><td class="c">.*wick4/);
});

it('has menus of branches in comparisons, and ZIP files', async () => {
  const choice = await app.page(`${REPO}/compare`);
  const field = (end: string, other: string, kept: string) =>
    `<input type="hidden" name="${other}" value="${kept}"><input name="${end}" required`;
  expect(choice).toContain(field('head', 'base', 'main'));
  const two = await app.page(`${REPO}/compare/main...main`);
  expect(two).toContain(field('head', 'base', 'main'));
  expect(two).toContain(field('base', 'head', 'main'));
  expect(await app.page(`${REPO}/compare?head=HEAD`)).toContain(field('base', 'head', 'HEAD'));
  const many = await app.page('/yaryna-vitrolom/tidewatch/compare');
  const offered = [...many.matchAll(/class="title" href="([^"]+\.\.\.[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(offered.length).toBeGreaterThan(0);
  for (const path of offered) {
    expect(await app.page(path)).toContain('class="ref-choice"');
  }
  expect(choice).toContain('<summary title="">Choose a branch or tag');
  expect(many).toMatch(/<span class="facts">\d+ commits?, \d+ files?<\/span>/);
  expect(await app.page(`${REPO}/compare/main...main`)).toContain(
    '<bdi>main</bdi> and <bdi>main</bdi> are the same commit.',
  );
  const [first = ''] = offered;
  expect(await app.page(first)).toMatch(/<bdi>[^<]+<\/bdi> has \d+ commits? that <bdi>[^<]+<\/bdi> lacks\./);
  const chosen = await app.request(`${REPO}/compare?base=main&head=HEAD`);
  expect(chosen.headers.get('Location')).toBe(`${REPO}/compare/main...HEAD`);
  const zip = await app.request(`${REPO}/archive/refs/heads/main.zip`);
  expect(zip.headers.get('content-disposition')).toContain('ferrylight-main.zip');
  expect(Buffer.from(await zip.arrayBuffer()).includes('ferrylight-main/src/deep/lamp.ts')).toBe(true);
  await app.page(`${REPO}/archive/main/src.zip`, 404);
});

describe('the search box', () => {
  const suggested = async (q: string, at = REPO) => {
    const response = await app.request(`/-/suggest?${new URLSearchParams({ q, at })}`);
    return ((await response.json()) as { results: { title: string; href: string; completed?: string }[] })
      .results;
  };

  it.each([
    ['#3', `${REPO}/issues/3`],
    ['yaryna-vitrolom/tidewatch#9', '/yaryna-vitrolom/tidewatch/pull/9'],
    ['tidew', '/yaryna-vitrolom/tidewatch'],
    ['@yaryna', '/yaryna-vitrolom'],
    ['deep lamp', `${REPO}/blob/main/src/deep/lamp.ts`],
    ['sdl', `${REPO}/blob/main/src/deep/lamp.ts`],
    ['mileston', `${REPO}/milestones`],
    ['snapsh', '/-/snapshots'],
    ['', `${REPO}/issues`],
  ])('goes from %j to %s', async (typed, href) => {
    expect((await suggested(typed)).map((one) => one.href)).toContain(href);
  });

  it('offers no file that only has the letters of what was typed somewhere', async () => {
    expect((await suggested('slmp')).filter(({ href }) => href.includes('/blob/'))).toEqual([]);
    const page = await app.request(`${REPO}/find/main?q=slmp`);
    expect(await page.text()).toContain('lamp');
  });

  it('finds branches and the files that everybody knows from the home page, and tags by their names', async () => {
    const hrefs = async (q: string) => (await suggested(q, '')).map(({ href }) => href);
    expect(await hrefs('mai')).toContain(`${REPO}/tree/main`);
    expect(await hrefs('readme')).toContain(`${REPO}/blob/main/README.md`);
    expect(await hrefs('ferrylight mai')).toContain(`${REPO}/tree/main`);
    expect(await hrefs('v1')).toContain(`${REPO}/tree/v1`);
  });

  it.each([
    ['wick lab', 'wick label:'],
    ['wick is:mer', 'wick is:merged '],
    ['-label:bu', '-label:bug '],
    ['repo:tidew', 'repo:yaryna-vitrolom/tidewatch '],
    ['label:first', 'label:"good first issue" '],
  ])('completes %j as %j', async (typed, completed) => {
    expect((await suggested(typed)).map((one) => one.completed)).toContain(completed);
  });

  it('leaves out what is typed whole', async () => {
    expect((await suggested('label:bug')).map(({ completed }) => completed)).not.toContain('label:bug ');
    expect((await suggested('is:open')).filter(({ completed }) => completed === 'is:open ')).toEqual([]);
  });

  it('goes to a file that is called so without its ending', async () => {
    expect((await suggested('README'))[0]).toMatchObject({
      ...{ href: `${REPO}/blob/main/README.md`, isExact: true },
    });
  });

  it('completes the value of a qualifier without titles that have its words', async () => {
    const all = await suggested('is:', '');
    expect(all.map(({ completed }) => completed)).toContain('is:open ');
    expect(all.filter(({ completed }) => completed === undefined)).toEqual([]);
  });

  it('is on the page of searches once, with an order, pages and examples', async () => {
    const page = await app.page('/-/search?q=yaryna-vitrolom');
    expect(page.match(/data-search-field/g)).toHaveLength(1);
    expect(page).toContain('q=yaryna-vitrolom+sort%3Acreated-asc');
    expect(page).toContain('<nav aria-label="Go to">');
    const [, example = ''] = /for example: <a href="([^"]+)"/.exec(await app.page('/-/search')) ?? [];
    expect(await app.page(example.replaceAll('&amp;', '&'))).toContain('class="title"');
  });
});
