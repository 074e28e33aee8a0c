import { html } from 'hono/html';
import type { Frame } from '../../frame.ts';
import type { Markup } from '../../markup.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { labelChip } from '../../show/labels.ts';
import { personLink } from '../../show/people.ts';
import { recordLink } from '../../show/record-link.ts';
import type { ThreadPage } from './read-thread-page.ts';

/** What is set on a thread, and who took part. */
export function threadAside({ thread, repo, participants }: ThreadPage, frame: Frame): Markup {
  const { labels, assignees, milestone, closedBy, pullRequest, kind } = thread;
  const list = `${repositoryPath(repo)}/${kind === 'issue' ? 'issues' : 'pulls'}`;
  const people = (logins: readonly string[]) =>
    html`<ul class="plain">${logins.map((login) => html`<li>${personLink(login, frame)}</li>`)}</ul>`;
  const records = (urls: readonly string[]) =>
    html`<ul class="plain">${urls.map((url) => html`<li>${recordLink(url, frame)}</li>`)}</ul>`;
  return html`${part('Labels', labels, (all) => html`<span class="labels">${all.map((label) => labelChip(label, withQuery(list, { q: `label:"${label.name}"` })))}</span>`)}
${part('Assigned to', assignees, people)}
${part('Milestone', milestone === null ? [] : [milestone], ([title = '']) => html`<a href="${withQuery(list, { q: `milestone:"${title}"` })}">${title}</a>`)}
${part('Asked for a review', pullRequest?.reviewers ?? [], (all) => html`<ul class="plain">${all.map((one) => html`<li>${one.includes('/') ? recordLink(one, frame) : personLink(one, frame)}</li>`)}</ul>`)}
${part('Closes', pullRequest?.closes ?? [], records)}
${part('Closed by', closedBy, records)}
${part('Participants', participants, people)}
<h2>History</h2><ul class="plain"><li><a href="${withQuery('/-/history', { url: thread.url })}">Through all snapshots</a></li></ul>`;
}

function part<Item>(
  title: string,
  items: readonly Item[],
  show: (items: readonly Item[]) => Markup,
): Markup | string {
  return items.length === 0 ? '' : html`<h2>${title}</h2>${show(items)}`;
}
