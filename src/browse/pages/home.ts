import { html } from 'hono/html';
import { ownerOf } from '../../model/accounts.ts';
import type { Repository } from '../../reading/read-repositories.ts';
import { definePage } from '../page.ts';
import { countOf, countText } from '../show/counts.ts';
import { emptyNote } from '../show/facts.ts';
import { personFace } from '../show/links.ts';
import { repositoryCards } from '../show/repository-cards.ts';
import { type Writing, writingRows } from '../show/writing-rows.ts';

interface Home {
  readonly accounts: readonly {
    readonly login: string;
    readonly name: string | null;
    readonly kind: string;
    readonly repositories: number;
  }[];
  readonly repositories: readonly Repository[];
  /** The number of all repositories, of which only the first are shown. */
  readonly repositoryCount: number;
  readonly latest: readonly Writing[];
}

const MAX_REPOSITORIES = 60;
const MAX_LATEST = 12;

/** The home page: accounts, repositories and the latest activity. */
export const home = definePage<Home>({
  read({ store }) {
    const names = store.repositoryNames();
    const owners = new Map<string, number>();
    for (const name of names) {
      const owner = ownerOf(name);
      owners.set(owner, (owners.get(owner) ?? 0) + 1);
    }
    const shown = names.slice(0, MAX_REPOSITORIES);
    return {
      accounts: [...owners].map(([login, repositories]) => {
        const account = store.account(login);
        return { login, name: account?.name ?? null, kind: account?.kind ?? 'account', repositories };
      }),
      repositories: shown.map((name) => store.repository(name)),
      repositoryCount: names.length,
      latest: store.latest({ repos: shown, limit: MAX_LATEST }),
    };
  },
  show: ({ accounts, repositories, repositoryCount, latest }, frame) => ({
    title: '',
    main: html`<h1>${accounts.length === 1 ? html`The work of ${accounts[0]?.name ?? accounts[0]?.login}` : 'All archived work'}</h1>
${
  repositories.length === 0
    ? emptyNote(
        'This store contains no repositories. Load an archive with "satchel load", and reload this page.',
      )
    : html`<h2>Repositories <span class="count">${countText(repositoryCount)}</span></h2>${repositoryCards(repositories, frame)}`
}
${repositoryCount > repositories.length ? html`<p class="muted">These are the first ${repositories.length}; the pages of the accounts list all of them.</p>` : ''}
${latest.length === 0 ? '' : html`<h2>Recently opened or published</h2>${writingRows(latest, frame)}`}`,
    aside: html`<h2>Accounts</h2><ul class="plain">${accounts.map(
      ({ login, name, kind, repositories: count }) =>
        html`<li>${personFace(login, frame)}<br><span class="muted small">${name === null || name === login ? '' : `${name} · `}${kind === 'organization' ? 'Organization' : 'Person'}, ${countOf(count, 'repository', 'repositories')}</span></li>`,
    )}</ul>
<h2>Look around</h2><ul class="plain"><li><a href="/-/people">People</a></li><li><a href="/-/activity">Activity charts</a></li><li><a href="/-/on-this-day">On this day</a></li><li><a href="/-/search?q=is%3Aopen">Open issues and pull requests</a></li><li><a href="/-/sql">SQL</a></li></ul>`,
  }),
});
