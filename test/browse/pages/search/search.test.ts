import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/clock.ts';
import { parseHtml } from '../../markdown/support/parse-html.ts';
import { change, type OpenApp, openApp } from '../../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';
const COMMIT = '2ce02b48e87e8321cdbdc5dc72ea4607744aa988';

/** A page of results of a small store. */
const MAX_PAGE_BYTES = 40_000;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true, edit: attachLog, clock: createDrivenClock(Date.parse('2026-11-01')) });
}, 300_000);

/** Makes the attachment of issue 3 a log file. */
async function attachLog(folder: string): Promise<void> {
  await change(folder, 'attachments_', (attachments) =>
    attachments.map((one) =>
      String(one['issue'] ?? one['issue_comment'] ?? '').includes('tidewatch/issues/3')
        ? { ...one, asset_name: 'mast.log', asset_content_type: 'text/plain' }
        : one,
    ),
  );
  const [name = ''] = (await readdir(folder)).filter((entry) => entry.startsWith('attachments_'));
  const records: { readonly asset_name: string; readonly asset_url: string }[] = JSON.parse(
    await readFile(join(folder, name), 'utf8'),
  );
  const log = records.find(({ asset_name }) => asset_name === 'mast.log');
  const path = join(folder, (log?.asset_url ?? '').replace('tarball://root/', ''));
  await writeFile(path, 'boot ok\nthe zephyrometer stalled at 4 m/s\n');
}

const asked = (query: string) => `/-/search?q=${encodeURIComponent(query)}`;

const pageOf = async (query: string) => await app.page(asked(query));

interface Found {
  readonly counts: { readonly total: number };
  readonly kept: Readonly<Record<string, { readonly hits: readonly object[] }>>;
}

async function factsOf(query: string): Promise<Found> {
  return (await (await app.request(asked(query).replace('search?', 'search.json?'))).json()) as Found;
}

