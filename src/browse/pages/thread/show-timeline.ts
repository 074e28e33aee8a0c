import { html, raw } from 'hono/html';
import { nextTurn } from '../../../base/clock.ts';
import type { Remark, Review, TimelineEntry } from '../../../reading/thread.ts';
import type { Frame, Markup } from '../../frame.ts';
import { anchorOf, withQuery } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { personFace, personLink } from '../../show/links.ts';
import { otherQuery, pager } from '../../show/pager.ts';
import { onDate, remarkName, timeAgo } from '../../show/times.ts';
import { anchorsIn, lastTimeIn, type OutlinedEntry, type ThreadOutline } from './outline-thread.ts';
import { type EntryRange, partOf, planParts, rangeOfPart, type ThreadParts } from './plan-parts.ts';
import type { ThreadPage } from './read-thread-page.ts';
import { bodyOf, rolesOf, showConversation } from './show-conversation.ts';
import { showCommits, showEvents } from './show-events.ts';

/** The timeline of a thread in the order of time, including vanished comments; of a long thread, a part. */
export async function showTimeline(page: ThreadPage, frame: Frame): Promise<Markup> {
  const { thread } = page;
  const outline = page.outline();
  const { length } = outline.entries;
  const parts = planParts(length, wantedPart(outline, frame.path));
  const [first, last] = parts.shown;
  const opening: Remark = { ...thread, body: thread.body };
  const shown = first?.start === 0 ? [String(await said(opening, 'opened this', page, frame))] : [];
  shown.push(await showEntries(page, first, frame));
  if (last !== undefined && last !== first) {
    const range = { start: first?.end ?? 0, end: last.start };
    shown.push(String(await hiddenEntries(outline, range, frame)));
    shown.push(await showEntries(page, last, frame));
  }
  const pages = partPager(parts, outline, frame);
  return html`${pages}<div class="timeline">${raw(shown.join(''))}</div>${pages}`;
}

/** The part that the address of the page names, or the one with the anchor that it names. */
function wantedPart(outline: ThreadOutline, path: string): string | undefined {
  const { searchParams } = new URL(path, 'http://x');
  const anchor = searchParams.get('at');
  const part = anchor === null ? undefined : outline.partWith(anchor);
  return part === undefined ? (searchParams.get('part') ?? undefined) : String(part);
}

async function showEntries(page: ThreadPage, range: EntryRange | undefined, frame: Frame): Promise<string> {
  const { start = 0, end = 0 } = range ?? {};
  const { entries } = page.outline();
  const shown: string[] = [];
  for (let from = start; from < end; from += SLICE) {
    const slice = entries
      .slice(from, Math.min(from + SLICE, end))
      .map((one, index) => showOne(one, lastShownAt(entries, { start, at: from + index }), page, frame));
    shown.push(String(await html`${slice}`));
    await nextTurn();
  }
  return shown.join('');
}

/** The number of entries rendered without a pause, so that a long thread does not block other requests. */
const SLICE = 20;

/** The last time that can be read above an entry; empty if there is none in its part. */
function lastShownAt(
  entries: ThreadOutline['entries'],
  { start, at }: { readonly start: number; readonly at: number },
): string {
  const above = at === start ? undefined : entries[at - 1];
  return above === undefined ? '' : lastTimeIn(above);
}

/** Links to the parts of a thread that are not shown. They have the anchors of their entries, for old addresses, unless there are too many. */
function hiddenEntries({ entries, isFar }: ThreadOutline, { start, end }: EntryRange, frame: Frame): Markup {
  const parts = Array.from(
    { length: partOf(end - 1) - partOf(start) + 1 },
    (_, index) => partOf(start) + index,
  );
  return html`<section class="parts"${isFar ? html` data-far` : ''} aria-label="Entries that are not shown"><p><strong>${countText(end - start)} entries are not shown here.</strong>${isFar ? '' : html` <a href="${partPath(frame, 'all')}">Show everything on one page</a>, also to print it.`}</p><ol>${parts.map(
    (part) => {
      const range = rangeOfPart(part, entries.length);
      const hidden = isFar ? [] : entries.slice(Math.max(range.start, start), Math.min(range.end, end));
      return html`<li><a href="${partPath(frame, String(part))}" data-part>${countText(range.start + 1)}–${countText(range.end)}</a>${hidden.flatMap((entry) => anchorsIn(entry).map((anchor) => html`<span id="${anchor}"></span>`))}</li>`;
    },
  )}</ol></section>`;
}

