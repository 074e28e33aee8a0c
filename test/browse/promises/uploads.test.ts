import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { change, openApp } from '../support/open-app.ts';

const REPO = '/northquay-works/ferrylight';
const FILE = `https://service.example${REPO}/files/77`;
const ELSEWHERE = 'https://private-user-images.else.example/1/2-3.png';

it('shows a kept image of a separate host, also if its address is signed', async () => {
  const app = await openApp();
  const db = new SqliteDatabase(app.store);
  const row = db
    .prepare<[], { url: string; parent_url: string }>(
      "SELECT url, parent_url FROM attachments WHERE parent_url LIKE '%/issues/%' AND content_type = 'image/png' LIMIT 1",
    )
    .get();
  db.prepare('UPDATE attachments SET url = ? WHERE url = ?').run(ELSEWHERE, row?.url);
  const thread = (row?.parent_url ?? '').replace(/#.*/, '');
  db.prepare('UPDATE issues SET body = ? WHERE url = ?').run(`![shot](${ELSEWHERE}?jwt=x)`, thread);
  db.close();
  const place = '/-/uploads/private-user-images.else.example/1/2-3.png';
  expect(await app.page(new URL(thread).pathname)).toContain(`<img src="${place}" alt="shot"`);
  const image = await app.request(place);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
});

it('lists attachments of which each link answers', async () => {
  const app = await openApp();
  const page = await app.page(`${REPO}/attachments`);
  const hrefs = [...page.matchAll(/<a class="title" href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(hrefs.length).toBeGreaterThan(3);
  for (const href of hrefs) {
    expect([href, (await app.request(href)).status]).toEqual([href, 200]);
  }
});

it('says of each attachment where it is, who uploaded it and to which thread, and leads to the next one', async () => {
  const app = await openApp();
  const db = new SqliteDatabase(app.store);
  const long = `${'a'.repeat(60)}-35.png`;
  db.prepare(
    "UPDATE attachments SET name = ? WHERE id = (SELECT min(id) FROM attachments WHERE repo = 'northquay-works/ferrylight')",
  ).run(long);
  db.close();
  const list = await app.page(`${REPO}/attachments`);
  const cards = list.match(/<li data-item>.*?<\/li>/gs) ?? [];
  expect(list).toContain(`<h1>Attachments <span class="count">${cards.length}</span></h1>`);
  expect(list).toContain('<li aria-current="page"><bdi>Attachments</bdi></li>');
  expect(list).not.toMatch(/<span class="muted">northquay-works\/ferrylight#\d+<\/span>/);
  expect(list).toContain(
    `<strong title="${long}"><bdi>aaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaa-35.png</bdi></strong>`,
  );
  const hrefs = cards.flatMap((card) => /<a class="title" href="([^"]+)"/.exec(card)?.[1] ?? []);
  const threads = cards.flatMap((card) => /<a class="titled" href="([^"]+)"/.exec(card)?.[1] ?? []);
  let path = hrefs[0];
  const seen: string[] = [];
  while (path !== undefined) {
    const page = await app.page(path);
    expect(page).toContain(
      `<li><a href="${REPO}/attachments">Attachments</a></li><li aria-current="page"><bdi>`,
    );
    expect(page).toMatch(
      /<main[^>]*><h1><bdi>.*?<p><[^>]* class="who.*?uploaded it on .*? to<\/span> <a class="titled"/s,
    );
    const [, thread = ''] = /<a class="titled" href="([^"]+)"/.exec(page) ?? [];
    expect(thread).toBe(threads[seen.length]);
    seen.push(path);
    path = /rel="next" href="([^"]+)" data-control/.exec(page)?.[1];
  }
  expect(seen).toEqual(hrefs);
});

