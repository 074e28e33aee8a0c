import type { Feed, FeedEntry } from '../page.ts';

/** Where an entry has no time at all: a feed cannot leave it out (RFC 4287, 4.1.2). */
const NO_TIME = '1970-01-01T00:00:00Z';
/** Characters that XML 1.0 cannot hold in any spelling (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** A list as an Atom feed (RFC 4287); texts stay Markdown, as they were written. */
export function feedText({ title, entries }: Feed, url: URL): string {
  const page = new URL(url.pathname.replace(/\.atom$/, '') + url.search, url.origin).href;
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
    `<link rel="alternate" type="text/html" href="${xmlText(new URL(path, origin).href)}"/>`,
    `<author><name>${xmlText(author ?? 'somebody')}</name></author>`,
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
