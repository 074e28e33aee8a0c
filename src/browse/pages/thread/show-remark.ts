import { html } from 'hono/html';
import { diffLines, type Reaction, type Remark } from '../../../reading/index.ts';
import type { Frame } from '../../frame.ts';
import type { Markup } from '../../markup.ts';
import { timeAgo } from '../../show/times.ts';
import type { ThreadPage } from './read-thread-page.ts';

/** The text of a remark, its reactions, and its edits as far as snapshots know them. */
export function bodyOf(remark: Remark, { repo, edits }: ThreadPage, frame: Frame): Markup {
  const own = edits.filter(({ url }) => url === remark.url);
  return html`${remark.body.trim() === '' ? html`<p class="muted">Without words.</p>` : frame.markdown(remark.body, { repo })}
${reactionList(remark.reactions)}${own.map(
  ({ before, after, takenAt }) =>
    html`<details class="edits"><summary>Edited before the snapshot of ${timeAgo(takenAt, frame.nowMs)}</summary><pre class="hunk" tabindex="0">${diffLines(before, after).flatMap(({ lines }) => lines.map(lineOf))}</pre></details>`,
)}`;
}

function lineOf(line: string): Markup {
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
  return html`<span class="${kind}">${line}</span>`;
}

function reactionList(reactions: readonly Reaction[]): Markup | string {
  return reactions.length === 0
    ? ''
    : html`<ul class="reactions" aria-label="Reactions">${reactions.map(({ content, emoji, authors }) => {
        const names = authors.map((author) => author ?? 'ghost').join(', ');
        return html`<li title="${names}"><span aria-hidden="true">${emoji ?? content}</span> <span class="unseen">${content} by ${names},</span> ${authors.length}</li>`;
      })}</ul>`;
}

/** What stands behind the # of a url: it is the same at the service. */
export function anchorOf(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? 'opening' : url.slice(hash + 1);
}
