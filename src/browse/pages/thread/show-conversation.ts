import { html } from 'hono/html';
import { markdownOf } from '../../../reading/body-text.ts';
import type { CodeRemark, Conversation, Reaction, Remark } from '../../../reading/thread.ts';
import { firstLine } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { anchorOf, anchorsOf, withQuery } from '../../paths.ts';
import { wordDifference } from '../../show/changes/word-difference.ts';
import { countOf } from '../../show/counts.ts';
import { hunkLines } from '../../show/hunk-lines.ts';
import { personFace } from '../../show/links.ts';
import { remarkName, timeAgo } from '../../show/times.ts';
import type { ThreadPage } from './read-thread-page.ts';

/** The maximum number of diff lines to show, the last of which is the discussed one. */
const MAX_HUNK_LINES = 12;

/** A conversation about code, below its diff hunk unless it is shown in the diff; resolved ones are collapsed. */
export function showConversation(
  conversation: Conversation,
  page: ThreadPage,
  frame: Frame,
  isAtItsLine = false,
): Markup {
  const { path, line, isOutdated, resolvedAt, resolver, diffHunk, comments } = conversation;
  const marks = html`${isOutdated ? html` <span class="tag">outdated</span>` : ''}${
    resolvedAt === null
      ? ''
      : html` <span class="tag">resolved${resolver === null ? '' : ` by ${resolver}`}</span>`
  }`;
  const anchor = anchorOf(conversation.url);
  const suggestsFor = discussedLines(conversation);
  const id = comments.some(({ url }) => url === conversation.url) ? `${anchor}-talk` : anchor;
  return html`<details class="conversation" id="${id}"${resolvedAt === null ? html` open` : ''}><summary class="own-words"><code>${path ?? 'a file'}${line === null ? '' : `:${line}`}</code>${marks}${resolvedAt === null ? '' : html` <span class="muted">${countOf(comments.length, 'comment')}: <bdi>${firstLine(comments[0]?.body ?? '')}</bdi></span>`}</summary>
${isAtItsLine || diffHunk === null || diffHunk === '' ? '' : showHunk(diffHunk)}
${comments.map(
  (comment) =>
    html`<article class="remark" id="${anchorOf(comment.url)}" ${remarkName('Comment', comment.author, comment.createdAt)}>${otherAnchors(comment, page)}<p class="by">${personFace(comment.author, frame)}${rolesOf(comment.author, page)} <a href="#${anchorOf(comment.url)}" data-copy>${timeAgo(comment.createdAt, frame.nowMs)}</a></p>${bodyOf(comment, page, frame, suggestsFor)}</article>`,
)}</details>`;
}

/** The lines that a conversation is about, which are the last of its hunk: what its suggestions would replace. */
function discussedLines({ diffHunk, line, startLine }: Conversation): string | undefined {
  const lines = (diffHunk ?? '').split('\n').slice(1);
  const kept = lines.filter((one) => !one.startsWith('-')).map((one) => one.slice(1));
  const count = line === null || startLine === null ? 1 : Math.max(1, line - startLine + 1);
  return kept.length === 0 ? undefined : kept.slice(-count).join('\n');
}

/**
 * Additional anchors: a comment has different ones in the conversation and on the files page, and a review whose only
 * content is a reply has no element of its own.
 */
function otherAnchors({ url, reviewUrl }: CodeRemark, { outline }: ThreadPage): Markup {
  const review = reviewUrl === null || outline().hasReview(reviewUrl) ? [] : [anchorOf(reviewUrl)];
  const anchors = [...anchorsOf(url).slice(1), ...review];
  return html`${anchors.map((anchor) => html`<span id="${anchor}"></span>`)}`;
}

function showHunk(hunk: string): Markup {
  const lines = hunk.split('\n');
  const shown =
    lines.length <= MAX_HUNK_LINES + 1 ? lines : [lines[0] ?? '', ...lines.slice(-MAX_HUNK_LINES)];
  return hunkLines(shown);
}

/** What a person is to the repository, and whether they opened the thread. */
export function rolesOf(login: string | null, { thread, roles }: ThreadPage): Markup | string {
  const role = login === null ? undefined : roles[login];
  const isAuthor = login !== null && login === thread.author;
  return role === undefined && !isAuthor
    ? ''
    : html` <span class="roles">${role === undefined ? '' : html`<span class="tag">${role}</span>`}${isAuthor ? html`<span class="tag">author</span>` : ''}</span>`;
}

/** The text of a comment, its reactions, and the edits between snapshots. */
export function bodyOf(
  remark: Remark,
  { repo, edits }: ThreadPage,
  frame: Frame,
  suggestsFor?: string,
): Markup {
  const own = edits.filter(({ url }) => url === remark.url);
  return html`${remark.body.trim() === '' ? html`<p class="muted own-words">No text.</p>` : frame.markdown(markdownOf(remark), { repo, suggestsFor })}
${reactionList(remark.reactions)}${own.map(
  ({ before, after, when }) =>
    html`<details class="edits"><summary>Edited ${when}</summary>${wordDifference({ before, after }, repo, frame)}<p class="small" data-control><a href="${withQuery('/-/history', { url: remark.url })}">History of this text</a></p></details>`,
)}`;
}

function reactionList(reactions: readonly Reaction[]): Markup | string {
  return reactions.length === 0
    ? ''
    : html`<ul class="reactions" aria-label="Reactions">${reactions.map(({ content, emoji, authors }) => {
        const names = authors.map((author) => author ?? 'ghost').join(', ');
        return html`<li title="${names}"><span aria-hidden="true">${emoji ?? content}</span> <span class="unseen">${content} by ${names},</span> ${authors.length}</li>`;
      })}</ul>`;
}