describe('search', () => {
  it.each([COMMIT, COMMIT.slice(0, 7), COMMIT.slice(0, 12).toUpperCase()])(
    'redirects from the id %s to its commit',
    async (id) => {
      const response = await app.request(asked(id));
      expect([response.status, response.headers.get('location')]).toEqual([302, `${REPO}/commit/${COMMIT}`]);
    },
  );

  it.each(['in:title wrong', 'is:issue'])(
    'shows by what to choose one of the threads of %j',
    async (query) => {
      const { results } = (await (
        await app.request(asked(query).replace('search?', 'search.json?'))
      ).json()) as {
        results: readonly {
          readonly title: string;
          readonly match?: { readonly snippet: readonly { readonly text: string }[] };
          readonly listed?: { excerpt: string; commentCount: number; labels: readonly { name: string }[] };
        }[];
      };
      const isShort = ({ title, match }: (typeof results)[number]) =>
        match === undefined || match.snippet.map(({ text }) => text).join('') === title;
      const listed = results.filter(isShort).flatMap((one) => one.listed ?? []);
      const rows = /<ol class="rows hits">.*?<\/ol>/s.exec(await pageOf(query))?.[0] ?? '';
      const text = parseHtml(rows).text;
      const excerpts = listed.map(({ excerpt }) => excerpt.slice(0, 20)).filter(Boolean);
      const names = listed.flatMap(({ labels }) => labels.map(({ name }) => name));
      const counts = listed.map(({ commentCount }) => commentCount).filter((count) => count > 1);
      expect(excerpts.length).toBeGreaterThan(0);
      expect(excerpts.filter((excerpt) => !text.includes(excerpt))).toEqual([]);
      expect(names.filter((name) => !text.includes(name))).toEqual([]);
      expect(counts.filter((count) => !text.includes(`${count} comments`))).toEqual([]);
      expect(
        query === 'is:issue' ? names.length * counts.length : rows.match(/<mark>[Ww]rong<\/mark>/g)?.length,
      ).toBeGreaterThan(0);
    },
  );

  it('says what the links above the results are, and repeats no result there', async () => {
    const page = await pageOf('sensor');
    expect(page).not.toContain('<nav aria-label="Go to">');
    expect(await pageOf('tidewatch')).toMatch(
      /<nav aria-label="Go to"><ul class="chips go-to"><li[^>]*>Go to<\/li>/,
    );
  });

  it('shows the number of each thread after its repository', async () => {
    const page = await pageOf(`is:issue repo:${REPO.slice(1)}`);
    expect(page).toMatch(new RegExp(`<span>${REPO.slice(1)}#[1-9]\\d*</span>`));
    expect(page).not.toContain('#null');
  });

  it('treats digits that are not a commit as words', async () => {
    expect(await pageOf('7777777')).toContain('Nothing matches “7777777”.');
  });

  it('finds messages of commits besides threads, with a link to all of them', async () => {
    const page = await pageOf('zone');
    expect(page).toContain(`href="${REPO}/commit/${COMMIT}"`);
    expect(page).toMatch(/Remove dead code from the time <mark>zone<\/mark> handling/);
    expect(page).toContain('id="commits"');
    const all = parseHtml(await pageOf('zone type:commit')).text;
    expect(all).toContain('Remove dead code from the time zone handling');
    expect(all).toContain('Add the time zone handling');
    expect(all).toMatch(/\d+ commits\./);
  });

  it('finds files by their paths', async () => {
    const page = await pageOf('package.json');
    expect(page).toContain(`href="${REPO}/blob/main/package.json"`);
  });

  it('finds the text of an attached file, with the thread to which it is attached', async () => {
    const page = await pageOf('zephyrometer');
    expect(page).toContain('the <mark>zephyrometer</mark> stalled');
    expect(page).toContain('mast.log');
    expect(page).toMatch(/href="\/yaryna-vitrolom\/tidewatch\/issues\/3/);
    expect((await factsOf('zephyrometer type:attachment')).kept['attachments']?.hits).toHaveLength(1);
  });

  it('finds nothing in git data if a qualifier excludes it', async () => {
    const { kept } = await factsOf('zone is:closed');
    expect([kept['commits']?.hits, kept['paths']?.hits]).toEqual([[], []]);
  });

  it('answers as data for programs', async () => {
    const hits = (await factsOf('zone type:commit')).kept['commits']?.hits ?? [];
    expect(hits).toContainEqual(
      expect.objectContaining({
        repo: 'yaryna-vitrolom/tidewatch',
        subject: 'Remove dead code from the time zone handling',
      }),
    );
    expect(hits.length).toBeGreaterThan(1);
  });
});

describe('the number of hits', () => {
  it('is shown, and each value of a facet links to that many', async () => {
    const page = parseHtml(await pageOf('sensor')).text;
    const { counts } = await factsOf('sensor');
    expect(counts.total).toBeGreaterThan(2);
    expect(page).toContain(`${counts.total} results,`);
    const html = await pageOf('sensor');
    const links = [
      ...html.matchAll(
        /<li data-control><a href="(\/-\/search\?q=[^"]+)"[^>]*>(?:<svg.*?<\/svg>)?<span>[^<]+<\/span><\/a><span class="count">([\d,]+)<\/span>/g,
      ),
    ];
    expect(links.length).toBeGreaterThan(8);
    const terms = new Set<string>();
    for (const [, href = '', count] of links) {
      const query = new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]).get('q') ?? '';
      terms.add(/(\w+):/.exec(query)?.[1] ?? '');
      const facts = await factsOf(query);
      const kept = Object.values(facts.kept).find(
        ({ hits }) => /type:(?:commit|path|code|attachment)/.test(query) && hits.length > 0,
      );
      expect([query, kept === undefined ? facts.counts.total : kept.hits.length]).toEqual([
        query,
        Number(count),
      ]);
    }
    expect([...terms].sort()).toEqual(['author', 'created', 'label', 'repo', 'state', 'type']);
  });

  it('calls kinds the same in facets and results', async () => {
    const page = await pageOf('sensor');
    const [, facets = '', sections = ''] = /^(.*?)(<section class="kept".*)$/s.exec(page) ?? [];
    const shown = [...page.matchAll(/title="(code file|file name|commit|attached text)"/g)].map(
      ([, word]) => word,
    );
    expect(shown.length).toBeGreaterThan(0);
    for (const word of shown) {
      const title = `${word?.charAt(0).toUpperCase()}${word?.slice(1)}s`;
      expect(`${facets}${sections}`).toContain(`<h2>${title} <span class="count">`);
    }
  });

  it('removes a value that is chosen', async () => {
    expect(await pageOf('sensor type:issue')).toMatch(
      /href="[^"]*q=sensor" aria-current="true" title="issue"><span>issue<\/span>/,
    );
  });

  it('keeps the page small', async () => {
    expect((await pageOf('sensor')).length).toBeLessThan(MAX_PAGE_BYTES);
  });
});
