import { html, raw } from 'hono/html';
import type { Browsing } from '../../reading/index.ts';
import type { Frame } from '../frame.ts';
import type { Markup } from '../markup.ts';
import { HOME } from '../match-page.ts';
import type { PageView } from '../page.ts';
import type { TwinFormat } from '../twins/twin-formats.ts';
import { TWIN_TYPES } from '../twins/twin-links.ts';
import { bannerOf } from './banner.ts';
import { documentHead } from './document-head.ts';
import { trailOf } from './trail.ts';

interface LayoutParts {
  readonly frame: Frame;
  readonly store: Browsing;
  /** The data twins that the page has. */
  readonly twins: readonly TwinFormat[];
}

const READER_PAGES = [
  ['/-/people', 'People', 'u'],
  ['/-/captures', 'Captured', 'n'],
  ['/-/snapshots', 'Snapshots', 'v'],
  ['/-/integrity', 'Integrity', 'f'],
  ['/-/sql', 'SQL', 'q'],
] as const;

/** Puts a page into its frame: the whole document. */
export function layOut(view: PageView, { frame, store, twins }: LayoutParts): Markup {
  const query = frame.path.startsWith('/-/search')
    ? new URL(frame.path, 'http://x').searchParams.get('q')
    : '';
  const [path = '/', search] = frame.path.split('?', 2);
  const twinPaths = twins.map((format) => [format, twinPath(path, format, search)] as const);
  return html`<!doctype html>
<html lang="en">
<head>
${documentHead(view.title)}
${twinPaths.map(([format, href]) => html`<link rel="alternate" type="${TWIN_TYPES[format]}" href="${href}">`)}
${(view.links ?? []).map(({ rel, href, type }) => html`<link rel="${rel}" href="${href}"${type === undefined ? '' : html` type="${type}"`}>`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/" data-key="g h" data-key-name="First page">${raw(BRAND)} Satchel</a>
<form role="search" action="/-/search" data-suggest="/-/suggest" data-screen><label class="unseen" for="search">Search everything</label><input type="search" id="search" name="q" value="${query ?? ''}" placeholder="Search, or paste a link" autocomplete="off" data-search-field></form>
<nav aria-label="Reader"><ul>${READER_PAGES.map(([href, name, key]) => html`<li><a href="${href}" data-key="g ${key}"${isWithin(path, href) ? html` aria-current="page"` : ''}>${name}</a></li>`)}</ul></nav>
<button type="button" data-theme-switch hidden aria-label="Light or dark">◐</button>
</header>
${bannerOf(view, store, frame)}
${trailOf(view.place ?? {}, store)}
<div class="columns ${view.width ?? 'wide'}${view.aside === undefined ? '' : ' with-aside'}">
<main id="main" tabindex="-1">${view.main}</main>
${view.aside === undefined ? '' : html`<aside aria-label="Related">${view.aside}</aside>`}
</div>
<footer class="foot">${footParts(twinPaths)}</footer>
</body>
</html>`;
}

function twinPath(path: string, format: TwinFormat, search: string | undefined): string {
  return `${path === '/' ? HOME : path.replace(/\/$/, '')}.${format}${search === undefined ? '' : `?${search}`}`;
}

function isWithin(path: string, section: string): boolean {
  return path === section || path.startsWith(`${section}/`);
}

function footParts(twins: readonly (readonly [TwinFormat, string])[]): Markup {
  return html`<span>Read from this machine alone; nothing is asked of anybody else.</span>
${twins.length === 0 ? '' : html`<span>This page as ${twins.map(([format, href], index) => html`${index === 0 ? '' : ', '}<a href="${href}">${format}</a>`)}</span>`}
<a href="/-/help" data-help>Help and keys</a>`;
}

const BRAND =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M10 11V9a6 6 0 0 1 12 0v2" fill="none" stroke="currentColor" stroke-width="2.5"/><path d="M3 14a4 4 0 0 1 4-4h18a4 4 0 0 1 4 4v2c0 3-5 5-13 5S3 19 3 16z" fill="currentColor" opacity=".85"/><path d="M3 20.5c2.500 2 6.800 3 13 3s10.500-1 13-3V24a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z" fill="currentColor" opacity=".55"/></svg>';
