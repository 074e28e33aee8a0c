import { readFileSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowsing } from '../../../src/reading/open-browsing.ts';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const REPO = 'northquay-works/ferrylight';
const WIKI = 'yaryna-vitrolom/tidewatch';
const HOSTILE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';

const NOTEBOOK = JSON.stringify({
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', source: ['# Tides\n', '<script>alert(1)</script>\n', '\n', '*high*'] },
    {
      cell_type: 'code',
      execution_count: 7,
      source: 'def high():\n    return 3',
      outputs: [
        { output_type: 'stream', text: '<b>3</b>\n' },
        { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=' } },
        {
          output_type: 'display_data',
          data: { 'text/html': '<style>p{}</style>\n\n<table>\n\n    <td onclick="x">4</td></table>' },
        },
      ],
    },
  ],
});

const ATTACHMENTS = [
  {
    name: 'levels.csv',
    type: 'text/csv',
    content: 'time,height\n06:00,1.5\n',
    shown: '<td class="number">1.5</td>',
  },
  {
    name: 'heights.csv',
    type: 'text/csv',
    content: '1;1,5;x\n2;1,7;y\n',
    shown: '<td class="number">1</td><td class="number">1,5</td>',
  },
  { name: 'notes.txt', type: 'text/plain', content: 'one <two>\n', shown: 'one &lt;two&gt;' },
  { name: 'logo', type: 'image/svg+xml', content: HOSTILE_SVG, shown: '<img src="/' },
  { name: 'clip.mov', type: 'video/quicktime', content: 'x', shown: '<video controls' },
];

let app: OpenApp;
/** The urls of the attachments by name. */
let attached: ReadonlyMap<string, string>;
/** An issue whose text has the address of the video alone on a line, and within a sentence. */
let issue: string;

/** Gives kept attachments other names, types and contents, before the reader reads the store. */
function replaceAttachments(store: string): void {
  const browsing = openBrowsing(store);
  const kept = browsing
    .uploads(REPO, { offset: 0, limit: 60 })
    .flatMap(({ url }) => browsing.upload(url) ?? [])
    .filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index);
  const urls = browsing.uploads(REPO, { offset: 0, limit: 60 }).filter(({ sizeBytes }) => sizeBytes !== null);
  const pathOf = new Map(urls.map(({ url }) => [url, browsing.upload(url)?.path ?? '']));
  browsing.close();
  expect(kept.length).toBeGreaterThanOrEqual(ATTACHMENTS.length);
  const db = new SqliteDatabase(store);
  const chosen = kept.map(({ path }) => urls.find(({ url }) => pathOf.get(url) === path)?.url ?? '');
  attached = new Map(ATTACHMENTS.map(({ name }, index) => [name, chosen[index] ?? '']));
  for (const { name, type, content } of ATTACHMENTS) {
    const url = attached.get(name) ?? '';
    writeFileSync(pathOf.get(url) ?? '', content);
    for (const table of ['attachments', 'repository_files']) {
      db.prepare(`UPDATE ${table} SET name = ?, content_type = ? WHERE url = ?`).run(name, type, url);
    }
  }
  const video = attached.get('clip.mov');
  issue =
    db.prepare<[], string>("SELECT url FROM issues WHERE repo LIKE 'northquay%' LIMIT 1").pluck().get() ?? '';
  db.prepare('UPDATE issues SET body = ? WHERE url = ?').run(`Look:\n\n${video}\n\nSee ${video}.`, issue);
  db.close();
}

beforeAll(async () => {
  app = await openApp();
  replaceAttachments(app.store);
  replaceRepository(app.store, REPO, [
    {
      'README.md':
        '![logo](logo.svg)\n\n<video src="tide.mp4"></video>\n\n<video src="https://else.example/x.mp4">',
      'logo.svg': HOSTILE_SVG,
      'tides.csv': `time,height\n${'06:00,"1,5 <m>"\n'.repeat(700)}`,
      'tides.tsv': 'time\theight\n06:00\t1.5\n',
      'tides.ipynb': NOTEBOOK,
      'broken.ipynb': '{"cells":',
      'tide.mp4': Uint8Array.of(0, 0, 0, 24),
      'tide.ogg': Uint8Array.of(0, 1),
      'tide.pdf': '%PDF-1.7',
    },
  ]);
  const home = 'See #3 by @mira.\n\n![](tide.PNG) ![](maps/bay.png) [[maps/bay.png|alt=the bay]]';
  replaceRepository(
    app.store,
    WIKI,
    [{ 'Home.md': home, 'tide.PNG': Uint8Array.of(1), 'docs/maps/bay.png': Uint8Array.of(2) }],
    { isWiki: true },
  );
});

const page = (name: string, query = '') => app.page(`/${REPO}/blob/main/${name}${query}`);
const elementsOf = (markup: string, tag: string) =>
  parseHtml(markup).elements.filter((element) => element.tag === tag);

it('shows the pictures of a wiki, and leads from its texts to threads', async () => {
  const wiki = await app.page(`/${WIKI}/wiki`);
  const pictures = elementsOf(wiki, 'img').map(({ attributes }) => attributes['src']);
  expect(pictures).toEqual(
    ['tide.PNG', 'maps/bay.png', 'maps/bay.png'].map((name) => `/${WIKI}/wiki/${name}`),
  );
  for (const path of pictures) {
    const { status, headers } = await app.request(String(path));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  }
  expect(wiki).toContain(`href="/${WIKI}/issues/3">#3</a>`);
  expect((await app.request(`/${WIKI}/wiki/none.png`)).status).toBe(404);
});

