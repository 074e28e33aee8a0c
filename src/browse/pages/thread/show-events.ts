import { html } from 'hono/html';
import { eventSentence } from '../../../reading/event-sentences.table.ts';
import type { ThreadEvent } from '../../../reading/thread.ts';
import type { Frame, Markup } from '../../frame.ts';
import { anchorOf } from '../../paths.ts';
import { labelChip, stateSign } from '../../show/badges.ts';
import { commitLink, subjectOf } from '../../show/code/commit-line.ts';
import { countOf } from '../../show/counts.ts';
import { personFace } from '../../show/links.ts';
import { clockText, dateOf, timeAgo } from '../../show/times.ts';
import type { ShownCommit } from '../code/code-place.ts';
import type { ThreadPage } from './read-thread-page.ts';

/** What one person did within an hour, on one line. */
export function showEvents(
  events: readonly ThreadEvent[],
  { page, time }: { readonly page: ThreadPage; readonly time: Markup | string },
  frame: Frame,
): Markup {
  const [first, ...others] = events;
  const deeds = joinLabels(events).map((deed, index, all) => {
    const comma = index === 0 ? '' : index === all.length - 1 ? ' and ' : ', ';
    return html`${comma}${showDeed(deed, page, frame)}`;
  });
  return html`<div class="happened" id="${anchorOf(first?.url ?? '')}">${time}<div>${others.map(({ url }) => html`<span id="${anchorOf(url)}"></span>`)}${personFace(first?.actor ?? null, frame)} ${deeds}</div></div>`;
}

/** When something happened; on the day of the entry above, only the time of day. */
export function timeAfter(at: string | null, above: string, { nowMs }: Frame): Markup | string {
  const clock = at !== null && at.slice(0, 10) === above.slice(0, 10) ? clockText(at) : undefined;
  return clock === undefined || at === null
    ? timeAgo(at, nowMs)
    : html`<time datetime="${at}">${clock}</time>`;
}

/** One event, or labels that were added or removed together. */
type Deed = readonly ThreadEvent[];

function joinLabels(events: readonly ThreadEvent[]): readonly Deed[] {
  const deeds: ThreadEvent[][] = [];
  for (const event of events) {
    const last = deeds.at(-1);
    if (isOfLabel(event) && last?.[0]?.event === event.event) {
      last?.push(event);
    } else {
      deeds.push([event]);
    }
  }
  return deeds;
}

function isOfLabel({ event, label_name }: ThreadEvent): boolean {
  return (event === 'labeled' || event === 'unlabeled') && label_name !== null;
}

function showDeed(deed: Deed, page: ThreadPage, frame: Frame): Markup {
  const [first] = deed;
  if (first === undefined || isOfLabel(first)) {
    const chips = deed.map(({ label_name: name }) =>
      labelChip({ name: name ?? '', color: page.labelColours[name ?? ''] ?? null }),
    );
    return html`${first?.event === 'labeled' ? 'added' : 'removed'} <span class="labels">${chips}</span>`;
  }
  return html`${eventSign(first.event, page)}${frame.markdown(eventSentence(first, commitText(page, frame)), { repo: page.repo, isInline: true })}`;
}

/** Links to a commit if the kept repository contains it. */
function commitText({ repo, commits }: ThreadPage, { links }: Frame): (id: string) => string {
  return (id) => {
    const path = commits.includes(id) ? links.commit(repo, id) : undefined;
    const name = `\`${id.slice(0, 10)}\``;
    return path === undefined ? name : `[${name}](${path})`;
  };
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

/** More commits in a row are folded. */
const MAX_OPEN_COMMITS = 10;

/** Commits that came one after the other. */
export function showCommits(commits: readonly ShownCommit[], { repo }: ThreadPage): Markup {
  const list = html`<ul class="plain">${commits.map(
    (commit) =>
      html`<li>${commitLink(repo, commit.id)} <bdi dir="auto">${subjectOf(commit)}</bdi> <span class="muted">by <bdi>${commit.author}</bdi></span></li>`,
  )}</ul>`;
  return html`<div class="happened pushed">${dateOf(commits[0]?.committedAt)}${
    commits.length <= MAX_OPEN_COMMITS
      ? list
      : html`<details><summary>${countOf(commits.length, 'commit')}</summary>${list}</details>`
  }</div>`;
}
