import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { NAVIGATION } from '../../../src/browse/layout/navigation.table.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { createFinding } from '../../../src/model/findings.ts';
import { SAVED_QUERIES } from '../../../src/reading/saved-queries.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { openStore } from '../../../src/store/store.ts';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { EDITED, type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/northquay-works/ferrylight';
const OTHER = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;

interface List {
  readonly threads: readonly { readonly number: number }[];
  readonly after?: string;
  readonly before?: string;
}

interface Written {
  readonly writings: readonly { readonly url: string }[];
  readonly counts: readonly { readonly count: number }[];
  readonly after?: string;
}

/** The facts of a page, as its JSON. */
async function json<Facts>(path: string): Promise<Facts> {
  return (await (await app.request(path)).json()) as Facts;
}

beforeAll(async () => {
  app = await openApp({ isLater: true });
});

const h1 = (page: string) =>
  /<h1[^>]*>(.*?)<\/h1>/s
    .exec(page)?.[1]
    ?.replace(/<[^>]+>/g, '')
    .trim();

describe('every page', () => {
  it.each([
    '/',
    '/northquay-works',
    '/yaryna-vitrolom',
    REPO,
    `${REPO}/issues`,
    `${REPO}/pulls`,
    `${OTHER}/issues/3`,
    `${REPO}/pull/5`,
    `${REPO}/discussions`,
    `${REPO}/discussions/1`,
    `${REPO}/milestones`,
    `${REPO}/labels`,
    `${REPO}/releases`,
    `${REPO}/releases/latest`,
    `${REPO}/projects`,
    `${REPO}/attachments`,
    '/orgs/northquay-works/people',
    '/orgs/northquay-works/teams',
    '/-/people',
    '/-/people/yaryna-vitrolom',
    '/-/search?q=is%3Aopen',
    '/-/help',
    '/-/help/search',
    '/-/sql',
    '/-/schema',
    '/-/snapshots',
    '/-/changes/1..2',
    '/-/integrity',
    '/-/captures',
    '/-/captures/alerts',
    `/-/history?url=${encodeURIComponent(EDITED)}`,
  ])('%s has one heading and a date, and requests nothing from elsewhere', async (path) => {
    const page = await app.page(path);
    expect(page.match(/<h1[ >]/g)).toHaveLength(1);
    expect(page).toContain('Exported on 1 Jul 2026');
    expect(page).toContain('<main id="main"');
    expect(page).not.toMatch(/<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//);
    expect(page).not.toMatch(/ style="| on\w+="/);
    expect(page).not.toMatch(/ (?:href|src|value)="[^"]*\b(?:undefined|null|NaN|object Object)\b/);
  });
});

describe('the age of the data', () => {
  it('is said in days', async () => {
    const clock = createDrivenClock(Date.parse('2026-07-01T20:00:00Z'));
    const { app: reader, close } = createBrowseApp({ store: app.store, clock });
    for (const words of ['today', 'yesterday', '2 days ago']) {
      const page = await (await reader.request('/')).text();
      expect(page).toContain(`Exported on 1 Jul 2026 (${words}).`);
      clock.advance(86_400_000);
    }
    await close();
  });
});

describe('home', () => {
  it('links to every repository and account', async () => {
    const page = await app.page('/');
    for (const path of [REPO, OTHER, '/yaryna-vitrolom/seedbank', '/northquay-works', '/yaryna-vitrolom']) {
      expect(page).toContain(`href="${path}"`);
    }
  });
});

describe('a list', () => {
  it('shows what is open, and counts how it spreads', async () => {
    const page = await app.page(`${OTHER}/issues`);
    expect(page).toContain('>2 open</a>');
    expect(page).toContain('>6 closed</a>');
    expect(page).toContain('Wrong sensor readings with more than 10,000 readings');
    expect(page).not.toContain('No error message from the alert mailer');
  });

  it('answers the language of searches, and each value of a facet is a link that asks for it', async () => {
    const page = await app.page(`${OTHER}/issues?q=label%3A%22bug%22`);
    expect(page).toContain('No error message from the alert mailer');
    expect(page).not.toContain('Wrong sensor readings');
    expect(page).toContain('q=label%3A%22bug%22+author%3Ayaryna-vitrolom');
  });

  it('pages forward and back, and shows each row once', async () => {
    const numbers = async (query: string) => {
      const facts = await json<List>(`${OTHER}/issues.json?q=+&per_page=3${query}`);
      return { ...facts, numbers: facts.threads.map(({ number }) => number) };
    };
    const first = await numbers('');
    const second = await numbers(`&after=${encodeURIComponent(first.after ?? '')}`);
    const third = await numbers(`&after=${encodeURIComponent(second.after ?? '')}`);
    const back = await numbers(`&before=${encodeURIComponent(second.before ?? '')}`);
    expect([...first.numbers, ...second.numbers, ...third.numbers]).toEqual([12, 10, 8, 6, 5, 4, 3, 1]);
    expect(third.after).toBeUndefined();
    expect(first.before).toBeUndefined();
    expect(back.numbers).toEqual(first.numbers);
  });

  it.each(['comments-desc', 'updated-desc', 'created-asc', 'reactions-desc'])(
    'goes through every row once in the order %s',
    async (sort) => {
      const seen: number[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
        const facts: List = await json<List>(`${OTHER}/issues.json?q=sort:${sort}&per_page=3${query}`);
        seen.push(...facts.threads.map(({ number }) => number));
        after = facts.after;
      }
      expect(seen.toSorted((one, other) => one - other)).toEqual([1, 3, 4, 5, 6, 8, 10, 12]);
    },
  );

  it('keeps a search that it cannot read, with what is wrong with it', async () => {
    const page = await app.page(`${OTHER}/issues?q=is%3Anowhere`);
    expect(page).toContain('value="is:nowhere"');
    expect(page).toContain('Cannot search');
    expect(page).toContain('How to write searches is in <a href="/-/help/search">Search syntax</a>.');
  });

  it('says what is missing if it is empty', async () => {
    expect(await app.page('/yaryna-vitrolom/seedbank/issues?q=+')).toContain(
      'The archive contains no issues of this repository.',
    );
  });
});

