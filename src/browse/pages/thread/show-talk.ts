import { html } from 'hono/html';
import type { Conversation } from '../../../reading/index.ts';
import type { Frame } from '../../frame.ts';
import type { Markup } from '../../markup.ts';
import { personLink } from '../../show/people.ts';
import { timeAgo } from '../../show/times.ts';
import type { ThreadPage } from './read-thread-page.ts';
import { anchorOf, bodyOf } from './show-remark.ts';

/** Lines of a difference that are shown around what is discussed. */
const MAX_HUNK_LINES = 12;

/** Remarks on a place of the code, below the difference that they are about; resolved ones are folded. */
export function showTalk(talk: Conversation, page: ThreadPage, frame: Frame): Markup {
  const { path, line, isOutdated, resolvedAt, resolver, diffHunk, comments } = talk;
  const marks = html`${isOutdated ? html` <span class="tag">outdated</span>` : ''}${
    resolvedAt === null
      ? ''
      : html` <span class="tag">resolved${resolver === null ? '' : ` by ${resolver}`}</span>`
  }`;
  return html`<details class="talk" id="${anchorOf(talk.url)}-talk"${resolvedAt === null ? html` open` : ''}><summary><code>${path ?? 'a file'}${line === null ? '' : `:${line}`}</code>${marks}</summary>
${diffHunk === null || diffHunk === '' ? '' : showHunk(diffHunk)}
${comments.map(
  (comment) =>
    html`<div class="remark" id="${anchorOf(comment.url)}"><p class="by">${personLink(comment.author, frame)} <a href="#${anchorOf(comment.url)}" data-copy>${timeAgo(comment.createdAt, frame.nowMs)}</a></p>${bodyOf(comment, page, frame)}</div>`,
)}</details>`;
}

function showHunk(hunk: string): Markup {
  const lines = hunk.split('\n');
  const shown =
    lines.length <= MAX_HUNK_LINES + 1 ? lines : [lines[0] ?? '', ...lines.slice(-MAX_HUNK_LINES)];
  return html`<pre class="hunk" tabindex="0">${shown.map((text) => html`<span class="${classOf(text)}">${text === '' ? ' ' : text}</span>`)}</pre>`;
}

function classOf(line: string): string {
  return line.startsWith('@@')
    ? 'where'
    : line.startsWith('+')
      ? 'added'
      : line.startsWith('-')
        ? 'removed'
        : 'same';
}
