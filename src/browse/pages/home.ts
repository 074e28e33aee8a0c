import { html } from 'hono/html';
import { definePage } from '../page.ts';
import { repositoryPath } from '../paths.ts';

interface Home {
  readonly repositories: readonly string[];
}

/** The first page. */
export const home = definePage<Home>({
  read: ({ store }) => ({ repositories: store.repositoryNames() }),
  show: ({ repositories }) => ({
    title: '',
    main: html`<h1>Your work</h1>
<ul>${repositories.map((repo) => html`<li><a href="${repositoryPath(repo)}">${repo}</a></li>`)}</ul>`,
  }),
});
