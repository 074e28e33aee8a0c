import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const COMMENTS = 1_000;
const FAR_COMMENTS = 2_600;
const FAR = 'https://service.example/yaryna-vitrolom/tidewatch/issues/1';
const FAR_PATH = '/yaryna-vitrolom/tidewatch/issues/1';
const THREAD = 'https://service.example/yaryna-vitrolom/tidewatch/issues/3';
const PATH = '/yaryna-vitrolom/tidewatch/issues/3';
/** Ids that no other record has. */
const FIRST_ID = 900_000_000;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  const db = new SqliteDatabase(app.store);
  const row = db.prepare('SELECT * FROM issue_comments LIMIT 1').get() as Record<string, unknown>;
  const columns = Object.keys(row);
  const insert = db.prepare(
    `INSERT INTO issue_comments (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  db.transaction(() => {
    for (let index = 0; index < COMMENTS + FAR_COMMENTS; index += 1) {
      const id = FIRST_ID + index;
      const thread = index < COMMENTS ? THREAD : FAR;
      const at = new Date(Date.UTC(2030, 0, 1) + index * 60_000).toISOString();
      insert.run({
        ...row,
        id,
        url: `${thread}#issuecomment-${id}`,
        thread_url: thread,
        created_at: at,
        body: `Comment **${index}** on the tide.${index === 0 ? ` See ${FAR}#${anchorOf(FAR_INDEX)}` : ''}`,
      });
    }
  })();
  db.close();
});

/** A comment in the middle of the thread that is too long for anchors. */
const FAR_INDEX = COMMENTS + 1_500;

const anchorOf = (index: number) => `issuecomment-${FIRST_ID + index}`;
const idsIn = (page: string) =>
  new Set(parseHtml(page).elements.flatMap(({ attributes }) => attributes['id'] ?? []));

/** The articles of a page by anchor: what is said, not only referred to. */
const saidIn = (page: string) =>
  parseHtml(page)
    .elements.filter(({ tag }) => tag === 'article')
    .map(({ attributes }) => attributes['id']);

describe('a thread of a thousand comments', () => {
  it('is shown with its beginning and its end, and a link to the rest', async () => {
    const page = await app.page(PATH);
    const said = saidIn(page);
    expect(said[0]).toBe('opening');
    expect(said.length).toBeLessThan(100);
    expect(said).toContain(anchorOf(COMMENTS - 1));
    expect(said).not.toContain(anchorOf(500));
    expect(parseHtml(page).text).toContain('entries are not shown here');
  });

  it('has every anchor on its page, those of hidden comments at the part that contains them', async () => {
    const page = await app.page(PATH);
    const ids = idsIn(page);
    const missing = Array.from({ length: COMMENTS }, (_, index) => anchorOf(index)).filter(
      (id) => !ids.has(id),
    );
    expect(missing).toEqual([]);
    const [, part = ''] =
      new RegExp(
        `href="([^"]*)" data-part>[^<]*</a>(?:<span id="[^"]*"></span>)*<span id="${anchorOf(500)}">`,
      ).exec(page) ?? [];
    expect(part).toMatch(/\?part=\d+$/);
    expect(saidIn(await app.page(part))).toContain(anchorOf(500));
  });

  it('has all of its comments once in its parts', async () => {
    const said: (string | undefined)[] = [];
    let next: string | undefined = `${PATH}?part=1`;
    while (next !== undefined) {
      const page: string = await app.page(next);
      said.push(...saidIn(page));
      next = /<a class="button" rel="next" href="([^"]+)"/.exec(page)?.[1];
    }
    const mine = said.filter((id) => id?.startsWith('issuecomment-9000') === true);
    expect(mine).toEqual(Array.from({ length: COMMENTS }, (_, index) => anchorOf(index)));
  });

  it('is shown around the comment that its address names', async () => {
    expect(saidIn(await app.page(`${PATH}?at=${anchorOf(456)}`))).toContain(anchorOf(456));
    expect(saidIn(await app.page(`${PATH}?at=nothing`))).toContain('opening');
  });

  it('is shown as a whole if that is asked for, as by those who print it, and in its data formats', async () => {
    expect(await app.page(PATH)).toContain(`<a href="${PATH}?part=all">Show everything on one page</a>`);
    expect(saidIn(await app.page(`${PATH}?part=all`)).length).toBeGreaterThan(COMMENTS);
    expect(await app.page(`${PATH}.md`)).toContain('Comment **500** on the tide.');
  });
});

describe('a thread of thousands of comments', () => {
  it('has no anchors of hidden comments on its first page', async () => {
    const page = await app.page(FAR_PATH);
    expect(idsIn(page)).not.toContain(anchorOf(FAR_INDEX));
    expect(saidIn(page)).toContain(anchorOf(COMMENTS + FAR_COMMENTS - 1));
    expect(page.length).toBeLessThan(200_000);
  });

  it('has an address for each comment, which links name', async () => {
    const address = `${FAR_PATH}?comment=${anchorOf(FAR_INDEX)}`;
    expect(await app.page(`${PATH}?part=1`)).toContain(`href="${address}#${anchorOf(FAR_INDEX)}"`);
    const { status, headers } = await app.request(address);
    const location = headers.get('location') ?? '';
    expect([status, location]).toEqual([302, expect.stringMatching(/\?part=\d+#issuecomment-/)]);
    expect(saidIn(await app.page(location.replace(/#.*/, '')))).toContain(anchorOf(FAR_INDEX));
    expect((await app.request(`${FAR_PATH}?comment=nothing`)).headers.get('location')).toBe(FAR_PATH);
  });

  it('has all texts in its data formats', async () => {
    const { thread } = JSON.parse(await app.page(`${FAR_PATH}.json`));
    const texts = thread.timeline.filter(({ kind }: { readonly kind: string }) => kind === 'comment');
    expect(texts.at(-1)).toMatchObject({
      body: `Comment **${COMMENTS + FAR_COMMENTS - 1}** on the tide.`,
      reactions: [],
    });
  });
});

it('shows shorter threads as before', async () => {
  const page = await app.page('/yaryna-vitrolom/tidewatch/pull/9?part=7');
  expect(page).toContain('id="opening"');
  expect(page).not.toContain('class="parts"');
});
