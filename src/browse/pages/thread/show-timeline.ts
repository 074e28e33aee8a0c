import { html, raw } from 'hono/html';
import { eventSentence, type Remark, type Review, type TimelineEntry } from '../../../reading/index.ts';
import type { Frame, Markup } from '../../frame.ts';
import { stateSign } from '../../show/badges.ts';
import { personFace } from '../../show/links.ts';
import { timeAgo } from '../../show/times.ts';
import type { ThreadPage, VanishedRemark } from './read-thread-page.ts';
import { anchorOf, bodyOf, rolesOf, showConversation } from './show-conversation.ts';

/** Events that only follow from other entries of the timeline. */
const SILENT: ReadonlySet<string> = new Set(['subscribed', 'unsubscribed', 'mentioned']);

/** The timeline of a thread in the order of time, including vanished comments. */
export async function showTimeline(page: ThreadPage, frame: Frame): Promise<Markup> {
  const { thread } = page;
  const opening: Remark = { ...thread, body: thread.body };
  const entries = [
    ...thread.timeline
      .filter((entry) => entry.kind !== 'event' || !SILENT.has(entry.event ?? ''))
      .map((entry) => ({ at: entry.createdAt ?? '', show: () => showEntry(entry, page, frame) })),
    ...page.vanished.map((remark) => ({
      at: remark.createdAt ?? '',
      show: () => showVanished(remark, page, frame),
    })),
  ];
  const isOrdered = page.vanished.length === 0;
  const ordered = isOrdered
    ? entries
    : entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const shown = [String(await said(opening, 'opened this', page, frame))];
  for (let start = 0; start < ordered.length; start += SLICE) {
    const slice = ordered.slice(start, start + SLICE).map(({ show }) => show());
    shown.push(String(await html`${slice}`));
    await new Promise((resolve) => setImmediate(resolve)); // Lets the server answer other requests between slices.
  }
  return html`<div class="timeline">${raw(shown.join(''))}</div>`;
}

/** The number of entries rendered without a pause, so that a long thread does not block other requests. */
const SLICE = 20;

function showEntry(entry: TimelineEntry, page: ThreadPage, frame: Frame): Markup {
  switch (entry.kind) {
    case 'comment':
      return said(entry, '', page, frame);
    case 'review':
      return showReview(entry, page, frame);
    case 'conversation':
      return html`<article class="said">${by(entry, 'on the code', page, frame)}<div class="said-text">${showConversation(entry, page, frame)}</div></article>`;
    case 'event':
      return html`<div class="happened" id="${anchorOf(entry.url)}">${timeAgo(entry.createdAt, frame.nowMs)}<div>${personFace(entry.actor, frame)} ${eventSign(entry.event, page)}${frame.markdown(eventSentence(entry, commitText(page, frame)), { repo: page.repo, isInline: true })}</div></div>`;
  }
}

/** Links to a commit if the kept repository contains it. */
function commitText({ repo, commits }: ThreadPage, { links }: Frame): (id: string) => string {
  return (id) => {
    const path = commits.includes(id) ? links.commit(repo, id) : undefined;
    const name = `\`${id.slice(0, 10)}\``;
    return path === undefined ? name : `[${name}](${path})`;
  };
}

/** A comment, with author and time in the margin. */
function said(remark: Remark, role: string, page: ThreadPage, frame: Frame): Markup {
  return html`<article class="said" id="${anchorOf(remark.url)}" data-item>${by(remark, role, page, frame)}<div class="said-text">${bodyOf(remark, page, frame)}</div></article>`;
}

/** The states that events bring about; their signs make the course of a thread visible. */
const EVENT_STATES: Readonly<Record<string, string>> = {
  closed: 'closed',
  merged: 'merged',
  reopened: 'open',
  ready_for_review: 'open',
  convert_to_draft: 'draft',
  converted_to_draft: 'draft',
};

function eventSign(event: string | null, { thread }: ThreadPage): Markup | string {
  const state = EVENT_STATES[event ?? ''];
  return state === undefined ? '' : html`${stateSign({ kind: thread.kind, state })} `;
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
  return html`<article class="said" id="${anchorOf(review.url)}" data-item>${by(review, verdict, page, frame)}<div class="said-text">${
    review.body.trim() === '' ? '' : bodyOf(review, page, frame)
  }${review.conversations.map((conversation) => showConversation(conversation, page, frame))}${
    review.body.trim() === '' && review.conversations.length === 0 ? html`<p class="muted">No text.</p>` : ''
  }</div></article>`;
}

function showVanished(remark: VanishedRemark, page: ThreadPage, frame: Frame): Markup {
  return html`<article class="said" id="${anchorOf(remark.url)}" data-item>${by(remark, html`<span class="tag warn">vanished</span>`, page, frame)}<div class="said-text vanished"><p class="small">It has been missing since snapshot ${remark.snapshotId}.</p>${frame.markdown(remark.body, { repo: page.repo })}</div></article>`;
}
