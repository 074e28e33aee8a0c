import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openApp } from '../support/open-app.ts';

const REPO = '/northquay-works/ferrylight';
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
  const hrefs = [...page.matchAll(/<td><a href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(hrefs.length).toBeGreaterThan(3);
  for (const href of hrefs) {
    expect([href, (await app.request(href)).status]).toEqual([href, 200]);
  }
});
