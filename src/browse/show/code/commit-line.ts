import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import type { ShownCommit } from '../../pages/code/code-place.ts';
import { commitPath } from '../../paths.ts';
import { nameWithFace } from '../links.ts';
import { clockText, dateOf, dateText, exactText, timeAgo } from '../times.ts';

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
    : html`<p class="tip"><strong>${authorOf(commit, frame)}</strong>${commit.subject === '' ? '' : html`<a class="subject" dir="auto" href="${commitPath(repo, commit.id)}">${commit.subject}</a>`}<span>${commitLink(repo, commit.id)} · ${timeAgo(commit.committedAt, frame.nowMs)}</span></p>`;
}

/** Commits in their order, below the day of each. */
export function commitList(commits: readonly ShownCommit[], repo: string, frame: Frame): Markup {
  const days: { readonly day: string; readonly list: ShownCommit[] }[] = [];
  for (const commit of commits) {
    const day = commit.committedAt === null ? 'At an unknown time' : dateText(commit.committedAt);
    const last = days.at(-1);
    if (last?.day === day) {
      last.list.push(commit);
    } else {
      days.push({ day, list: [commit] });
    }
  }
  return html`${days.map(({ day, list }) => html`<section class="day"><h2>${day}</h2>${listOf(list, repo, frame)}</section>`)}`;
}

function listOf(commits: readonly ShownCommit[], repo: string, frame: Frame): Markup {
  return html`<ol class="commits">${commits.map(
    (commit) =>
      html`<li data-item><a class="title" dir="auto" href="${commitPath(repo, commit.id)}">${mergedTitle(commit) ?? subjectOf(commit)}</a><span class="end">${commitLink(repo, commit.id)}${commit.isSigned ? html`<br><span class="tag" title="The signature was not checked">signed</span>` : ''}</span>${mergedTitle(commit) === undefined ? '' : html`<span class="facts" dir="auto">${commit.subject}</span>`}<span class="facts">${authorOf(commit, frame)} ${commit.parents.length > 1 ? 'merged' : 'committed'}${timeOf(commit)}${threadsOf(commit, repo, frame)}</span></li>`,
  )}</ol>`;
}

/** The time of day of a commit, and of one that was written on another day, that day. */
function timeOf({ committedAt, authoredAt }: ShownCommit): Markup | string {
  const clock = clockText(committedAt ?? '');
  if (committedAt === null || clock === undefined) {
    return '';
  }
  const isOlder = authoredAt !== null && authoredAt.slice(0, 10) !== committedAt.slice(0, 10);
  return html` at <time datetime="${committedAt}" title="${exactText(committedAt)}">${clock} UTC</time>${isOlder ? html`, authored on ${dateOf(authoredAt)}` : ''}`;
}

/** The login of the author with a face, linked; the name that git has if the account is unknown. */
export function authorOf({ author, login }: Pick<ShownCommit, 'author' | 'login'>, frame: Frame): Markup {
  return nameWithFace(
    login ?? author,
    html`<bdi>${login ?? author}</bdi>`,
    frame,
    login === null ? undefined : { path: frame.links.account(login) },
  );
}

/** The title of the pull request that a commit merged, which is the first line below its subject. */
function mergedTitle({ subject, body }: ShownCommit): string | undefined {
  const [title = ''] = body.trim().split('\n');
  return title === '' || !/^Merge pull request #\d+/.test(subject) ? undefined : title;
}

/** Links to the threads that a subject names, as a link cannot be within another. */
function threadsOf({ subject }: ShownCommit, repo: string, { links }: Frame): Markup {
  const numbers = new Set(
    [...subject.matchAll(/(?<![\w/])#(\d{1,9})\b/g)].map(([, number]) => Number(number)),
  );
  return html`${[...numbers].map((number) => {
    const path = links.thread(repo, number);
    return path === undefined ? '' : html` · <a href="${path}">#${number}</a>`;
  })}`;
}
