import { html } from 'hono/html';
import type { ThreadEvent } from '../../../reading/thread.ts';
import type { Frame, Markup } from '../../frame.ts';
import { anchorOf } from '../../paths.ts';
import { authorOf, commitLink, subjectOf } from '../../show/code/commit-line.ts';
import { countOf } from '../../show/counts.ts';
import { showDeeds } from '../../show/deeds.ts';
import { personFace } from '../../show/links.ts';
import { clockText, dateOf, dateText, isRecent, onDate } from '../../show/times.ts';
import type { ShownCommit } from '../code/code-place.ts';
import type { ThreadPage } from './read-thread-page.ts';

/** What one person did within an hour, as a sentence; `above` is the last time that can be read above it. */
export function showEvents(
  events: readonly ThreadEvent[],
  { page, above }: { readonly page: ThreadPage; readonly above: string },
  frame: Frame,
): Markup {
  const [first, ...others] = events;
  const { repo, thread, commits, labelColours } = page;
  const place = { repo, kind: thread.kind, commits, colourOf: (name: string) => labelColours[name] ?? null };
  return html`<div class="happened" id="${anchorOf(first?.url ?? '')}"><div class="actor">${others.map(({ url }) => html`<span id="${anchorOf(url)}"></span>`)}${personFace(first?.actor ?? null, frame)}</div> <div>${showDeeds(events, place, frame)} ${timeAfter(first?.createdAt ?? null, above, frame)}</div></div>`;
}

/**
 * When something happened, as the end of a sentence: `on 31 May 2026 at 14:05 UTC`; on the day that can be read above, only
 * the time of day. Above `3 days ago`, no day can be read.
 */
function timeAfter(at: string | null, above: string, { nowMs }: Frame): Markup | string {
  const clock = at === null ? undefined : clockText(at);
  if (clock === undefined || at === null) {
    return onDate(at, nowMs);
  }
  if (isRecent(at, nowMs)) {
    return onDate(at, nowMs);
  }
  const day = at.slice(0, 10) === above.slice(0, 10) ? '' : html`${onDate(at, nowMs)} `;
  return html`${day}at <time datetime="${at}">${clock} UTC</time>`;
}

/** More commits in a row are folded. */
const MAX_OPEN_COMMITS = 10;

/** Commits that came one after the other. */
export function showCommits(
  commits: readonly ShownCommit[],
  { repo }: Pick<ThreadPage, 'repo'>,
  frame: Frame,
): Markup {
  const [first] = commits;
  const isOfOne = first !== undefined && commits.every(({ author }) => author === first.author);
  const count = html`${countOf(commits.length, 'commit')} ${spanOf(commits)}`;
  const list = html`<ul class="plain">${commits.map(
    (commit) =>
      html`<li>${commitLink(repo, commit.id)} <bdi dir="auto">${subjectOf(commit)}</bdi>${isOfOne ? '' : html` <span class="muted">by ${authorOf(commit, frame)}</span>`}</li>`,
  )}</ul>`;
  return html`<div class="happened pushed"><div class="actor">${isOfOne ? authorOf(first, frame) : count}</div> <div>${isOfOne ? html`made ${count}` : ''}${
    commits.length <= MAX_OPEN_COMMITS
      ? list
      : html`<details><summary>Show ${countOf(commits.length, 'commit')}</summary>${list}</details>`
  }</div></div>`;
}

/** The days of commits: `on 8 May 2024`, or the first and the last. */
function spanOf(commits: readonly ShownCommit[]): Markup {
  const [first, last] = [commits[0]?.committedAt, commits.at(-1)?.committedAt];
  if (first === undefined || first === null) {
    return html`${dateOf(first)}`;
  }
  return dateText(first) === dateText(last ?? '')
    ? html`on ${dateOf(first)}`
    : html`from ${dateOf(first)} to ${dateOf(last)}`;
}