describe('a file', () => {
  it.each([
    ['logo.svg', 'img', 'image/svg+xml'],
    ['tide.mp4', 'video', 'video/mp4'],
    ['tide.ogg', 'audio', 'audio/ogg'],
  ])('%s is shown as <%s>, and sent as %s in a sandbox', async (name, tag, type) => {
    const raw = `/${REPO}/raw/main/${name}`;
    expect(elementsOf(await page(name), tag).some(({ attributes }) => attributes['src'] === raw)).toBe(true);
    const { headers } = await app.request(raw);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
  });

  it('as SVG can be read as source, and is never part of the page', async () => {
    const source = await page('logo.svg', '?plain=1');
    expect(parseHtml(source).text).toContain('<script>alert(1)</script>');
    expect(elementsOf(source, 'script').filter(({ attributes }) => attributes['src'] === undefined)).toEqual(
      [],
    );
  });

  it('of values separated by commas is shown as a table of its first rows', async () => {
    const csv = await page('tides.csv');
    expect(csv).toContain('<th scope="col">height</th>');
    expect(csv).toContain(
      '<tr id="L2"><td class="n"><a href="#L2">2</a></td><td>06:00</td><td>1,5 &lt;m&gt;</td></tr>',
    );
    expect(parseHtml(csv).text).toContain('These are the first 500 of 701 rows; the source has everything.');
    expect(csv).not.toContain('id="L501"');
    expect(await page('tides.csv', '?plain=1')).toContain('id="L701"');
    expect(await page('tides.tsv')).toContain('<td class="number">1.5</td>');
  });

  it('with a notebook is shown as its texts, its code and its outputs', async () => {
    const notebook = await page('tides.ipynb');
    expect(notebook).toContain('<em>high</em>');
    expect(notebook).toContain('<span class="hljs-keyword">def</span>');
    expect(notebook).toContain('In [7]');
    expect(notebook).toContain('&lt;b&gt;3&lt;/b&gt;');
    expect(notebook).toContain('<img src="data:image/png;base64,iVBORw0KGgo="');
    expect(notebook).toContain('<td>4</td>');
    expect(notebook).not.toContain('p{}');
    expect(notebook).not.toContain('<script>alert(1)');
    expect(parseHtml(await page('broken.ipynb')).text).toContain('{"cells":');
  });

  it('with a PDF document is linked', async () => {
    expect(await page('tide.pdf')).toContain(`<a href="/${REPO}/raw/main/tide.pdf">Open it`);
  });

  it('shows SVG images and videos of the repository in a text', async () => {
    const readme = await page('README.md');
    expect(readme).toContain(`<img src="/${REPO}/raw/main/logo.svg" alt="logo"`);
    expect(readme).toContain(`<video src="/${REPO}/raw/main/tide.mp4" controls preload="metadata">`);
    expect(readme).toContain('<a class="remote-image" href="https://else.example/x.mp4"');
  });
});

describe('an attachment', () => {
  it.each(ATTACHMENTS)('$name has a page that shows it', async ({ name, type, shown }) => {
    const url = attached.get(name) ?? '';
    const href = `/-/attachments/${url.replace('https://', '')}`;
    const list = await app.page(`/${REPO}/attachments`);
    const item = list.slice(list.indexOf(`href="${href}"`));
    expect(/<strong><bdi>(.*?)<\/bdi><\/strong>/.exec(item)?.[1]).toBe(name);
    expect(await app.page(href)).toContain(shown);
    const bytes = await app.request(new URL(url).pathname);
    const isText = type.startsWith('text/');
    expect(bytes.headers.get('content-type')).toBe(isText ? 'application/octet-stream' : type);
    expect(bytes.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(bytes.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('that is a video is played in the text that it was written in', async () => {
    const videos = elementsOf(await app.page(new URL(issue).pathname), 'video');
    const { pathname } = new URL(attached.get('clip.mov') ?? '');
    expect(videos.map(({ attributes }) => attributes['src'])).toEqual([pathname]);
  });

  it('is linked to its page where a search finds its text', async () => {
    const { host, pathname } = new URL(attached.get('levels.csv') ?? '');
    expect(await app.page('/-/search?q=height+type:attachment')).toContain(
      `href="/-/attachments/${host}${pathname}"`,
    );
  });

  it('that is gone is reported as missing', async () => {
    await app.page('/-/attachments/service.example/user-attachments/assets/none', 404);
  });
});

it('lets pages load media from the reader and images from themselves, and nothing from elsewhere', async () => {
  const policy = (await app.request('/')).headers.get('content-security-policy');
  expect(policy).toContain("img-src 'self' data:;");
  expect(policy).toContain("media-src 'self';");
  expect(policy).toContain("default-src 'none';");
  expect(
    readFileSync(new URL('../../../src/browse/site/rewrite-page.ts', import.meta.url), 'utf8'),
  ).toContain("img-src 'self' file: data:; media-src 'self' file:; font-src 'self' file:;");
});
