import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import type { ShownCommit } from '../../pages/code/code-place.ts';
import { commitPath } from '../../paths.ts';
import { timeAgo } from '../times.ts';

/** The abbreviated id of a commit. */
export function shortId(id: string): string {
  return id.slice(0, 7);
}

export function commitLink(repo: string, id: string): Markup {
  return html`<a href="${commitPath(repo, id)}"><code>${shortId(id)}</code></a>`;
}

/** The subject of a commit, or a placeholder so that its link has a text. */
export function subjectOf({ subject }: Pick<ShownCommit, 'subject'>): string {
  return subject === '' ? 'No commit message' : subject;
}

/** The newest commit, shown above files. */
export function tipLine(commit: ShownCommit | null, repo: string, frame: Frame): Markup | string {
  return commit === null
    ? ''
    : html`<p class="tip"><strong><bdi>${commit.author}</bdi></strong><a class="subject" dir="auto" href="${commitPath(repo, commit.id)}">${subjectOf(commit)}</a><span>${commitLink(repo, commit.id)} · ${timeAgo(commit.committedAt, frame.nowMs)}</span></p>`;
}

/** A list of commits. */
export function commitList(commits: readonly ShownCommit[], repo: string, frame: Frame): Markup {
  return html`<ol class="commits">${commits.map(
    (commit) =>
      html`<li data-item><a class="title" dir="auto" href="${commitPath(repo, commit.id)}">${subjectOf(commit)}</a><span class="end">${commitLink(repo, commit.id)}${commit.isSigned ? html`<br><span class="tag" title="The signature was not checked">signed</span>` : ''}</span><span class="facts"><bdi>${commit.author}</bdi> · ${timeAgo(commit.authoredAt, frame.nowMs)}${commit.parents.length > 1 ? ' · merge' : ''}</span></li>`,
  )}</ol>`;
}