function partPager(
  { part, partCount }: ThreadParts,
  { entries, isFar }: ThreadOutline,
  frame: Frame,
): Markup | string {
  if (part === undefined) {
    return '';
  }
  const count = entries.length;
  const { start, end } = rangeOfPart(part, count);
  return html`<p class="hint">Entries ${countText(start + 1)} to ${countText(end)} of ${countText(count)}. <a href="${partPath(frame, undefined)}">Beginning and end</a>${isFar ? '' : html` · <a href="${partPath(frame, 'all')}">Everything on one page</a>`}</p>${pager(
    {
      before: part === 1 ? undefined : partPath(frame, String(part - 1)),
      after: part === partCount ? undefined : partPath(frame, String(part + 1)),
    },
    ['Earlier', 'Later'],
  )}`;
}

function partPath({ path }: Frame, part: string | undefined): string {
  return otherQuery(path, { part, at: undefined, comment: undefined });
}

/** Shows an entry; `above` is the last time that can be read above it. */
function showOne(outlined: OutlinedEntry, above: string, page: ThreadPage, frame: Frame): Markup | string {
  const { entry, others = [], vanished, commits } = outlined;
  if (entry?.kind === 'event') {
    return showEvents([entry, ...others], { page, above }, frame);
  }
  return vanished !== undefined
    ? showVanished(vanished, page, frame)
    : commits !== undefined
      ? showCommits(commits, page, frame)
      : entry === undefined
        ? ''
        : showEntry(entry, page, frame);
}

function showEntry(entry: Exclude<TimelineEntry, { kind: 'event' }>, page: ThreadPage, frame: Frame): Markup {
  switch (entry.kind) {
    case 'comment':
      return said(entry, '', page, frame);
    case 'review':
      return showReview(entry, page, frame);
    case 'conversation':
      return html`<article class="said" ${nameOf('Conversation', entry)}>${by(entry, 'on the code', page, frame)}<div class="said-text">${showConversation(entry, page, frame)}</div></article>`;
  }
}

/** A comment, with author and time in the margin. */
function said(remark: Remark, role: string, page: ThreadPage, frame: Frame): Markup {
  return html`<article class="said" id="${anchorOf(remark.url)}" ${nameOf(role === '' ? 'Comment' : 'Opened', remark)} data-item>${by(remark, role, page, frame)}<div class="said-text">${bodyOf(remark, page, frame)}</div></article>`;
}

function nameOf(what: string, { author, createdAt }: Pick<Remark, 'author' | 'createdAt'>): Markup {
  return remarkName(what, author, createdAt);
}

function by(
  remark: Pick<Remark, 'author' | 'createdAt' | 'url'>,
  role: Markup | string,
  page: ThreadPage,
  frame: Frame,
): Markup {
  return html`<header class="by">${personFace(remark.author, frame)}${rolesOf(remark.author, page)}${role === '' ? '' : html`<span class="role">${role}</span>`}<a href="#${anchorOf(remark.url)}" data-copy data-item-link>${timeAgo(remark.createdAt, frame.nowMs)}</a></header>`;
}

const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'approved this',
  changes_requested: 'requested changes',
  commented: 'reviewed this',
};

function showReview(review: Review, page: ThreadPage, frame: Frame): Markup {
  const state = review.state ?? 'commented';
  const verdict = html`<span class="verdict ${state}">${VERDICTS[state] ?? state.replaceAll('_', ' ')}</span>`;
  return html`<article class="said" id="${anchorOf(review.url)}" ${nameOf('Review', review)} data-item>${by(review, verdict, page, frame)}<div class="said-text">${
    review.body.trim() === '' ? '' : bodyOf(review, page, frame)
  }${review.conversations.map((conversation) => showConversation(conversation, page, frame))}</div></article>`;
}

function deletedWhen({ deletion, when }: ThreadPage['vanished'][number], frame: Frame): Markup | string {
  return deletion === null
    ? `It was deleted ${when}`
    : html`${personLink(deletion.actor, frame)} deleted it ${onDate(deletion.at, frame.nowMs)}`;
}

function showVanished(remark: ThreadPage['vanished'][number], page: ThreadPage, frame: Frame): Markup {
  return html`<article class="said" id="${anchorOf(remark.url)}" ${nameOf('Deleted comment', remark)} data-item>${by(remark, html`<span class="tag warn">deleted</span>`, page, frame)}<div class="said-text vanished"><p class="small own-words">${deletedWhen(remark, frame)}. <a href="${withQuery('/-/history', { url: remark.url })}" data-control>Its history</a></p>${frame.markdown(remark.body, { repo: page.repo })}</div></article>`;
}
