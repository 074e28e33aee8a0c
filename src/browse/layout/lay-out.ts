import { html, raw } from 'hono/html';
import { ageOf } from '../../base/durations.ts';
import { capitalized } from '../../base/text-ends.ts';
import { isOwnedBy, ownerOf } from '../../model/accounts.ts';
import { isCloneName, withoutCloneFolders } from '../../model/clone-name.ts';
import type { Browsing } from '../../reading/open-browsing.ts';
import { salvageOf } from '../../store/snapshot.ts';
import { assetPath, readAssets } from '../assets/assets.ts';
import { DIAGRAM_PATH } from '../diagrams/diagram-path.ts';
import type { Frame, Markup } from '../frame.ts';
import type { DataFormat, PageView, Place } from '../page.ts';
import { ALERTS_PATH, alertsPath } from '../pages/captures/captured-subjects.ts';
import { countTallied, tallyAlerts } from '../pages/captures/count-tallied.ts';
import { accountPath, nameOf, ofOwnersPath, repositoryPath, withQuery } from '../paths.ts';
import { formatPath, MEDIA_TYPES } from '../serve/answer-format.ts';
import { TO_NEWEST, TO_OTHERS } from '../serve/prefix-links.ts';
import { countText } from '../show/counts.ts';
import { isWebAddress } from '../show/links.ts';
import { dateText, exactText } from '../show/times.ts';
import type { Sources } from '../sources.ts';
import { NAVIGATION } from './navigation.table.ts';
import { tabsOfRepository } from './tabs-of-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface LayoutParts {
  readonly frame: Frame;
  readonly sources: Pick<
    Sources,
    'store' | 'isOlder' | 'isPublic' | 'isSite' | 'answerOf' | 'diagramLibrary'
  >;
  /** Whether the page covers the store as a whole, whatever owner was chosen. */
  readonly isOfStore: boolean;
  readonly formats: readonly DataFormat[];
}

/** Renders a page view as a complete document. */
export function layOut(view: PageView, parts: LayoutParts): Markup {
  const { frame, sources, formats } = parts;
  const { store } = sources;
  const [path = '/', search] = frame.path.split('?', 2);
  const formatPaths = formats.map(
    (format) => [format, `${formatPath(path, format)}${search === undefined ? '' : `?${search}`}`] as const,
  );
  return html`<!doctype html>
<html lang="en">
<head>
${documentHead(withoutCloneFolders(view.title))}
${formatPaths.map(([format, href]) => html`<link rel="alternate" type="${MEDIA_TYPES[format]}" href="${href}">`)}
${(view.links ?? []).map(({ rel, href, type }) => html`<link rel="${rel}" href="${href}"${type === undefined ? '' : html` type="${type}"`}>`)}
</head>
<body${sources.diagramLibrary === undefined ? '' : html` data-diagrams="${DIAGRAM_PATH}"`}>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/" data-key="g h" data-key-name="Home page">${raw(BRAND)} Satchel</a>
${ownerSwitch(sources, frame.path, view.place ?? {})}
${path === '/-/search' ? '' : searchBox(view.place?.repo)}${sources.isSite ? html`<noscript><a href="/-/search">Search and lists</a></noscript>` : ''}
<nav aria-label="Reader"><ul>${NAVIGATION.filter(([href]) => frame.hasPage(href)).map(([href, name, key]) => html`<li data-control><a href="${href}" data-key="g ${key}"${isWithin(path, href) ? html` aria-current="page"` : ''}>${name}</a></li>`)}</ul></nav>
<button type="button" data-theme-switch hidden aria-label="Light or dark">◐</button>
</header>
${bannerOf(view, parts)}
${trailOf(view.place ?? {}, store, frame)}
<div class="columns ${view.width ?? 'wide'}${view.aside === undefined ? '' : ' with-aside'}">
<main id="main" tabindex="-1">${view.main}</main>
${view.aside === undefined ? '' : html`<aside aria-label="Related">${view.aside}</aside>`}
</div>
<footer class="foot">${footParts(formatPaths, sources)}</footer>
</body>
</html>`;
}

/** The search box of all pages but that of searches, which has its own. Its script also searches in the repository of the page. */
function searchBox(repo: string | undefined): Markup {
  const here = repo === undefined || isCloneName(repo) ? '' : html` data-repo="${repo}"`;
  return html`<form role="search" action="/-/search" data-suggest="/-/suggest"${here} data-control><label class="unseen" for="search">Search everything</label><input type="search" id="search" name="q" placeholder="Search, go to a page, or paste a link" autocomplete="off" data-search-field></form>`;
}

function isWithin(path: string, section: string): boolean {
  return path === section || path.startsWith(`${section}/`);
}

