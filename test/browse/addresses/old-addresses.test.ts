import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { crawlApp, createSampling } from '../support/crawl-app.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const SERVICE = 'https://service.example';
const REPO = '/northquay-works/ferrylight';
const OTHER = '/yaryna-vitrolom/tidewatch';
const SHA = '1b7eebc572cc032c8f4314163adb749a5abefab4';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
});

it('opens the page of a list that an old address names by its number', async () => {
  const list = `${OTHER}/issues?per_page=5&q=`;
  const rowsOf = (html: string) =>
    [...html.matchAll(/<a class="title" href="([^"]+)"/g)].map(([, path]) => path);
  const first = await app.page(list);
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? [];
  const second = await app.page(`${list}&page=2`);
  expect(rowsOf(second)).toEqual(rowsOf(await app.page(next.replaceAll('&amp;', '&'))));
  expect(rowsOf(second)).not.toEqual(rowsOf(first));
  const [, back = ''] = /rel="prev" href="([^"]+)"/.exec(second) ?? [];
  expect(rowsOf(await app.page(back.replaceAll('&amp;', '&')))).toEqual(rowsOf(first));
});

/** Follows redirects like a browser: the fragment is kept unless a redirect has its own. */
async function arriveAt(
  path: string,
): Promise<{ readonly place: string; readonly status: number; readonly html: string }> {
  let url = new URL(path, 'http://127.0.0.1');
  for (let hops = 0; hops < 5; hops += 1) {
    const response = await app.request(url.pathname + url.search);
    const location = response.headers.get('location');
    if (location === null) {
      return {
        place: url.pathname + url.search + url.hash,
        status: response.status,
        html: await response.text(),
      };
    }
    const next = new URL(location, url);
    expect(next.origin).toBe(url.origin);
    next.hash ||= url.hash;
    url = next;
  }
  throw new Error(`${path} leads in a circle`);
}