it('shows thumbnails of pictures, and the ending of the name of other files', async () => {
  const app = await openApp();
  const db = new SqliteDatabase(app.store);
  const [large] = db
    .prepare<[], string>(
      `SELECT asset_url FROM attachments WHERE content_type = 'image/png' AND repo = 'northquay-works/ferrylight'`,
    )
    .pluck()
    .all();
  const before = await app.page(`${REPO}/attachments`);
  db.prepare('UPDATE kept_files SET size_bytes = 5e6 WHERE entry_name = ?').run(
    large?.replace('tarball://root/', ''),
  );
  db.close();
  const pictures = [...before.matchAll(/<img src="([^"]+)" alt="" width="208" height="144" loading="lazy"/g)];
  expect(pictures.length).toBeGreaterThan(1);
  for (const [, src = ''] of pictures) {
    expect((await app.request(src)).headers.get('content-type')).toMatch(/^image\//);
  }
  expect(before).toMatch(
    /<span class="thumbnail"><span aria-hidden="true">(?:txt|pdf|zip|csv|log|md)<\/span><\/span>/,
  );
  const after = await app.page(`${REPO}/attachments`);
  expect(after.match(/<img src=[^>]+loading="lazy"/g)?.length).toBe(pictures.length - 1);
});

it('shows uploads whose addresses are spelled otherwise in texts, and release assets by their place in the archive', async () => {
  const app = await openApp();
  const db = new SqliteDatabase(app.store);
  const { asset_url, repo, tag_name, name } = db
    .prepare<[], Record<'asset_url' | 'repo' | 'tag_name' | 'name', string>>(
      'SELECT asset_url, repo, tag_name, a.name FROM release_assets AS a JOIN releases AS r ON r.id = release_id LIMIT 1',
    )
    .get() ?? { asset_url: '', repo: '', tag_name: '', name: '' };
  const urls = db.prepare<[], string>('SELECT url FROM attachments LIMIT 2').pluck().all();
  const files = 'https://service.example/user-attachments/files/1';
  const rename = db.prepare('UPDATE attachments SET url = ? WHERE url = ?');
  rename.run(`${files}/a%281%29%27%21%2A.pdf`, urls[0]);
  rename.run(`${files}/b(1)'!*.pdf`, urls[1]);
  const body = `[one](<${files}/a(1)'!*.pdf>) [two](${files}/b%281%29%27%21%2A.pdf) [three](${asset_url})`;
  db.prepare('UPDATE issues SET body = ? WHERE repo = ? AND number = 3').run(
    body,
    'yaryna-vitrolom/tidewatch',
  );
  db.close();
  const page = await app.page('/yaryna-vitrolom/tidewatch/issues/3');
  const hrefs = [...page.matchAll(/<a href="([^"]+)">(?:one|two|three)</g)].map(([, href = '']) => href);
  expect(hrefs).toHaveLength(3);
  expect(hrefs[2]).toBe(`/${repo}/releases/download/${tag_name}/${name}`);
  for (const href of hrefs) {
    const { status } = await app.request(href.replaceAll('&#39;', "'"));
    expect([href, status]).toEqual([href, 200]);
  }
});

it('shows the first text that links to a file whose record names no thread, however its name is spelled', async () => {
  const own = await openApp({
    isLater: true,
    edit: async (folder) => {
      await change(folder, 'issues_', (issues) =>
        issues.map((issue) =>
          issue.url.endsWith(`${REPO}/issues/7`) ? { ...issue, body: `See ${FILE}/mesures` } : issue,
        ),
      );
    },
  });
  const db = new SqliteDatabase(own.store);
  db.prepare('UPDATE attachments SET parent_url = NULL, url = ? WHERE id = ?').run(
    `${FILE}/mesures%20%C3%A9t%C3%A9.txt`,
    db.prepare('SELECT max(id) FROM attachments WHERE repo = ?').pluck().get(REPO.slice(1)),
  );
  db.prepare('UPDATE attachments SET parent_url = NULL, url = ? WHERE id = ?').run(
    `${FILE}0/unused.txt`,
    db.prepare('SELECT min(id) FROM attachments WHERE repo = ?').pluck().get(REPO.slice(1)),
  );
  db.close();
  expect(await own.page(`${REPO}/attachments`)).toMatch(
    new RegExp(`mesures%20(?:(?!</li>).)*<a class="titled" href="${REPO}/issues/7">`, 's'),
  );
  expect(await own.page(`${REPO}/attachments`)).toContain('No thread was found that links to it');
});
