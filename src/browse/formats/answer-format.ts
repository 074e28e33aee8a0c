import { csvLine, Failure } from '../../base/index.ts';
import { locationOf } from '../addresses/location-of.ts';
import type { DataFormat, DataTable, Feed, FeedEntry, OpenedPage, PageRow } from '../page.ts';
import { formatLinks, pagePath } from './format-links.ts';

/** For entries without a time, which feeds require (RFC 4287, 4.1.2). */
const NO_TIME = '1970-01-01T00:00:00Z';

/** Characters that XML 1.0 cannot represent (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** A page and its requested data format. */
export interface FormatRequest {
  readonly opened: OpenedPage;
  readonly format: DataFormat;
  readonly row: PageRow;
  readonly url: URL;
}

interface FormatWriter {
  readonly contentType: string;
  /** Undefined if the page does not have this format. */
  readonly write: (opened: OpenedPage, url: URL) => string | undefined;
}

const WRITERS: Readonly<Record<DataFormat, FormatWriter>> = {
  json: {
    contentType: 'application/json; charset=utf-8',
    write: ({ facts }) => `${JSON.stringify(facts, null, 2)}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    write: ({ table }) => (table === undefined ? undefined : tableText(table())),
  },
  md: {
    contentType: 'text/markdown; charset=utf-8; variant=GFM',
    write: ({ text }) => text?.(),
  },
  atom: {
    contentType: 'application/atom+xml; charset=utf-8',
    write: ({ feed }, url) => (feed === undefined ? undefined : feedText(feed(), url)),
  },
};

/** Responds with a page's facts in a data format. Fails with `absent` if the page does not have it. */
export function answerFormat({ opened, format, row, url }: FormatRequest): Response {
  const { contentType, write } = WRITERS[format];
  const text = write(opened, url);
  if (text === undefined) {
    throw new Failure(
      'absent',
      `Cannot show "${url.pathname}": the page "${row.name}" does not have this format`,
      {
        hint: `Its formats are ${(row.formats ?? []).map((name) => `.${name}`).join(', ')}`,
      },
    );
  }
  return new Response(text, {
    headers: {
      'Content-Type': contentType,
      Link: formatLinks({ url, format, row, facts: opened.facts }),
      ...cutHeader(opened.facts),
      // Opened in a browser tab, it loads and runs nothing.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}

/** Reports the limit that cut a result short if there is no next page. */
function cutHeader(facts: object): Readonly<Record<string, string>> {
  const cut: unknown = Reflect.get(facts, 'cut');
  return typeof cut === 'string' ? { 'Satchel-Cut': cut } : {};
}

/** Formats a list as an Atom feed (RFC 4287); texts remain Markdown. */
export function feedText({ title, entries }: Feed, url: URL): string {
  const page = new URL(pagePath(url.pathname, 'atom') + url.search, url.origin).href;
  const updated = entries.map(updatedOf).toSorted().at(-1) ?? NO_TIME;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xmlText(page)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<updated>${xmlText(updated)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(url.href)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    '<generator>Satchel</generator>',
    ...entries.map((entry) => entryText(entry, url.origin)),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entryText(entry: FeedEntry, origin: string): string {
  const { id, title, path, author, createdAt, body } = entry;
  return [
    '<entry>',
    `<id>${xmlText(id)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${xmlText(new URL(locationOf(path), origin).href)}"/>`,
    `<author><name>${xmlText(author ?? 'unknown')}</name></author>`,
    ...(createdAt === null ? [] : [`<published>${xmlText(createdAt)}</published>`]),
    `<updated>${xmlText(updatedOf(entry))}</updated>`,
    `<content type="text">${xmlText(body)}</content>`,
    '</entry>',
  ].join('\n');
}

function updatedOf({ updatedAt, createdAt }: FeedEntry): string {
  return updatedAt ?? createdAt ?? NO_TIME;
}

function xmlText(text: string): string {
  return text
    .replace(UNWRITABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Formats a list as CSV (RFC 4180) with a header line. */
export function tableText({ columns, rows }: DataTable): string {
  return csvLine(columns) + rows.map((row) => csvLine(row)).join('');
}