const FORMAT_WORDS: Readonly<Record<DataFormat, string>> = { json: 'JSON', md: 'Markdown' };

/** The address of the file in public sites that says what they lack. */
export const OMITTED_PATH = '/-/omitted';

function footParts(
  formats: readonly (readonly [DataFormat, string])[],
  { isSite, isPublic }: LayoutParts['sources'],
): Markup {
  return html`<span>Everything is read from ${isSite ? 'files of this site' : 'this machine'}; no other server is contacted.</span>
${isSite && isPublic ? html`<span>This site has only what is public: <a href="${OMITTED_PATH}">what is left out</a>.</span>` : ''}
${formats.length === 0 ? '' : html`<span>This page as ${formats.map(([format, href], index) => html`${index === 0 ? '' : ' or '}<a href="${href}">${FORMAT_WORDS[format]}</a>`)}</span>`}
<a href="/-/help" data-help>Help and keys</a>`;
}

const BRAND =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M10 11V9a6 6 0 0 1 12 0v2" fill="none" stroke="currentColor" stroke-width="2.5"/><path d="M3 14a4 4 0 0 1 4-4h18a4 4 0 0 1 4 4v2c0 3-5 5-13 5S3 19 3 16z" fill="currentColor" opacity=".85"/><path d="M3 20.5c2.500 2 6.800 3 13 3s10.500-1 13-3V24a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z" fill="currentColor" opacity=".55"/></svg>';

/** The age of the data and a link to the original, so that archived data is not mistaken for current data. */
function bannerOf(view: PageView, { sources, isOfStore, frame }: LayoutParts): Markup {
  const { store, isOlder, answerOf } = sources;
  const newest = store.snapshots().at(-1);
  const when =
    newest === undefined
      ? html`No archive has been loaded yet.`
      : newest.takenAt === undefined
        ? html`From an archive of unknown date, loaded on ${dateText(newest.loadedAt)}.`
        : html`Exported on ${isOlder ? exactText(newest.takenAt) : dateText(newest.takenAt)}${daysAgo(newest.takenAt, frame.nowMs)}.`;
  const isPart = newest !== undefined && salvageOf(newest) !== undefined;
  const part = isPart ? ' Part of that archive could not be read.' : '';
  const extent =
    isOfStore && answerOf !== undefined && store.owners.length > 0 ? ' This page covers all owners.' : '';
  const older = isOlder
    ? html`<strong>This is the older snapshot ${newest?.id}.</strong> ${when}${part}${extent} <a href="${frame.path}" ${TO_NEWEST}>This page in the newest snapshot</a>`
    : html`${when}${part}${extent}`;
  return html`<section class="banner${isOlder ? ' older' : isStale(newest?.takenAt, frame.nowMs) ? ' stale' : ''}" aria-label="Age of the data"><span>${older}</span>${
    isWebAddress(view.original)
      ? html`<a href="${view.original}" rel="noreferrer noopener">The original at ${new URL(view.original).host}</a>`
      : ''
  }</section>`;
}

/** The age in days from which data is likely to be outdated. */
const STALE_DAYS = 90;

function isStale(at: string | undefined, nowMs: number): boolean {
  return at !== undefined && nowMs - Date.parse(at) > STALE_DAYS * DAY_MS;
}

/** The age of the data, which a site does not know. */
function daysAgo(at: string, nowMs: number): string {
  if (Number.isNaN(nowMs)) {
    return '';
  }
  const ageMs = ageOf(Date.parse(at), nowMs);
  if (ageMs === undefined) {
    return ', which is in the future according to the clock of this machine';
  }
  const days = Math.floor(ageMs / DAY_MS);
  return days < 1
    ? ' (today)'
    : days === 1
      ? ' (yesterday)'
      : days < 730
        ? ` (${days} days ago)`
        : ` (${Math.floor(days / 365)} years ago)`;
}

/** The way to the page, by owner and repository, and the tabs of the repository. */
function trailOf(
  { owner, repo, tab, list, file = '' }: Place,
  store: Browsing,
  frame: Frame,
): Markup | string {
  const here = (text: string) => (text === '' ? '' : html`<li aria-current="page"><bdi>${text}</bdi></li>`);
  if (repo !== undefined && isCloneName(repo)) {
    const [, kind = '', ...name] = repo.split('/');
    return html`<div class="trail"><nav aria-label="Breadcrumb"><ol><li><a href="/-/captures">Inbox and feeds</a></li><li><a href="/-/captures/${kind}">${capitalized(kind)}</a></li><li><a href="${repositoryPath(repo)}"><strong>${name.join('/')}</strong></a></li>${here(file)}</ol></nav></div>`;
  }
  const login = owner ?? (repo === undefined ? undefined : ownerOf(repo));
  if (login === undefined) {
    return '';
  }
  return html`<div class="trail"><nav aria-label="Breadcrumb"><ol><li><a href="${accountPath(login)}">${login}</a></li>${
    repo === undefined
      ? ''
      : html`<li><a href="${repositoryPath(repo)}"><strong>${nameOf(repo)}</strong></a></li>`
  }${
    list === undefined
      ? ''
      : html`${file === '' ? here(list.title) : html`<li><a href="${list.path}">${list.title}</a></li>${here(file)}`}`
  }</ol></nav>
${repo === undefined ? '' : tabsOf({ repo, tab, list, file }, store, frame)}
</div>`;
}