describe('a conversation', () => {
  it('has everything that was said, with the anchors of the service', async () => {
    const page = await app.page(`${OTHER}/issues/3`);
    expect(h1(page)).toBe('Wrong sensor readings with more than 10,000 readings #3');
    expect(page.match(/id="issuecomment-\d+"/g)).toHaveLength(7);
    expect(page).toContain('href="https://service.example/yaryna-vitrolom/tidewatch/issues/3"');
  });

  it('marks vanished entries in place, and shows edits between snapshots', async () => {
    const page = await app.page(`${OTHER}/issues/3`);
    expect(page).toContain('It was deleted ');
    expect(page).toContain('<summary>Edited ');
    expect(page).toContain(
      `<a href="/-/history?url=${encodeURIComponent(EDITED)}">History of this text</a></p></details>`,
    );
    expect(page).toContain('<ins>Said better.</ins>');
  });

  it('is found by what was deleted in it', async () => {
    const { vanished } = await json<{ readonly vanished: readonly { url: string; body: string }[] }>(
      `${OTHER}/issues/3.json`,
    );
    const [words] = /[A-Za-z]+ [A-Za-z]+ [A-Za-z]+/.exec(vanished[0]?.body ?? '') ?? [];
    const found = await app.page(`/-/search?q=${encodeURIComponent(`"${words}"`)}`);
    expect(found).toContain('<section class="kept" id="former">');
    expect(found).toContain(`/-/history?url=${encodeURIComponent(vanished[0]?.url ?? '')}`);
    expect(found.split('id="former"')[1]).toContain(`<span>${OTHER.slice(1)}#3</span>`);
    expect(found).toMatch(/now; <a href="#former">1 in the snapshot of \d+ \w+ 2026<\/a>/);
  });

  it('of a pull request has reviews with their verdicts and the code that is discussed', async () => {
    const page = await app.page(`${OTHER}/pull/9`);
    expect(page).toMatch(/class="verdict (?:approved|changes_requested|commented)"/);
    expect(page).toContain('class="hunk"');
  });

  it('links to the commits of its events', async () => {
    const commit = `${OTHER}/commit/a7cc5a08f99cbea8c6e7852d0fea8d70f741617b`;
    const page = await app.page(`${OTHER}/pull/2`);
    expect(page).toContain(`<a href="${commit}"><code>a7cc5a08f9</code></a>`);
    await app.page(commit);
  });

  it('redirects to the kind of a number', async () => {
    const response = await app.request(`${OTHER}/issues/9`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${OTHER}/pull/9`);
  });

  it('suggests the nearest numbers if there is none', async () => {
    const page = await app.page(`${OTHER}/issues/999`, 404);
    expect(page).toMatch(new RegExp(`Nearest to it.*<a class="titled" href="${OTHER}/pull/13">`));
    const misspelled = await app.page(`${OTHER}/isues/3`, 404);
    expect(misspelled.match(/class="titled" href="[^"]+"/g)).toEqual([
      `class="titled" href="${OTHER}/issues/3"`,
    ]);
  });
});

describe('an address that nothing has', () => {
  it.each([
    [`${REPO}/milestones/999`, [`${REPO}/milestones/`, `${REPO}/milestones"`], '/pull/'],
    [`${OTHER}/issues/999`, [`${OTHER}/pull/13"`, `${OTHER}/issues"`], ''],
    [`${OTHER}/releases/tag/v0.9.00`, [`${OTHER}/releases/tag/v0.9.0"`], ''],
    ['/yaryna-vitrolm', ['/yaryna-vitrolom"'], ''],
    ['/orgs/northquay-works/teams/none', ['/orgs/northquay-works/teams"'], ''],
  ])('%s leads to what is like it', async (path, links, other) => {
    const [, near = ''] = /Nearest to it(.*?)<\/dl>/s.exec(await app.page(path, 404)) ?? [];
    for (const link of links) {
      expect(near).toContain(`href="${link}`);
    }
    expect(other !== '' && near.includes(other)).toBe(false);
  });

  it('is said once, and its own name is what is looked for', async () => {
    expect(await app.page(`${OTHER}/releases/tag/v0.9.00`, 404)).not.toMatch(/Did you mean|\?\./);
    expect(await app.page('/orgs/northquay-works/teams/nobody', 404)).toContain('name="q" value="nobody"');
  });

  it('leads from the name of a feed to it', async () => {
    expect((await app.request('/-/stars')).headers.get('location')).toBe('/-/captures/stars');
  });
});

describe('what vanished', () => {
  it('is on the page of changes, with its text and its kind', async () => {
    const page = await app.page('/-/changes/1..2');
    expect(page).toContain('<span class="tag warn">deleted</span> milestone');
    expect(page).toContain(
      '<div class="lost"><div class="prose" dir="auto"><p>Debug log of a run that works:',
    );
    expect(page).toContain('<ins>Said better.</ins>');
    const edited = await app.page('/-/changes/1..2?what=edited');
    expect(edited).toContain('<h2>Something edited</h2>');
    expect(edited).not.toContain('> milestone ');
  });

  it('is named after its thread, with a link', async () => {
    const page = await app.page('/-/changes/1..2?what=deleted');
    expect(page).toMatch(
      /<a class="title" href="\/[^"#]+\/issues\/3" data-item-link>Wrong sensor readings[^<]+<\/a> <span class="muted">[\w/-]+#3<\/span><\/h3><ul class="plain"><li class="vanished"><p><span class="tag warn">deleted<\/span> <bdi>comment<\/bdi> by/,
    );
  });

  it('is shown for any two snapshots, and refused for one that does not exist', async () => {
    expect(await app.page('/-/changes?from=2&to=1')).toMatch(
      /From <time[^>]*>1 Jul .*\(<a href="\/-\/at\/2\/">snapshot 2<\/a>\).* to .*\(<a [^>]+>snapshot 1<\/a>\)/,
    );
    await app.page('/-/changes/1..7', 404);
    const newest = await app.page('/-/changes');
    expect(newest).toMatch(/From .*>snapshot 1<.* to .*>snapshot 2</);
    expect(newest).toContain('deleted</span>');
  });
});

describe('what vanished from a list', () => {
  it('is named below it, with the way to what it was', async () => {
    const page = await app.page(`${REPO}/milestones`);
    expect(page).toContain('No longer in the newest snapshot');
    const path = /href="(\/-\/history\?[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const history = await app.page(path);
    expect(history).toContain('It is not in the newest snapshot.');
    expect(/<main.*<\/main>/s.exec(history)?.[0]).not.toContain('href="/-/history?');
  });
});

describe('search', () => {
  it('links to the comment that contains the words', async () => {
    const page = await app.page('/-/search?q=sensor');
    expect(page).toMatch(/href="\/yaryna-vitrolom\/tidewatch\/(?:issues|pull)\/\d+/);
    expect(page).toContain('<mark>');
    expect(page).toContain('<span>yaryna-vitrolom/tidewatch#3</span>');
  });

  it('shows the text around the words on a separate line, without Markdown', async () => {
    const page = await app.page('/-/search?q=steps');
    expect(page).toMatch(/<\/span>\n<p class="snippet">/);
    expect(page).toContain('<mark>Steps</mark>');
    expect(page.match(/<p class="snippet">.*?<\/p>/gs)?.filter((line) => line.includes('##'))).toEqual([]);
  });

  it('redirects an address of the service to its page', async () => {
    const response = await app.request(`/-/search?q=${encodeURIComponent(`${EDITED}#issuecomment-1`)}`);
    expect(response.headers.get('location')).toBe(`${OTHER}/issues/3#issuecomment-1`);
  });

  it('completes titles, names of repositories and numbers', async () => {
    const results = async (typed: string) =>
      (await json<{ results: unknown[] }>(`/-/suggest?q=${encodeURIComponent(typed)}`)).results;
    expect(await results('ferry')).toContainEqual(expect.objectContaining({ href: REPO }));
    expect(await results('Wrong sens')).toContainEqual(
      expect.objectContaining({ href: `${OTHER}/issues/3` }),
    );
    expect(await results('yaryna-vitrolom/tidewatch#9')).toContainEqual(
      expect.objectContaining({ href: `${OTHER}/pull/9` }),
    );
  });

  it('suggests only pages that exist, and first what is called exactly so', async () => {
    const results = async (typed: string, at: string) =>
      (
        await json<{ results: { title: string; href: string }[] }>(
          `/-/suggest?${new URLSearchParams({ q: typed, at })}`,
        )
      ).results;
    for (const at of ['', REPO, OTHER]) {
      const offered = (await results('', at)).map(({ href }) => href);
      const tabs = at === '' ? [] : [...(await app.page(at)).matchAll(/href="([^"]+)" data-key="g \w"/g)];
      expect(offered).toEqual(
        expect.arrayContaining(tabs.map(([, href]) => href).filter((href) => href?.startsWith(at))),
      );
      for (const href of offered) {
        expect([href, (await app.request(href)).status]).toEqual([href, 200]);
      }
    }
    const everywhere = new Set((await results('', '')).map(({ href }) => href));
    for (const { titles = {} } of PAGES) {
      expect([...everywhere]).toEqual(expect.arrayContaining(Object.keys(titles)));
    }
    for (const [path, title] of NAVIGATION) {
      expect(PAGES.find(({ titles }) => titles?.[path] !== undefined)?.titles?.[path]).toBe(title);
    }
    const known = new Set((await results('', OTHER)).map(({ title }) => title));
    expect(known).toContain('Issues');
    expect(known).not.toContain('Discussions');
    expect((await results('tidewatch', ''))[0]?.href).toBe(OTHER);
    expect((await results('labels', REPO))[0]?.href).toBe(`${REPO}/labels`);
    expect((await results('tidew iss', ''))[0]?.href).toBe(`${OTHER}/issues`);
    expect((await results('yaryna tide', ''))[0]?.href).toBe(OTHER);
  });

  it('puts what is in the repository of the page before others of its kind, and few releases', async () => {
    for (const at of [REPO, OTHER]) {
      for (const typed of ['e', 'v0', 'i', 's', 'a']) {
        const { results } = await json<{ results: { href: string; where: string }[] }>(
          `/-/suggest?${new URLSearchParams({ q: typed, at })}`,
        );
        const kindOf = (where: string) => (where.includes('#') ? 'thread' : where.split(' ')[0]);
        for (const kind of new Set(results.map(({ where }) => kindOf(where)))) {
          const ofKind = results.filter(({ where }) => kindOf(where) === kind);
          const isOwn = ofKind.map(({ href }) => `${href}/`.startsWith(`${at}/`));
          expect([typed, isOwn]).toEqual([typed, isOwn.toSorted((one, two) => Number(two) - Number(one))]);
        }
        expect(results.filter(({ where }) => where.startsWith('release')).length).toBeLessThan(4);
      }
    }
  });

  it('runs queries of texts in another process', async () => {
    expect(await app.page('/-/search?q=involves%3Ayaryna-vitrolom')).toContain('class="title"');
    expect(await app.page('/-/search?q=sens*')).toContain('class="title"');
  });
});

it('suggests a release as such, with a sign, and chooses what was named exactly', async () => {
  const results = async (typed: string, at: string) =>
    (
      await json<{ results: { href: string; where: string; sign?: string; isExact?: boolean }[] }>(
        `/-/suggest?${new URLSearchParams({ q: typed, at })}`,
      )
    ).results;
  expect(await results('ferrylight v0.8', '')).toContainEqual(
    expect.objectContaining({ where: `release in ${REPO.slice(1)}`, sign: expect.stringContaining('<svg') }),
  );
  expect((await results('9', OTHER))[0]).toMatchObject({ href: `${OTHER}/pull/9`, isExact: true });
  expect((await results('ferrylight', ''))[0]).toMatchObject({ href: REPO, isExact: true });
  expect((await results('ferry', ''))[0]?.isExact).toBeUndefined();
  const named = async (typed: string, at = '') => (await results(typed, at)).map(({ href }) => href);
  const [team = ''] =
    /\/orgs\/northquay-works\/teams\/[\w-]+/.exec(await app.page('/orgs/northquay-works/teams')) ?? [];
  expect(await named(team.slice(team.lastIndexOf('/') + 1).slice(0, 5))).toContain(team);
  expect(await named('bug', REPO)).toContain(`${REPO}/issues?q=label%3A%22bug%22`);
  expect((await named('README.md')).some((href) => /\/blob\/.*README\.md$/.test(href))).toBe(true);
  const pasted = 'https://service.example/yaryna-vitrolom/tidewatch/issues/3';
  for (const typed of ['tidewatch#3', 'yaryna-vitrolom/tidewatch#3', pasted]) {
    const [first] = await results(typed, '');
    expect(first).toMatchObject({
      ...{ href: `${OTHER}/issues/3`, where: 'yaryna-vitrolom/tidewatch#3' },
      ...{ isExact: true, sign: expect.stringContaining('<svg') },
    });
  }
  const search = await app.request('/-/search?q=tidewatch%233');
  expect(search.headers.get('location')).toBe(`${OTHER}/issues/3`);
});

describe('the search box', () => {
  interface Offered {
    readonly title: string;
    readonly href: string;
    readonly where: string;
    readonly isExact?: boolean;
    readonly isOneOfMany?: boolean;
  }

  const offered = async (q: string, at = '') =>
    (await json<{ results: readonly Offered[] }>(`/-/suggest?${new URLSearchParams({ q, at })}`)).results;

  it('offers for a number only threads, and for the address of a missing thread nothing', async () => {
    const byNumber = await offered('#8', OTHER);
    expect(byNumber.filter(({ where }) => !/#8$/.test(where))).toEqual([]);
    expect(await offered('https://service.example/yaryna-vitrolom/tidewatch/issues/99999')).toEqual([]);
  });

  it('offers what the repository of the page has before what others have, after what is called exactly so', async () => {
    for (const typed of ['station', 'flood', 'tide', 'v0']) {
      const isOther = (await offered(typed, OTHER))
        .filter(({ isExact, where }) => isExact !== true && / (?:in|of) |#/.test(where))
        .map(({ href }) => !href.startsWith(OTHER) && !/^\/-\/search/.test(href));
      expect([typed, isOther]).toEqual([typed, isOther.toSorted()]);
    }
  });

  it('ends a list that is cut with a row that leads to the search', async () => {
    const all = await offered('s', OTHER);
    expect(all.length).toBeLessThan(13);
    expect(all.at(-1)).toMatchObject({
      title: 'More …',
      href: `/-/search?q=${encodeURIComponent(`repo:${OTHER.slice(1)}`)}+s`,
    });
    expect((await offered('zzqx')).map(({ title }) => title)).not.toContain('More …');
  });

  it('never cuts what is called exactly so', async () => {
    const { rows } = await json<{ readonly rows: readonly (readonly [string, string])[] }>(
      `/-/sql.json?q=${encodeURIComponent('SELECT repo, tag_name FROM releases WHERE tag_name IS NOT NULL')}`,
    );
    for (const [repo, tag] of rows) {
      const [first] = await offered(tag, `/${repo}`);
      expect(first).toMatchObject({ href: `/${repo}/releases/tag/${encodeURIComponent(tag)}` });
    }
  });

  it('prefers none of the threads that have a number, but those of the page', async () => {
    const all = (await offered('#3')).filter(({ where }) => where.endsWith('#3'));
    expect(all.length).toBeGreaterThan(1);
    expect(all.map(({ isExact, isOneOfMany }) => [isExact, isOneOfMany])).toEqual(
      all.map(() => [false, true]),
    );
    const page = await app.page('/-/search?q=%233');
    for (const { href, where } of all) {
      expect(page).toMatch(new RegExp(`<a href="${href}">.*?${where}`));
    }
    const [own, ...others] = await offered('#3', OTHER);
    expect(own).toMatchObject({ href: `${OTHER}/issues/3`, isExact: true });
    expect(others.filter(({ isExact }) => isExact === true)).toEqual([]);
  });

  it('finds people without accents, capitals and hyphens, and offers recent repositories before pages', async () => {
    const { rows } = await json<{ readonly rows: readonly (readonly [string, string])[] }>(
      `/-/sql.json?q=${encodeURIComponent("SELECT login, name FROM users WHERE name LIKE '% %' AND NOT is_bot LIMIT 300")}`,
    );
    const [login = '', name = ''] = rows.find(([, one]) => /[áàéèíóúüöäñ]/i.test(one)) ?? [];
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    expect(plain).not.toBe(name.toLowerCase());
    expect((await offered(plain)).map(({ href }) => href)).toContain(`/${login}`);
    expect((await offered(plain.slice(0, -2))).map(({ href }) => href)).toContain(`/${login}`);
    const first = await offered('');
    expect(first[0]).toMatchObject({ where: 'Repositories' });
  });

  it('finds labels and topics from the home page, once each', async () => {
    const bug = (await offered('bug')).filter(({ title }) => title === 'bug');
    expect(bug).toEqual([
      expect.objectContaining({
        ...{ href: '/-/search?q=label%3A%22bug%22', isExact: false },
        where: expect.stringMatching(/^label of \d+ repositories$/),
      }),
    ]);
    const { repositories } = await json<{
      repositories: readonly { readonly repo: string; readonly topics: readonly string[] }[];
    }>('/-/home.json');
    const [topic = ''] = repositories.flatMap(({ topics }) => topics);
    const withTopic = repositories.filter(({ topics }) => topics.includes(topic));
    const found = (await offered(topic)).find(({ where }) => where.startsWith('topic of '));
    const list = await app.page(`/?q=${topic}`);
    for (const { repo } of withTopic) {
      expect(list).toContain(`class="title" href="/${repo}"`);
    }
    expect(found?.href).toBe(withTopic.length === 1 ? `/${withTopic[0]?.repo}` : `/?q=${topic}`);
  });

  it('finds within a repository that is named among other words, and no releases of others', async () => {
    for (const typed of ['tidewatch releases', 'yaryna-vitrolom/tidewatch releases', 'releases tidewatch']) {
      expect((await offered(typed, REPO))[0]).toMatchObject({ href: `${OTHER}/releases`, isExact: true });
    }
    expect((await offered('tidewatch 3'))[0]).toMatchObject({ href: `${OTHER}/issues/3`, isExact: true });
    for (const at of ['', REPO]) {
      const where = (await offered('tidewatch v0', at)).map((one) => one.where);
      expect(where.filter((one) => one.includes('release in') && !one.includes('tidewatch'))).toEqual([]);
    }
    const values = (await offered('label:bu')).map(({ title }) => title);
    expect(values).toContain('label:bug');
  });

  it('goes to people by their names', async () => {
    const { accounts } = await json<{
      accounts: readonly { readonly login: string; readonly name: string | null }[];
    }>('/-/people.json');
    const [known] = accounts.filter(({ name }) => name !== null && /[^ -~]/.test(name));
    for (const typed of [known?.name ?? '', `@${known?.login}`]) {
      expect((await offered(typed))[0]).toMatchObject({ href: `/${known?.login}`, isExact: true });
    }
  });

  it('knows the repository of the page, whose texts it can search', async () => {
    expect(await app.page(`${OTHER}/issues/3`)).toContain('data-repo="yaryna-vitrolom/tidewatch"');
    expect(await app.page('/')).not.toContain('data-repo');
  });
});

describe('SQL', () => {
  it('begins with examples that run, and has tables that exist at hand', async () => {
    const page = await app.page('/-/sql');
    const examples = [...page.matchAll(/<a href="(\/-\/sql\?saved=[^"]+)"/g)].map(([, href = '']) => href);
    expect(examples).toEqual(Object.keys(SAVED_QUERIES).map((name) => `/-/sql?saved=${name}`));
    for (const href of examples) {
      expect(await app.page(href)).toMatch(/<table class="grid-table">|No rows\./);
    }
    const parts = page.split('<summary class="mono">').slice(1);
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) {
      const [, table = ''] = /^(\w+)</.exec(part) ?? [];
      const columns = [...part.matchAll(/<li><a[^>]*>(\w+)<\/a> <span class="muted">\w*<\/span>/g)].map(
        ([, name]) => name,
      );
      const [, href = ''] = /<a href="([^"]+)"[^>]*>SELECT … FROM/.exec(part) ?? [];
      expect(new URLSearchParams(href.split('?')[1]).get('q')).toBe(`SELECT * FROM ${table} LIMIT 50`);
      const { columns: found } = await json<{ readonly columns: readonly string[] }>(
        href.replaceAll('&amp;', '&').replace('/-/sql', '/-/sql.json'),
      );
      expect(found).toEqual(columns);
    }
    expect(page).toContain('number</a> <span class="muted">INTEGER</span></li>');
    expect(page).not.toContain('BLOB');
    for (const [, table = ''] of (await app.page('/-/schema')).matchAll(/id="table-(\w+)"/g)) {
      expect(page).toContain(`FROM+${table}+LIMIT`);
    }
  });

  it('names a saved query, marks it, and has fields for its values', async () => {
    const page = await app.page('/-/sql?saved=busiest-reviewers');
    expect(page).toContain('<h1>Who reviews most</h1>');
    expect(page).toContain('<a href="/-/sql?saved=busiest-reviewers" aria-current="page">');
    expect(page).toMatch(
      /<code>:rows<\/code> <span>the maximum number of rows<\/span><\/label><input id="p_rows" name="p_rows" value="20"/,
    );
    expect(page).toMatch(/<details><summary>The statement, [^<]+<\/summary><label for="sql">/);
    expect(page).toMatch(/<td class="whole"><a href="\/[\w-]+">[\w-]+<\/a><\/td>/);
    const sql = parseHtml(/<textarea[^>]*>(.*?)<\/textarea>/s.exec(page)?.[1] ?? '').text;
    const one = `/-/sql?${new URLSearchParams({ q: sql.replaceAll('\n', '\r\n'), p_rows: '1', p_repo: '', saved: 'busiest-reviewers' })}`;
    const short = (await app.request(one)).headers.get('location') ?? '';
    expect(short).toBe('/-/sql?p_rows=1&saved=busiest-reviewers');
    const narrowed = await app.page(short);
    expect(narrowed).toContain('<h1>Who reviews most</h1>');
    expect(narrowed).toMatch(/<p [^>]*id="answer-extent">1 row/);
  });

  it('gives the values of a statement of one’s own, and links what an answer names', async () => {
    const sql = "SELECT repo, number, url FROM issues WHERE repo = :name AND title <> ':text' LIMIT 1";
    const page = await app.page(`/-/sql?${new URLSearchParams({ q: sql, p_name: REPO.slice(1) })}`);
    expect(page).toContain(
      `<code>:name</code></label><input id="p_name" name="p_name" value="${REPO.slice(1)}"`,
    );
    expect(page).not.toContain('p_text');
    expect(page).toContain(`<td class="whole" data-name="repo"><a href="${REPO}">${REPO.slice(1)}</a></td>`);
    expect(page.match(new RegExp(`<td[^>]*><a href="${REPO}/issues/\\d+">`, 'g'))).toHaveLength(2);
    expect(page).toContain(`<code>:name</code>`);
  });

  it.each([
    ['saved=busiest-reviewers&p_rows=abc', 'rows', ':rows must be a whole number such as 20, not "abc"'],
    ['q=select+:n,+:m&p_m=1', 'n', ':n needs a value'],
    ['q=select+:n&p_n=', 'n', ':n needs a value'],
  ])('says of %s in one sentence which value is wrong, at its field', async (query, name, fault) => {
    const page = (await app.page(`/-/sql?${query}`)).replaceAll('&quot;', '"');
    expect(page).toMatch(
      new RegExp(`name="p_${name}"[^>]* aria-invalid="true" aria-describedby="p_${name}-fault" autofocus>`),
    );
    expect(page.match(/aria-invalid/g)).toHaveLength(1);
    expect(page).toContain(`<p class="bad" id="p_${name}-fault">${fault}.</p>`);
    expect(page).not.toMatch(/Cannot run|class="hint"|id="answer-extent"/);
    for (const path of ['.json', '/answer.csv']) {
      const answer = await app.request(`/-/sql${path}?${query}`);
      expect(answer.status).toBe(400);
      expect((await answer.text()).replaceAll(/&quot;|\\"/g, '"')).toContain(
        `Cannot run the query: ${fault}`,
      );
    }
  });

  it.each([
    ['saved=busiest-reviewers&p_rows=', 'value="20"'],
    [`q=${encodeURIComponent("select 1 where :n in ('', 'x')")}&p_n=`, '<span>may be empty</span>'],
    [`q=${encodeURIComponent("select 1 where :n = '' or 1 = :n")}`, '<span>may be empty</span>'],
  ])('runs %s, which says what it does without a value', async (query, expected) => {
    const page = await app.page(`/-/sql?${query}`);
    expect(page).toContain(expected);
    expect(page).toContain('id="answer-extent"');
    expect(page).not.toContain('aria-invalid');
  });

  it.each([
    ['select 1 limit :n', 'LIMIT and OFFSET take whole numbers.'],
    ['select @other', 'A value that is written as :name in the statement gets a field.'],
    ['select 1; select 2', 'Run one statement at a time.'],
  ])('gives advice about %s that fits', async (sql, hint) => {
    const page = await app.page(`/-/sql?${new URLSearchParams({ q: sql, p_n: 'abc' })}`);
    expect(page).toContain(`<p class="hint">${hint}</p>`);
  });

  it('links titles and numbers to the record of their row, and not to another with its number', async () => {
    const linksOf = async (sql: string) =>
      [
        ...(await app.page(`/-/sql?${new URLSearchParams({ q: sql })}`)).matchAll(
          /<td class="(?:title|number)(?: stuck)?"[^>]*>(?:<a href="([^"]+)">)?/g,
        ),
      ].map(([, href]) => href);
    const issue = `${REPO}/issues/7`;
    const where = `WHERE repo = '${REPO.slice(1)}' AND number = 7`;
    expect(await linksOf(`SELECT number, title, repo FROM issues ${where}`)).toEqual([issue, issue]);
    expect(await linksOf(`SELECT title, url FROM issues ${where}`)).toEqual([issue]);
    const [own, ...rest] = await linksOf('SELECT repo, number, title, url FROM milestones LIMIT 1');
    expect(own).toMatch(/\/milestones\/\d+$/);
    expect(rest).toEqual([own]);
    expect(await linksOf('SELECT repo, number, title FROM milestones LIMIT 1')).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('sends more rows as a file than the page shows, and names a file that lacks some', async () => {
    const many =
      'with recursive n (i) as (select 1 union all select i + 1 from n limit 1500) select i from n';
    const file = await app.request(`/-/sql/answer.csv?q=${encodeURIComponent(many)}`);
    expect((await file.text()).split('\r\n')).toHaveLength(1_502);
    const long = `with recursive n (i) as (select 1 union all select i + 1 from n limit 9) select printf('%.*c', 4000000, 'x') from n`;
    const part = await app.request(`/-/sql/answer.csv?q=${encodeURIComponent(long)}`);
    expect(part.headers.get('content-disposition')).toBe('attachment; filename="first-2-rows.csv"');
  });

  it('sends an answer as CSV', async () => {
    const page = await app.page(`/-/sql?q=${encodeURIComponent("SELECT 'a,b' AS one, NULL AS two")}`);
    const href = /<a href="(\/-\/sql\/answer\.csv[^"]+)">CSV/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await app.request(href);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await answer.text()).toBe('one,two\r\n"a,b",\r\n');
  });

  it.each([
    [
      'isues',
      'Did you mean <a href="/-/sql?q=select+*+from+issues">issues</a>? What exists is in <a href="/-/schema">',
    ],
    ['nope', ' What exists is in <a href="/-/schema">Tables and columns</a>.'],
  ])('says what was probably meant by the table %s', async (name, expected) => {
    const page = await app.page(`/-/sql?q=select+*+from+${name}`);
    expect(page.replaceAll('&quot;', '"')).toContain(expected);
  });

  it('shows the rows of a statement', async () => {
    const page = await app.page(`/-/sql?q=${encodeURIComponent('select login from organizations')}`);
    expect(page).toContain('>northquay-works</a></td>');
  });

  it('runs saved questions with their parameters', async () => {
    expect(await app.page('/-/sql?saved=label-mix')).toContain('<td>enhancement</td>');
  });

  it('refuses statements that do more than read, and keeps the text', async () => {
    const page = await app.page(`/-/sql?q=${encodeURIComponent('delete from issues')}`);
    expect(page).toContain('DELETE is not allowed');
    expect(page).toContain('>delete from issues</textarea>');
  });

  it.each([
    ['selct 1', 'SELCT is not allowed', 'Did you mean "SELECT"? A statement begins with SELECT, WITH,'],
    [
      'delete from issues',
      'DELETE is not allowed',
      ' A statement begins with SELECT, WITH, VALUES or EXPLAIN,',
    ],
    ['select 1 from', 'the statement ends too early', 'What exists is in <a href="/-/schema">'],
    ['select 1 form issues', 'syntax error', 'What exists is in <a href="/-/schema">'],
  ])('says of %j with what a statement begins, or where to look', async (sql, mistake, hint) => {
    const page = (await app.page(`/-/sql?q=${encodeURIComponent(sql)}`)).replaceAll('&quot;', '"');
    expect(page).toContain(mistake);
    expect(page).toContain(hint);
  });

  it('shows the columns of all for people first, and those that are named as they are', async () => {
    const headsOf = async (sql: string) =>
      [
        ...(await app.page(`/-/sql?${new URLSearchParams({ q: sql })}`)).matchAll(
          /<th scope="col"[^>]*><a href="([^"]+)">(\w+)/g,
        ),
      ].map(([, , name]) => name);
    const heads = await headsOf('select * from issues limit 2');
    expect(heads.slice(0, 3)).toEqual(['repo', 'number', 'title']);
    expect(heads.indexOf('body')).toBeLessThan(heads.indexOf('id'));
    expect(await headsOf('select id, title, digest from issues limit 2')).toEqual(['id', 'title', 'digest']);
    expect(await app.page('/-/sql?q=select+null')).toContain(
      '<td><span class="muted small">NULL</span></td>',
    );
  });

  it.each(['EXPLAIN QUERY PLAN SELECT * FROM issues', 'SELECT * FROM (SELECT 1 AS id, 2 AS title)'])(
    'keeps the order of columns that are not those of a table: %s',
    async (sql) => {
      const page = await app.page(`/-/sql?${new URLSearchParams({ q: sql })}`);
      expect(/<thead>.*?<a [^>]*>(\w+)/.exec(page)?.[1]).toBe('id');
      expect(page).not.toContain('only link tables');
    },
  );

  it('shows an answer in pages of rows, and all of it in files', async () => {
    const sql = 'with recursive n (i) as (select 1 union all select i + 1 from n limit 60) select i from n';
    const first = await app.page(`/-/sql?${new URLSearchParams({ q: sql, sort: '-1' })}`);
    expect(first).toContain('Rows 1 to 25 of 60 rows');
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? [];
    const second = await app.page(next.replaceAll('&amp;', '&'));
    expect(second).toContain('Rows 26 to 50 of 60 rows');
    expect(second).toContain('<td class="number">35</td>');
    const [, file = ''] = /<a href="([^"]+)">CSV</.exec(second) ?? [];
    expect(file).not.toContain('from=');
    expect((await app.page(file.replaceAll('&amp;', '&'))).trim().split('\r\n')).toHaveLength(61);
    expect(/<th[^>]*><a href="([^"]+)"/.exec(second)?.[1]).not.toContain('from=25');
  });

  it('offers repositories, and says which one does not exist', async () => {
    const page = await app.page('/-/sql?saved=unanswered-issues&p_repo=northquay-works/ferrylihgt');
    expect(page).toContain(`<option value="${REPO.slice(1)}">`);
    expect(page).toContain('No repository northquay-works/ferrylihgt in this store.</strong> Did you mean');
    expect(page).toContain('No rows.');
    expect(await app.page('/-/sql?saved=unanswered-issues&p_repo=')).not.toContain('No repository');
  });

  it('marks the place of a mistake, and links to the statement that was probably meant', async () => {
    const page = await app.page(`/-/sql?${new URLSearchParams({ q: 'SELECT repo,\n  titel FROM issues' })}`);
    expect(page).toContain(
      '<p class="bad"><span aria-hidden="true">⚠</span> <strong>Cannot run the query: no',
    );
    expect(page).toContain('<p>Line 2: <code>  <mark>titel</mark> FROM issues</code></p>');
    const [, href = ''] = /Did you mean <a href="([^"]+)">title<\/a>\?/.exec(page) ?? [];
    expect(new URLSearchParams(href.split('?')[1]).get('q')).toBe('SELECT repo,\n  title FROM issues');
  });

  it('says that a value of the statement limits the rows, and by what the statement orders them', async () => {
    const saved = '/-/sql?saved=first-time-contributors&p_rows=';
    expect(await app.page(`${saved}3`)).toContain('3 rows (limited by <code>:rows</code>)');
    expect(await app.page(`${saved}900`)).not.toContain('limited by');
    const q = 'SELECT * FROM issues ORDER BY created_at DESC';
    expect(await app.page(`/-/sql?${new URLSearchParams({ q })}`)).toContain('Sort by</span> created_at ↓');
  });

  it('orders the rows by a column, then the other way round, also in the file', async () => {
    const sql = "values (2, 'b'), (10, 'a'), (null, 'c')";
    const path = `/-/sql?${new URLSearchParams({ q: sql, sort: '1' })}`;
    const page = await app.page(path);
    const rowsOf = (html: string) =>
      [...html.matchAll(/<tr><td[^>]*>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)].map(([, ...cells]) =>
        cells.join().replace(/<[^>]+>/g, ''),
      );
    expect(rowsOf(page)).toEqual(['NULL,c', '2,b', '10,a']);
    expect(page).toContain('aria-sort="ascending"');
    const [, other = ''] = /aria-sort="ascending"><a href="([^"]+)"/.exec(page) ?? [];
    const turned = await app.page(other.replaceAll('&amp;', '&'));
    expect(rowsOf(turned)).toEqual(['10,a', '2,b', 'NULL,c']);
    const [, file = ''] = /<a href="([^"]+)">CSV</.exec(turned) ?? [];
    expect(await app.page(file.replaceAll('&amp;', '&'))).toContain('10,a\r\n2,b\r\n,c');
    expect(rowsOf(await app.page(path.replace('sort=1', 'sort=99')))).toEqual(['2,b', '10,a', 'NULL,c']);
  });

  it('keeps times on one line, and lists each example once', async () => {
    const answer = await app.page(`/-/sql?q=${encodeURIComponent('select created_at from issues limit 1')}`);
    expect(answer).toMatch(/<td><time datetime="([\d:TZ-]+)">\1<\/time><\/td>/);
    const empty = await app.page('/-/sql');
    expect(empty.split('Open issues, the oldest first')).toHaveLength(2);
  });

  it('stops at a thousand rows and says so', async () => {
    const sql = 'with recursive n (i) as (select 1 union all select i + 1 from n) select i from n';
    expect(await app.page(`/-/sql?q=${encodeURIComponent(sql)}`)).toContain(
      'Rows 1 to 25 of the first 1,000 rows',
    );
  });
});

