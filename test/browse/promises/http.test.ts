import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { type Browser, startBrowser } from '../../../src/browse/start-browser.ts';
import { openFilesWith, SHOWS_OPEN_FILES } from '../../house/open-files.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const REPO = '/northquay-works/ferrylight';
const DRAWN = 'yaryna-vitrolom/tidewatch';
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9v9z"/>'.repeat(100)}</svg>`;

let app: OpenApp;
let browser: Browser;
let upload = '';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request over a socket of its own, and decodes nothing. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const sent = request(`${browser.url}${path}`, { headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

beforeAll(async () => {
  app = await openApp();
  replaceRepository(app.store, DRAWN, [{ 'sign.svg': DRAWING }]);
  browser = await startBrowser({
    store: app.store,
    clock: createSystemClock(),
    searchPath: process.env['PATH'] ?? '',
  });
  const [, page = ''] = /href="(\/-\/attachments\/[^"]+)"/.exec(await app.page(`${REPO}/attachments`)) ?? [];
  upload = /<a href="([^"]+)" download>Download<\/a>/.exec(await app.page(page))?.[1] ?? '';
});

afterAll(() => browser.close());

describe('a page', () => {
  it('is sent once: 304 if the client has it, also if a proxy made the tag strong', async () => {
    const first = await ask(`${REPO}/issues`);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const { status, headers, body } = await ask(`${REPO}/issues`, { 'if-none-match': tags });
      expect([status, body.length]).toEqual([304, 0]);
      expect(headers.etag).toBe(etag);
      expect(headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    }
    expect((await ask(`${REPO}/issues`, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await ask(`${REPO}/pulls`)).headers.etag).not.toBe(etag);
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['', undefined],
    ['gzip;q=0', undefined],
  ])('for %j is sent as %j, with the same text', async (accepted, expected) => {
    const { body: plain } = await ask(`${REPO}/issues`);
    const { headers, body } = await ask(`${REPO}/issues`, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(expected);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toContain('Accept-Encoding');
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, plain: (bytes: Buffer) => bytes };
    expect(decode[(expected ?? 'plain') as keyof typeof decode](body).equals(plain)).toBe(true);
    expect(expected === undefined || body.length * 2 < plain.length).toBe(true);
  });

  it('answers HEAD with the headers of GET', async () => {
    const [get, head] = [await ask(`${REPO}/issues`), await ask(`${REPO}/issues`, {}, 'HEAD')];
    expect(head.body.length).toBe(0);
    expect(head.headers['content-length']).toBe(String(get.body.length));
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  it('fits into few bytes: a list, a thread, the style sheet and the script', async () => {
    const list = await ask(`${REPO}/issues?q=+`, { 'accept-encoding': 'br' });
    const thread = await ask(`${REPO}/issues/7`, { 'accept-encoding': 'br' });
    const assets = [...(await app.page('/')).matchAll(/(?:href|src)="(\/-\/assets\/[^"]+(?:css|js))"/g)];
    const sizes = await Promise.all(
      assets.map(async ([, path = '']) => (await ask(path, { 'accept-encoding': 'br' })).body.length),
    );
    expect(list.body.length).toBeLessThan(8_000);
    expect(thread.body.length).toBeLessThan(8_000);
    expect(sizes.length).toBe(2);
    expect(Math.max(...sizes)).toBeLessThan(14_000);
    const script = assets.find(([, path = '']) => path.endsWith('.js'))?.[1] ?? '';
    expect((await ask(script)).body.length).toBeLessThan(37_000);
  });
});

describe('a page in the form that is asked for', () => {
  it.each([
    ['application/json', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['text/markdown;q=0.5, application/json;q=0.9', 'application/json'],
    ['text/csv', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['*/*', 'text/html'],
    ['application/json;q=0.5, text/html;q=0.5', 'text/html'],
    ['image/png', 'text/html'],
    ['nonsense', 'text/html'],
  ])('for %j is %s', async (accept, type) => {
    const { status, headers, body } = await ask(`${REPO}/issues?q=+`, { accept });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(new RegExp(`^${type}`));
    expect(headers.vary).toContain('Accept');
    if (type !== 'text/html') {
      const location = String(headers['content-location']);
      expect(location).toMatch(/^\/northquay-works\/ferrylight\/issues\.\w+\?q=\+$/);
      expect((await ask(location)).body.equals(body)).toBe(true);
    }
  });

  it('refuses in that form', async () => {
    const { status, headers } = await ask(`${REPO}/issues?q=nonsense%3Ax`, { accept: 'application/json' });
    expect([status, headers['content-type']]).toEqual([400, 'application/json']);
  });

  it('is the page if there is no other format, which the home page has too', async () => {
    expect((await ask('/-/help', { accept: 'application/json' })).headers['content-type']).toMatch(
      /^text\/html/,
    );
    const home = JSON.parse(String((await ask('/', { accept: 'application/json' })).body));
    expect(home.repositoryCount).toBe(3);
  });
});

describe.each([
  ['an attachment', () => upload],
  ['a raw file', () => `${REPO}/raw/HEAD/README.md`],
  ['an SVG image', () => `/${DRAWN}/raw/main/sign.svg`],
])('%s', (_, pathOf) => {
  it('is sent once, by the digest of its content', async () => {
    const { headers, body } = await ask(pathOf());
    expect(headers.etag).toMatch(/^"[0-9a-f]{40,64}"$/);
    expect(headers['accept-ranges']).toBe('bytes');
    expect(headers['content-length']).toBe(String(body.length));
    const head = await ask(pathOf(), {}, 'HEAD');
    expect([head.headers.etag, head.headers['content-length']]).toEqual([headers.etag, String(body.length)]);
    const again = await ask(pathOf(), { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-5', 5, 6],
    ['bytes=10-', 10, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=3-99999999999', 3, undefined],
    ['bytes=-99999999999', 0, undefined],
  ])('answers %s with this part', async (range, from, to) => {
    const { body: whole } = await ask(pathOf());
    const { status, headers, body } = await ask(pathOf(), { range });
    const expected = whole.subarray(from, to);
    const start = from < 0 ? whole.length + from : from;
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${start + expected.length - 1}/${whole.length}`);
    expect(headers['content-length']).toBe(String(expected.length));
    expect(body.equals(expected)).toBe(true);
  });

  it.each(['bytes=9-3', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=x-2', 'bytes=-'])(
    'ignores the range %j',
    async (range) => {
      const { status, body } = await ask(pathOf(), { range });
      expect([status, body.length]).toEqual([200, (await ask(pathOf())).body.length]);
    },
  );

  it('refuses a part after its end', async () => {
    const size = (await ask(pathOf())).body.length;
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const { status, headers } = await ask(pathOf(), { range });
      expect([status, headers['content-range']]).toEqual([416, `bytes */${size}`]);
    }
  });

  it('sends a part only of the version that the client has', async () => {
    const etag = String((await ask(pathOf())).headers.etag);
    expect((await ask(pathOf(), { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await ask(pathOf(), { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200);
  });

  it('joins to the same bytes', async () => {
    const { body: whole } = await ask(pathOf());
    const parts: Buffer[] = [];
    for (let start = 0; start < whole.length; start += 100) {
      parts.push((await ask(pathOf(), { range: `bytes=${start}-${start + 99}` })).body);
    }
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(Buffer.concat(parts))).toBe(digest(whole));
  });
});

it.runIf(SHOWS_OPEN_FILES)('HEAD of a file opens no file', async () => {
  const before = openFilesWith('.files');
  for (let round = 0; round < 5; round += 1) {
    const { headers } = await ask(upload, {}, 'HEAD');
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
  }
  expect(openFilesWith('.files')).toEqual(before);
});

it('a diff is a stream that is compressed on its way', async () => {
  const answer = await ask(`${REPO}/commits.json`);
  const { commits }: { commits: readonly { readonly id: string }[] } = JSON.parse(String(answer.body));
  const path = `${REPO}/commit/${commits[0]?.id}.diff`;
  const [plain, packed] = [await ask(path), await ask(path, { 'accept-encoding': 'gzip' })];
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
});