/** Addresses of the service with the pages that they redirect to; without a second one, there is no redirect. */
const FORMS: readonly (readonly [address: string, place?: string])[] = [
  ['/northquay-works'],
  ['/orgs/northquay-works', '/northquay-works'],
  ['/orgs/northquay-works/repositories', '/northquay-works'],
  ['/orgs/northquay-works/members', '/orgs/northquay-works/people'],
  ['/orgs/northquay-works/people'],
  ['/orgs/northquay-works/teams'],
  ['/users/yaryna-vitrolom', '/yaryna-vitrolom'],
  ['/yaryna-vitrolom?tab=repositories'],
  ['/issues', '/-/search?q=type%3Aissue'],
  ['/pulls', '/-/search?q=type%3Apr'],
  ['/search?q=sensor&type=issues', '/-/search?q=sensor'],
  [REPO],
  [`${REPO}.git`, REPO],
  [`${REPO}/`],
  [`${REPO}?tab=readme-ov-file#readme`],
  [`${REPO}/tree/main`],
  [`${REPO}/tree/main/docs`],
  [`${REPO}/tree/main/docs/guide.md`, `${REPO}/blob/main/docs/guide.md`],
  [`${REPO}/tree/fix/fix-config-loader-in-the-2`],
  [`${REPO}/blob/main/go.mod`],
  [`${REPO}/blob/main/internal/login_form.go#L2`],
  [`${REPO}/blob/main/internal/login_form.go#L2-L4`],
  [`${REPO}/blob/main/docs/guide.md?plain=1#L1`],
  [`${REPO}/blob/main/docs`, `${REPO}/tree/main/docs`],
  [`${REPO}/blob/main/go.mod?raw=true`, `${REPO}/raw/main/go.mod`],
  [`${REPO}/raw/main/go.mod`],
  [`${REPO}/edit/main/go.mod`, `${REPO}/blob/main/go.mod`],
  [`${REPO}/blame/main/go.mod`],
  [`${REPO}/commits`],
  [`${REPO}/commits/main`],
  [`${REPO}/commits/main/go.mod`],
  [`${REPO}/commit/${SHA}`],
  [`${REPO}/commit/${SHA.slice(0, 7)}`, `${REPO}/commit/${SHA}`],
  [`${REPO}/commit/${SHA}#commitcomment-1512012748`],
  [`${REPO}/commit/${SHA}/checks`, `${REPO}/commit/${SHA}`],
  [`${REPO}/compare/v0.1.0...v0.2.0`],
  [`${REPO}/compare/v0.1.0..main`],
  [`${REPO}/compare`, `${REPO}/compare`],
  [`${REPO}/branches`],
  [`${REPO}/branches/all`, `${REPO}/branches`],
  [`${REPO}/tags`],
  [`${REPO}/issues`],
  [`${REPO}/issues?q=is%3Aissue+is%3Aclosed`],
  [`${REPO}/issues/new`, `${REPO}/issues`],
  [`${REPO}/issues/new/choose`, `${REPO}/issues`],
  [`${REPO}/issues/created_by/yaryna-vitrolom`, `${REPO}/issues?q=author%3Ayaryna-vitrolom`],
  [`${REPO}/issues/assigned/yaryna-vitrolom`, `${REPO}/issues?q=assignee%3Ayaryna-vitrolom`],
  [`${REPO}/issues/10#issuecomment-1595871538`],
  [`${REPO}/issues/5`, `${REPO}/pull/5`],
  [`${REPO}/pull/10`, `${REPO}/issues/10`],
  [`${REPO}/pulls`],
  [`${REPO}/pulls?q=is%3Apr`],
  [`${REPO}/pulls/yaryna-vitrolom`, `${REPO}/pulls?q=author%3Ayaryna-vitrolom`],
  [`${REPO}/pull/16`],
  [`${REPO}/pull/16#discussion_r1597902950`],
  [`${REPO}/pull/16#pullrequestreview-1597903310`],
  [`${REPO}/pull/16/commits`],
  [`${REPO}/pull/16/commits/${SHA}`, `${REPO}/commit/${SHA}`],
  [`${REPO}/pull/16/files`],
  [`${REPO}/pull/16/files#r1597902950`],
  [`${REPO}/pull/16/files#discussion_r1597902950`],
  [`${REPO}/pull/16/changes`, `${REPO}/pull/16/files`],
  [`${REPO}/pull/16/checks`, `${REPO}/pull/16`],
  [`${REPO}/discussions`],
  [`${REPO}/discussions/1`],
  [`${REPO}/discussions/categories/general`, `${REPO}/discussions`],
  [`${REPO}/milestones`],
  [`${REPO}/milestones?state=closed`],
  [`${REPO}/milestone/1`, `${REPO}/milestones/1`],
  [`${REPO}/labels`],
  [`${REPO}/labels/bug`, `${REPO}/issues?q=label%3A%22bug%22`],
  [`${REPO}/releases`],
  [`${REPO}/releases/latest`],
  [`${REPO}/releases/tag/v0.1.0`],
  [`${REPO}/projects`],
  [`${REPO}/projects/1`, `${REPO}/projects`],
  [`${REPO}/pulse`],
  [`${REPO}/graphs/contributors`, `${REPO}/pulse`],
  [`${REPO}/network`, `${REPO}/pulse`],
  [`${REPO}/search?q=config`, '/-/search?q=repo%3Anorthquay-works%2Fferrylight+config'],
  [`${REPO}/-/merge_requests/16/diffs`, `${REPO}/pull/16/files`],
  [`${REPO}/pull-requests/16/overview`, `${REPO}/pull/16`],
  [`${OTHER}/wiki`],
  [`${OTHER}/wiki/Glossary`],
  [`${OTHER}/wiki/_pages`, `${OTHER}/wiki`],
  [`${OTHER}/wiki/Home/_history`, `${OTHER}/wiki/Home`],
];

const PAIRS = FORMS.map(([address, place = address]) => [address, place] as const);