/** The tabs of a repository, that of its alerts if some were kept, and the list that the page is of, if no tab leads to it. */
function tabsOf(
  { repo, tab: current, list, file }: Place & { readonly repo: string },
  store: Browsing,
  frame: Frame,
): Markup {
  const { counts } = store.repository(repo);
  const alerts = frame.hasPage(ALERTS_PATH) ? tallyAlerts(store, repo) : [];
  const listed = (title: string, path: string, count: number) =>
    html`<li><a href="${path}"${title === list?.title ? html` aria-current="${file === '' ? 'page' : 'true'}"` : ''}>${title}${countAfter(count)}</a></li>`;
  const open = countTallied(alerts, { state: 'open' });
  const own = html`${alerts.length === 0 ? '' : listed(ALERTS, open === 0 ? alertsPath(repo) : withQuery(ALERTS_PATH, { repo }), open)}${list === undefined || (list.title === ALERTS && alerts.length > 0) ? '' : listed(list.title, list.path, 0)}`;
  const items = tabsOfRepository(repo, store, current).map(({ name, key, title, path, count }) => {
    return html`<li data-control><a href="${repositoryPath(repo)}${path}" data-key="g ${key}" data-key-name="${title}"${name === current ? html` aria-current="page"` : ''}>${title}${countAfter(count?.(counts) ?? 0)}</a></li>`;
  });
  return html`<nav aria-label="Repository"><ul class="tabs">${items}${own}</ul></nav>`;
}

const ALERTS = 'Alerts';

function countAfter(count: number): Markup | string {
  return count === 0 ? '' : html` <span class="count">${countText(count)}</span>`;
}

/** The `<head>` of all documents: title, style sheet, script and icon. */
export function documentHead(title: string): Markup {
  const { style, script, icon } = readAssets();
  // Not in the template: the build rewrites templates that contain this end tag, and would add a helper package.
  const scriptElement = raw(`<script src="${assetPath(script)}" integrity="${script.integrity}"></script>`);
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === '' ? 'Satchel' : `${title} · Satchel`}</title>
<link rel="icon" type="image/svg+xml" href="${assetPath(icon)}">
<link rel="stylesheet" href="${assetPath(style)}">
${scriptElement}`;
}

/** The maximum number of owners on each page; nested groups of other services can be thousands. */
const MAX_OWNERS = 100;

/**
 * Links that narrow the reader to one owner, and back to all; nothing for a store of one owner. They lead to the same
 * page, or to the home page if this one belongs to another owner.
 */
function ownerSwitch(
  { store, answerOf }: Pick<Sources, 'store' | 'answerOf'>,
  path: string,
  { owner, repo }: Place,
): Markup | string {
  const all = store.allOwners();
  if (answerOf === undefined || all.length < 2) {
    return '';
  }
  const chosen = store.owners.join(', ');
  const toAll = chosen !== '' && owner === chosen && path === accountPath(chosen) ? '/' : path;
  const here = owner ?? (repo === undefined ? undefined : ownerOf(repo));
  const shown = all.filter((one, index) => index < MAX_OWNERS || one === here || store.owners.includes(one));
  const items = shown.map((one) => {
    const isHere = here === undefined || isOwnedBy(here, [one]);
    return ownerItem(one, ofOwnersPath([one], isHere ? path : '/'), one === chosen);
  });
  return html`<details class="ref-choice owners" data-control><summary data-key="g o" data-key-name="Owner"><span class="muted">Owner</span> <bdi>${chosen === '' ? 'all' : chosen}</bdi></summary><div><ul>${ownerItem('all', toAll, chosen === '')}${items}</ul>${
    shown.length < all.length
      ? html`<p class="muted small">${all.length - shown.length} more owners are on their own pages.</p>`
      : ''
  }</div></details>`;
}

function ownerItem(name: string, href: string, isChosen: boolean): Markup {
  return html`<li><a href="${href}" ${TO_OTHERS}${isChosen ? html` aria-current="true"` : ''}>${name}</a></li>`;
}
