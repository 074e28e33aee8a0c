import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import { withQuery } from '../../paths.ts';
import { countOf, countText } from '../../show/counts.ts';
import { isWebAddress, personLink } from '../../show/links.ts';
import { dateOf, timeAgo } from '../../show/times.ts';
import { titleLink } from '../../show/writing-rows.ts';
import { type CapturedRow, type Subject, textsIn } from './captured-subjects.ts';

/** Gists by their files, as the service shows them, with what was kept of each. */
export function showGists(
  rows: readonly CapturedRow[],
  subjects: readonly (Subject | null)[],
  frame: Frame,
): Markup {
  return html`<ol class="rows bare listed">${rows.map((row, index) => {
    const path = subjects[index]?.path ?? undefined;
    const files = textsIn(row['files']);
    const [first = String(row['id']), ...others] = files;
    const comments = Number(row['comments']);
    return html`<li data-item><span>${titleLink(html`<bdi>${first}</bdi>`, path)}${others.length === 0 ? '' : html` <span class="muted">and ${others.length <= MAX_NAMED ? html`<bdi>${others.join(', ')}</bdi>` : countOf(others.length, 'other file')}</span>`}${row['is_public'] === 1 ? '' : html` <span class="tag">secret</span>`}</span><span class="end">changed ${timeAgo(textOf(row, 'updated_at'), frame.nowMs)}</span>${descriptionOf(row)}
<span class="facts"><span>by ${personLink(textOf(row, 'owner'), frame)}</span>${textsIn(row['languages']).map((name) => html` <span>${name}</span>`)}${comments === 0 ? '' : html` <span>${countOf(comments, 'comment')} at the service</span>`} ${keptOf(row, path)}</span></li>`;
  })}</ol>`;
}

/** Names of files besides the first one. */
const MAX_NAMED = 3;

/** Starred repositories, with what was kept of each. */
export function showStars(rows: readonly CapturedRow[], subjects: readonly (Subject | null)[]): Markup {
  return html`<ol class="rows bare listed">${rows.map((row, index) => {
    const path = subjects[index]?.path ?? undefined;
    const marks = MARKS.filter(([column]) => row[column] === 1);
    return html`<li data-item><span>${titleLink(repositoryName(String(row['repo'])), path)}${marks.map(([, word]) => html` <span class="tag">${word}</span>`)}</span><span class="end">starred ${dateOf(textOf(row, 'starred_at'))}</span>${descriptionOf(row)}
<span class="facts">${keptOf(row, path)} ${starFacts(row)}</span></li>`;
  })}</ol>`;
}

/** The language, stars and topics of a starred repository. */
export function starFacts(row: CapturedRow): Markup {
  const stars = Number(row['stargazers']);
  const language = textOf(row, 'language');
  return html`${language === undefined ? '' : html`<span>${language}</span> `}<span>${countText(stars)} ${stars === 1 ? 'star' : 'stars'}</span>${textsIn(row['topics']).map((topic) => html` <a class="topic" href="${withQuery('/-/captures/stars', { topic })}">${topic}</a>`)}`;
}

/** A long name breaks after its owner first. */
function repositoryName(repo: string): Markup {
  const [owner = '', ...name] = repo.split('/');
  return html`<bdi>${owner}/<wbr>${name.join('/')}</bdi>`;
}

const MARKS = [
  ['is_private', 'private'],
  ['is_fork', 'fork'],
  ['is_archived', 'archived'],
] as const;

function descriptionOf(row: CapturedRow): Markup | string {
  const text = textOf(row, 'description');
  return text === undefined ? '' : html`<p class="snippet" dir="auto">${text}</p>`;
}

/** Where its files are, unless they are in a clone, as is usual. */
function keptOf(row: CapturedRow, path: string | undefined): Markup | string {
  const url = textOf(row, 'url');
  return path !== undefined
    ? path.startsWith('/-/')
      ? ''
      : html`<span>in the archive</span>`
    : html`<span>not cloned${isWebAddress(url) ? html`: <a href="${url}" rel="noreferrer noopener">the original at ${new URL(url).host}</a>` : ''}</span>`;
}

function textOf(row: CapturedRow, name: string): string | undefined {
  const value = row[name];
  return value === null || value === undefined || value === '' ? undefined : String(value);
}