describe('an address of the service', () => {
  it.each(PAIRS)('%s arrives with its host replaced', async (address, place) => {
    const arrived = await arriveAt(address);
    expect([arrived.status, arrived.place]).toEqual([200, place]);
    const anchor = new URL(arrived.place, SERVICE).hash.slice(1);
    if (anchor !== '' && anchor !== 'readme' && !/^L\d+-/.test(anchor)) {
      expect(arrived.html).toContain(`id="${anchor}"`);
    }
  });

  it.each(sampled(PAIRS, 25))('%s arrives when it is pasted into the search box', async (address, place) => {
    const arrived = await arriveAt(`/-/search?q=${encodeURIComponent(SERVICE + address)}`);
    expect([arrived.status, arrived.place.replace(/\/$/, '')]).toEqual([200, place.replace(/\/$/, '')]);
  });

  it.each([
    [`service.example${REPO}/pull/16`, `${REPO}/pull/16`],
    [`http://www.service.example${REPO}/pull/16`, `${REPO}/pull/16`],
    [`https://api.service.example/repos${REPO}/pulls/16`, `${REPO}/pull/16`],
    [`${SERVICE}${REPO}/blob/main/docs/guide.md#L3`, `${REPO}/blob/main/docs/guide.md?plain=1#L3`],
  ])('%s arrives when it is pasted', async (address, place) => {
    const arrived = await arriveAt(`/-/search?q=${encodeURIComponent(address)}`);
    expect([arrived.status, arrived.place]).toEqual([200, place]);
  });

  it.each([
    `${SERVICE}//evil.test/x`,
    `${SERVICE}/\\evil.test`,
    `${SERVICE}.evil.test/x`,
    `${SERVICE}@evil.test/x`,
    `${SERVICE}:x@evil.test/x`,
    `${SERVICE}%2eevil.test/x`,
    `${SERVICE}\u3002evil.test/x`,
    `${SERVICE}/\t/evil.test`,
    `${SERVICE}/%2f%2fevil.test`,
    `${SERVICE}/..//evil.test`,
    `${SERVICE}\\\\evil.test`,
    `https://user@service.example/x`,
    '//evil.test',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://evil.test/x',
    `https://evil.test/${SERVICE}/x`,
  ])('%j never redirects to another host', async (address) => {
    const path = `/-/search?q=${encodeURIComponent(address)}`;
    const { headers, status } = await app.request(path);
    const location = headers.get('location');
    expect(status).toBeLessThan(500);
    expect(new URL(location ?? path, 'http://127.0.0.1:1').origin).toBe('http://127.0.0.1:1');
    expect(location ?? '/x').toMatch(/^\/(?![/\\])/);
  });

  it.each(['//evil.test', '//evil.test/issues/1', '/%5Cevil.test/x', '/%2f%2fevil.test/x'])(
    '%s as a path redirects nowhere else',
    async (path) => {
      const location = (await app.request(path)).headers.get('location') ?? '/x';
      expect(location).toMatch(/^\/(?![/\\])/);
    },
  );
});

describe('links and anchors', () => {
  it('are nowhere broken', async () => {
    const { asked, broken } = await crawlApp(app.request);
    expect(broken).toEqual([]);
    expect(asked.size).toBeGreaterThan(IS_LONG ? 300 : 100);
  }, 300_000);

  it('are nowhere broken in an archive of 2019, whose uploads had other addresses', async () => {
    const old = await openApp({ generation: '2019' });
    const { asked, broken } = await crawlApp(old.request, undefined, createSampling(IS_LONG ? 4_000 : 1));
    expect(broken).toEqual([]);
    expect([...asked].some((path) => path.startsWith('/user-images/'))).toBe(true);
  }, 300_000);
});

describe('a commit', () => {
  it('shows what was said about it', async () => {
    const { text } = parseHtml(await app.page(`${REPO}/commit/${SHA}`));
    expect(text).toContain('1 comment');
  });
});
