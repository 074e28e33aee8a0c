import { html } from 'hono/html';
import type { ListedThread } from '../../reading/index.ts';
import type { Frame } from '../frame.ts';
import type { Markup } from '../markup.ts';
import { threadPath, withQuery } from '../paths.ts';
import { countOf } from './counts.ts';
import { labelChip } from './labels.ts';
import { personLink } from './people.ts';
import { stateSign } from './states.ts';
import { timeAgo } from './times.ts';

/** A list of threads of one repository; `listPath` is where its labels lead, with a search. */
export function threadRows(threads: readonly ListedThread[], listPath: string, frame: Frame): Markup {
  return html`<ol class="rows">${threads.map((thread) => threadRow(thread, listPath, frame))}</ol>`;
}

function threadRow(thread: ListedThread, listPath: string, frame: Frame): Markup {
  const { repo, number, kind, state, isDraft, title, labels, author, createdAt, commentCount } = thread;
  const href = repo === null || number === null ? '#' : threadPath({ repo, number, kind });
  const word = { open: 'opened', closed: 'closed', merged: 'merged' }[state] ?? 'opened';
  const at = { closed: thread.closedAt, merged: thread.mergedAt }[state] ?? createdAt;
  return html`<li>${stateSign(state, isDraft)}<span><a class="title" href="${href}">${title === null || title === '' ? 'Without a title' : title}</a>${
    labels.length === 0
      ? ''
      : html` <span class="labels">${labels.map((label) => labelChip(label, withQuery(listPath, { q: `is:${state === 'open' ? 'open' : 'closed'} label:"${label.name}"` })))}</span>`
  }</span><span class="end">${commentCount === 0 ? '' : countOf(commentCount, 'comment')}</span>
<span class="facts"><span>#${number}</span> <span>${word} ${timeAgo(at, frame.nowMs)}${state === 'open' ? html` by ${personLink(author, frame)}` : html`, written by ${personLink(author, frame)}`}</span>${
    thread.milestone === null ? '' : html` <span>for ${thread.milestone}</span>`
  }${thread.assignees.length === 0 ? '' : html` <span>assigned to ${thread.assignees.join(', ')}</span>`}</span></li>`;
}
