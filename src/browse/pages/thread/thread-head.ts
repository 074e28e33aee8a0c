import { html } from 'hono/html';
import type { Frame } from '../../frame.ts';
import type { Markup } from '../../markup.ts';
import { repositoryPath } from '../../paths.ts';
import { personLink } from '../../show/people.ts';
import { stateBadge } from '../../show/states.ts';
import { dateOf, timeAgo } from '../../show/times.ts';
import type { ThreadPage } from './read-thread-page.ts';

export type ThreadTab = 'conversation' | 'commits' | 'files';

const TABS = [
  { name: 'conversation', title: 'Conversation', path: '' },
  { name: 'commits', title: 'Commits', path: '/commits' },
  { name: 'files', title: 'Files changed', path: '/files' },
] as const;

/** Title, state and first facts of a thread; a pull request has its tabs below. */
export function threadHead(
  { thread, repo }: Pick<ThreadPage, 'thread' | 'repo'>,
  frame: Frame,
  tab: ThreadTab,
): Markup {
  const { title, number, state, author, createdAt, closedAt, pullRequest } = thread;
  const end =
    pullRequest?.mergedAt !== null && pullRequest?.mergedAt !== undefined
      ? html`, merged ${dateOf(pullRequest.mergedAt)}`
      : closedAt === null
        ? ''
        : html`, closed ${dateOf(closedAt)}`;
  const path = `${repositoryPath(repo)}/pull/${number}`;
  return html`<header class="thread-head"><h1>${title === null || title === '' ? 'Without a title' : title} <span class="ref">#${number}</span></h1>
<p>${stateBadge(state, pullRequest?.isDraft)} · opened ${timeAgo(createdAt, frame.nowMs)} by ${personLink(author, frame)}${end}</p>
${
  pullRequest === undefined
    ? ''
    : html`<p>from <code>${pullRequest.headRef ?? 'a branch that is gone'}</code> into <code>${pullRequest.baseRef ?? '?'}</code></p>
<ul class="tabs">${TABS.map(
        ({ name, title: word, path: end_ }) =>
          html`<li><a href="${path}${end_}"${name === tab ? html` aria-current="page"` : ''}>${word}</a></li>`,
      )}</ul>`
}</header>`;
}