describe('files', () => {
  it('are shown as pictures only if they are nothing else', async () => {
    const list = await app.page(`${REPO}/attachments`);
    const [, page = ''] = /href="(\/-\/attachments\/[^"]+)"/.exec(list) ?? [];
    const [, path = ''] = /<a href="([^"]+)" download>Download<\/a>/.exec(await app.page(page)) ?? [];
    const response = await app.request(path);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  it('of releases are downloaded', async () => {
    const page = await app.page(`${REPO}/releases/latest`);
    const path = /href="([^"]+\/releases\/download\/[^"]+)"/.exec(page)?.[1] ?? '';
    const response = await app.request(path);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect((await response.text()).length).toBeGreaterThan(0);
  });

  it('that were not kept are said to be so', async () => {
    expect(await app.page('/user-attachments/assets/none', 404)).toContain('no file was kept for it');
  });
});

describe('people', () => {
  it('have everything that they wrote, by kind and page by page', async () => {
    const page = await app.page('/-/people/yaryna-vitrolom?kind=issue');
    expect(page).toContain('No error message from the alert mailer');
    const seen = new Set<string>();
    let count = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const query: string = after === '' ? '' : `?after=${encodeURIComponent(after)}`;
      const facts: Written = await json<Written>(`/-/people/yaryna-vitrolom.json${query}`);
      count = facts.counts.reduce((sum, one) => sum + one.count, 0);
      for (const { url } of facts.writings) {
        expect(seen.has(url)).toBe(false);
        seen.add(url);
      }
      after = facts.after;
    }
    expect(seen.size).toBe(count);
  });

  it('are found by a part of their names', async () => {
    const page = await app.page('/-/people?q=yaryna');
    expect(page).toContain('href="/yaryna-vitrolom"');
    expect(page).not.toContain('href="/dbrackenmoor"');
  });
});

