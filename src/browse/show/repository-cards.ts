import { html } from 'hono/html';
import { ownerOf } from '../../model/accounts.ts';
import type { Repository } from '../../reading/read-repositories.ts';
import type { Frame, Markup } from '../frame.ts';
import { nameOf, repositoryPath } from '../paths.ts';
import { countOf } from './counts.ts';
import { timeAgo } from './times.ts';

/** A list of repositories with their counts. */
export function repositoryCards(repositories: readonly Repository[], frame: Frame, isOwned = false): Markup {
  return html`<ul class="cards">${repositories.map((repository) => card(repository, frame, isOwned))}</ul>`;
}

function card(repository: Repository, frame: Frame, isOwned: boolean): Markup {
  const { repo, description, counts, isPrivate, isArchived, topics, updatedAt } = repository;
  return html`<li><a class="title" href="${repositoryPath(repo)}">${isOwned ? '' : html`<span class="muted">${ownerOf(repo)}/</span>`}<strong>${nameOf(repo)}</strong></a>
${isPrivate === true ? html`<span class="tag">private</span>` : ''} ${isArchived ? html`<span class="tag">archived</span>` : ''}
${description === null || description === '' ? '' : html`<p>${description}</p>`}
<p class="muted small">${countOf(counts.openIssues, 'open issue')}, ${countOf(counts.openPullRequests, 'open pull request')}${
    counts.releases === 0 ? '' : html`, ${countOf(counts.releases, 'release')}`
  }${updatedAt === null ? '' : html` · updated ${timeAgo(updatedAt, frame.nowMs)}`}</p>
${topics.length === 0 ? '' : html`<p>${topics.map((topic) => html`<span class="topic">${topic}</span>`)}</p>`}</li>`;
}
