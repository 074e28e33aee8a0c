import { html } from 'hono/html';
import type { Browsing } from '../../reading/index.ts';
import type { Markup } from '../markup.ts';
import type { Place } from '../page.ts';
import { accountPath, repositoryPath } from '../paths.ts';
import { countText } from '../show/counts.ts';
import { TABS } from './tabs.table.ts';

/** Where a page stands: owner, repository, and the tabs of the repository. */
export function trailOf({ owner, repo, tab }: Place, store: Browsing): Markup | string {
  const login = owner ?? repo?.split('/')[0];
  if (login === undefined) {
    return '';
  }
  return html`<nav class="trail" aria-label="Place">
<ol><li><a href="${accountPath(login)}">${login}</a></li>${
    repo === undefined
      ? ''
      : html`<li><a href="${repositoryPath(repo)}"><strong>${repo.slice(repo.indexOf('/') + 1)}</strong></a></li>`
  }</ol>
${repo === undefined ? '' : tabsOf(repo, tab, store)}
</nav>`;
}

function tabsOf(repo: string, current: string | undefined, store: Browsing): Markup {
  const { counts } = store.repository(repo);
  const items = tabsWith(repo, store).map(({ name, key, title, path, count }) => {
    const number = count?.(counts) ?? 0;
    return html`<li><a href="${repositoryPath(repo)}${path}" data-key="g ${key}" data-key-name="${title}"${name === current ? html` aria-current="page"` : ''}>${title}${
      number === 0 ? '' : html` <span class="count">${countText(number)}</span>`
    }</a></li>`;
  });
  return html`<ul class="tabs">${items}</ul>`;
}

/** A wiki is a repository of its own, and most have none; without git data there are no commits. */
function tabsWith(repo: string, store: Browsing): readonly (typeof TABS)[number][] {
  const needsGit: Readonly<Record<string, boolean>> = { wiki: true, commits: false };
  return TABS.filter(({ name }) => {
    const isWiki = needsGit[name];
    return isWiki === undefined || store.gitPlace(repo, isWiki) !== undefined;
  });
}