describe('honesty', () => {
  it('says that nothing was captured', async () => {
    expect(await app.page('/-/captures/events')).toContain('None have been kept');
  });

  it.each([
    '/-/captures',
    '/-/captures/events',
    '/-/integrity',
    '/-/sql?q=select+*+from+nothing',
    '/-/sql?q=select+%3Aname',
    '/-/search?q=(',
    '/-/at/99/',
    '/nobody/nothing',
    `${REPO}/issues/99999`,
    `${REPO}/releases/tag/none`,
  ])('%s names neither commands nor calls', async (path) => {
    const text = parseHtml(await (await app.request(path)).text()).text;
    expect(text).not.toMatch(/\bsatchel [a-z]|\s--[a-z]|\b[a-z]+\(\)|[a-z][A-Z][a-z]+\(/);
  });

  it('shows the digest, the age and the kept files of an archive', async () => {
    const page = await app.page('/-/integrity');
    expect(page).toMatch(
      /<h1>Integrity<\/h1><p class="judgement (?:none|ill)"><strong>(?:No file is missing|Not all is as it should be): /,
    );
    expect(page).toMatch(/[\w.-]+ can be verified by itself, where it is kept/);
    expect(page).not.toContain('Less common kinds');
    const db = openDatabase(app.store, { readonly: false });
    db.prepare(
      `INSERT INTO other_records (id, kind, url, digest, entry_name, record_index, json)
       VALUES (900000, 'base', 'https://service.example/x/tree/main', 1, 'bases_000001.json', 0, '{}')`,
    ).run();
    db.close();
    expect(await app.page('/-/integrity')).toMatch(
      /<h2>Less common kinds of records<\/h2><p>1 base branch\. Nothing is wrong .*kept whole/,
    );
    expect(page).toContain('all are here');
    expect(page).toContain('None: every record has the form of its kind.');
  });

  it('begins with what is wrong with an archive, and links to the records of findings', async () => {
    const store = openStore(app.store);
    const [row] = store.query('SELECT archive_sha256 FROM snapshots WHERE archive_sha256 IS NOT NULL').rows;
    store.close();
    const url = `https://service.example${OTHER}/issues/3`;
    const named = createFinding(
      'reference-missing',
      `The issue_comment "${url}" names "https://service.example/x"`,
      {
        url,
      },
    );
    const other = createFinding('reference-missing', 'It names nothing', { url: url.replace(/3$/, '4') });
    const tally = { code: named.code, severity: named.severity, count: 2, examples: [named, other] };
    const sha256 = String(row?.[0]);
    const proof = { sha256, isVerified: false, downloadedAt: '2026-06-01T08:09:10Z', account: 'acme' };
    const { app: reader, close } = createBrowseApp({
      store: app.store,
      clock: createDrivenClock(0),
      proofs: [{ ...proof, findings: [tally] }],
    });
    const page = await (await reader.request('/-/integrity')).text();
    expect(page).toContain('<strong>Not all is as it should be: 1 archive not verified.</strong>');
    expect(page).toMatch(new RegExp(`The comment <a class="titled" href="${OTHER}/issues/3">`));
    expect(page).toContain('<span class="mono" title="https://service.example/x">x</span>');
    expect(page).toMatch(new RegExp(`It names nothing: <a class="titled" href="${OTHER}/issues/4">`));
    expect(page).toMatch(/<th scope="row" data-name="Account">acme<\/th>.*1 Jun 2026, 08:09 UTC<\/time>/);
    expect(page).toContain('<td data-name="Findings">2 warnings</td>');
    const list = await (await reader.request('/-/snapshots')).text();
    expect(list).toMatch(/<a class="title" href="\/(?:-\/at\/1\/)?" data-item-link>[^<]+ \(acme\)<\/a>/);
    expect(list).toContain('<span class="tag warn">not verified</span>');
    const home = await (await reader.request('/')).text();
    expect(home).toMatch(/<dt>Completeness<\/dt><dd><span class="bad">!<\/span> 1 archive not verified/);
    await close();
  });

  it('leads from what it lacks to the nearest record, to the service and to a search', async () => {
    const issue = await app.page(`${REPO}/issues/60`, 404);
    const nearest = new RegExp(`<a class="titled" href="${REPO}/(?:issues|pull)/\\d+">.+#\\d+</span></a>`);
    expect(issue).toMatch(nearest);
    expect(issue).toContain(`<a href="https://service.example${REPO}/issues/60" rel=`);
    expect(await app.page(`${REPO}/issues/99999`, 404)).toMatch(nearest);
    expect(await app.page(`${REPO}/releases/tag/none`, 404)).toContain(
      `<a href="${REPO}/releases"><bdi>the releases of`,
    );
    const file = await app.page(`${REPO}/blob/main/docs/lost-file.md`, 404);
    expect(file).toContain(`href="${REPO}/tree/main/docs"`);
    expect(file).toContain('value="lost file.md"');
    expect(await app.page(`${REPO}/find/HEAD?q=lost-file.md`)).toContain('Find a file');
    expect(await app.page('/yaryna-vitrolom/none', 404)).toContain(
      '<a href="/yaryna-vitrolom"><bdi>yaryna-vitrolom</bdi></a>',
    );
    expect(await app.page('/-/at/99/', 404)).not.toContain('At the service');
  });

  it('says that it lacks what was not exported', async () => {
    expect(await app.page('/somebody/else', 404)).toContain('no loaded archive has this repository');
    expect(await app.page(`${REPO}/projects`)).toContain('This archive has no projects.');
  });
});
