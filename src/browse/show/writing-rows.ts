import { html } from 'hono/html';
import type { Browsing } from '../../reading/open-browsing.ts';
import { firstLine } from '../../store/record-facts.ts';
import type { Frame, Markup } from '../frame.ts';
import { stateSign } from './badges.ts';
import { personLink } from './links.ts';
import { clockOf, timeAgo } from './times.ts';

/** An issue, pull request, comment, review, discussion or release. */
export type Writing = Awaited<ReturnType<Browsing['latest']>>[number];

/** The names of the kinds of writings. */
export const WRITING_WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  issue: ['Issue', 'Issues'],
  pull_request: ['Pull request', 'Pull requests'],
  issue_comment: ['Comment', 'Comments'],
  pull_request_review: ['Review', 'Reviews'],
  pull_request_review_comment: ['Comment on code', 'Comments on code'],
  commit_comment: ['Comment on a commit', 'Comments on commits'],
  discussion: ['Discussion', 'Discussions'],
  release: ['Release', 'Releases'],
};

/** A list of writings, linked to their pages. */
export function writingRows(writings: readonly Writing[], frame: Frame, style: RowStyle = {}): Markup {
  return html`<ol class="rows">${writings.map((writing) => writingRow(writing, frame, style))}</ol>`;
}

interface RowStyle {
  /** Whether each says who wrote it (default: true). */
  readonly isSigned?: boolean;
  /** Whether all are of one day, which is said above (default: false). */
  readonly isOfOneDay?: boolean;
}

function writingRow(
  writing: Writing,
  frame: Frame,
  { isSigned = true, isOfOneDay = false }: RowStyle,
): Markup {
  const { kind, repo, number, title, state, author, createdAt, url, excerpt } = writing;
  const word = WRITING_WORDS[kind]?.[0] ?? kind;
  const place = repo === null ? '' : number === null ? repo : `${repo}#${number}`;
  const line = firstLine(excerpt);
  const thread =
    title === null && repo !== null && number !== null ? frame.links.glance(repo, number) : undefined;
  const verdict = kind === 'pull_request_review' ? (VERDICTS[state ?? ''] ?? word) : word;
  // Many reviews say little more than their verdict: only their threads differ.
  const isOfThread = thread !== undefined && kind === 'pull_request_review';
  const heading = title ?? (isOfThread ? (thread.title ?? '') : line === '' ? `${word} without text` : line);
  const rest = isOfThread
    ? line === ''
      ? ''
      : html` <span dir="auto">${frame.title(line)}</span>`
    : thread === undefined
      ? ''
      : html` <span>on <a href="${thread.path}" dir="auto">${frame.title(thread.title ?? '')}</a></span>`;
  return html`<li>${stateSign({ kind, state: state ?? '' })}<span>${titleLink(frame.title(heading), frame.links.local(url))}${kind === 'release' && state === 'draft' ? html` <span class="tag">draft</span>` : ''}</span><span class="end">${isOfOneDay && createdAt !== null ? clockOf(createdAt) : timeAgo(createdAt, frame.nowMs)}</span>
<span class="facts"><span>${verdict}${isSigned ? html` by ${personLink(author, frame)}` : ''}</span>${rest} <span>${place}</span></span></li>`;
}

/** What a review says of a pull request. */
const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'Approved',
  changes_requested: 'Changes requested',
  dismissed: 'Review, dismissed',
};

/** A title, linked to its page if there is one. */
export function titleLink(title: Markup, path: string | undefined): Markup {
  return path === undefined
    ? html`<span class="title">${title}</span>`
    : html`<a class="title" href="${path}">${title}</a>`;
}
