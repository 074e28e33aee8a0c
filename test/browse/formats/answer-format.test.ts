import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure, guardFormula } from '../../../src/base/index.ts';
import { answerFormat, feedText, tableText } from '../../../src/browse/formats/answer-format.ts';
import { type DataFormat, definePage, type FeedEntry, type OpenedPage } from '../../../src/browse/page.ts';

const URL_OF_LIST = new URL('http://127.0.0.1:1/acme/app/issues.json?q=is%3Aopen');
const ROW = {
  name: 'issues',
  path: '/:owner/:repo/issues',
  summary: 'Issues',
  formats: ['json', 'csv', 'atom'],
  load: () => Promise.reject(new Error('not asked for')),
} as const;
const ENTRY: FeedEntry = {
  id: 'https://service.example/acme/app/issues/1',
  title: 'A < B & "C"',
  path: '/acme/app/issues/1',
  author: null,
  createdAt: '2024-01-01T00:00:00Z',
  updatedAt: null,
  body: 'text\u0000 with ]]> and \ud800',
};

async function open(): Promise<OpenedPage> {
  const page = definePage({
    read: () => ({ issues: [{ number: 1 }], nextPath: '/acme/app/issues?after=x%3Ey' }),
    show: () => ({ title: 'Issues', main: '' as never }),
    table: () => ({ columns: ['number', 'title'], rows: [[1, 'a, "b"']] }),
    feed: () => ({ title: 'Issues', entries: [ENTRY] }),
  });
  if (page.kind !== 'page') {
    throw new Error('definePage() makes pages');
  }
  return (await page.open(undefined as never, undefined as never)) as OpenedPage;
}

async function answer(format: DataFormat): Promise<Response> {
  return answerFormat({ opened: await open(), format, row: ROW, url: URL_OF_LIST });
}

describe('answerFormat()', () => {
  it('gives the facts of the page as JSON', async () => {
    const response = await answer('json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({ issues: [{ number: 1 }] });
  });

  it('names the page, its other forms and the next page in Link headers', async () => {
    const link = (await answer('json')).headers.get('link');
    expect(link).toContain('</acme/app/issues?q=is%3Aopen>; rel="alternate"; type="text/html"');
    expect(link).toContain('</acme/app/issues.csv?q=is%3Aopen>; rel="alternate"; type="text/csv"');
    expect(link).toContain('</acme/app/issues.json?after=x%3Ey>; rel="next"');
    expect(link).not.toContain('.md');
  });

  it('lists the formats if the requested one does not exist', async () => {
    await expect(answer('md')).rejects.toThrow(Failure);
    await expect(answer('md')).rejects.toThrow('does not have this format');
  });

  it('lets nothing of ours run in what it gives', async () => {
    expect((await answer('csv')).headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('tableText()', () => {
  it('writes any text so that RFC 4180 restores it, formulas after an apostrophe', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (rows) => {
        expect(readCsv(tableText({ columns: ['a', 'b'], rows }))).toEqual([
          ['a', 'b'],
          ...rows.map((row) => row.map(guardFormula)),
        ]);
      }),
    );
  });
});

describe('feedText()', () => {
  it('names the page that it belongs to, also the home page', () => {
    const feedAt = (path: string) => feedText({ title: 'List', entries: [] }, new URL(path, URL_OF_LIST));
    expect(feedAt('/acme/app/issues.atom?q=a')).toContain('<id>http://127.0.0.1:1/acme/app/issues?q=a</id>');
    expect(feedAt('/-/home.atom')).toContain('type="text/html" href="http://127.0.0.1:1/"');
  });

  it.each(['//else.example/x', 'javascript:alert(1)', 'https://else.example/x'])(
    'links to the reader only, whatever the address of an entry: %s',
    (path) => {
      const feed = feedText({ title: 'List', entries: [{ ...ENTRY, path }] }, URL_OF_LIST);
      expect(feed.match(/href="(?!http:\/\/127\.0\.0\.1:1\/)[^"]*"/)).toBeNull();
    },
  );

  it('writes what XML can contain, escaped', () => {
    const text = feedText(
      { title: 'Issues', entries: [ENTRY] },
      new URL('http://127.0.0.1:1/a/b.atom?q=1&r=2'),
    );
    expect(text).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>');
    expect(text).toContain('<content type="text">text\ufffd with ]]&gt; and \ufffd</content>');
    expect(text).toContain(
      '<link rel="alternate" type="text/html" href="http://127.0.0.1:1/a/b?q=1&amp;r=2"/>',
    );
    expect(text).toContain('<updated>2024-01-01T00:00:00Z</updated>');
  });
});

/** An independent CSV parser. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    const quoted = text[at] === '"';
    const end = quoted
      ? closingQuote(text, at + 1)
      : Math.min(...[',', '\r\n'].map((mark) => indexOr(text, mark, at)));
    rows.at(-1)?.push(quoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end));
    at = quoted ? end + 1 : end;
    if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) {
        rows.push([]);
      }
    } else {
      at += 1;
      if (text.startsWith('\r\n', at)) {
        rows.at(-1)?.push('');
        at += 2;
        if (at < text.length) {
          rows.push([]);
        }
      }
    }
  }
  return rows;
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (text[at + 1] === '"') {
    at = text.indexOf('"', at + 2);
  }
  return at;
}

function indexOr(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}
