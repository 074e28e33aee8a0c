import { html } from 'hono/html';
import { ageOf } from '../../base/index.ts';
import type { Browsing } from '../../reading/index.ts';
import { salvageOf } from '../../store/index.ts';
import type { Frame } from '../frame.ts';
import type { Markup } from '../markup.ts';
import type { PageView } from '../page.ts';
import { dateText } from '../show/times.ts';

/** Says of when the data is, and leads to the original: a reader must not take an archive for the present. */
export function bannerOf(view: PageView, store: Browsing, frame: Frame): Markup {
  const newest = store.snapshots().at(-1);
  const when =
    newest === undefined
      ? html`This store holds no archive yet.`
      : newest.takenAt === undefined
        ? html`From an archive of unknown age, loaded on ${dateText(newest.loadedAt)}.`
        : html`Everything as of ${dateText(newest.takenAt)}, ${daysAgo(newest.takenAt, frame.nowMs)}.`;
  const isPart = newest !== undefined && salvageOf(newest) !== undefined;
  const part = isPart ? ' Part of that archive could not be read.' : '';
  return html`<section class="banner" aria-label="How old this is"><span>${when}${part}</span>${
    isWebAddress(view.original)
      ? html`<a href="${view.original}" rel="noreferrer noopener">The original at ${new URL(view.original).host}</a>`
      : ''
  }</section>`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function daysAgo(at: string, nowMs: number): string {
  const ageMs = ageOf(Date.parse(at), nowMs);
  if (ageMs === undefined) {
    return 'which is in the future by the clock here';
  }
  const days = Math.floor(ageMs / DAY_MS);
  return days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/[^/]/.test(url) && URL.canParse(url);
}
