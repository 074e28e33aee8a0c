import { html } from 'hono/html';
import { isCloneName } from '../../../model/clone-name.ts';
import type { Markup } from '../../frame.ts';
import type { CodePlace } from '../../pages/code/code-place.ts';
import { type CodeView, codePath, nameOf, repositoryPath } from '../../paths.ts';
import { shortId } from './commit-line.ts';

interface CodeBar {
  readonly view: CodeView;
  /** Links to other views of this place. */
  readonly ways: readonly (readonly [title: string, href: string, key?: string])[];
}

/** Pages that are about more than the place in their path. */
const TITLES: Readonly<Partial<Record<CodeView, string>>> = { commits: 'Commits', find: 'Go to file' };

/** The head of a code page: branch menu, path with linked folders, and other views. */
export function codeBar(place: CodePlace, { view, ways }: CodeBar): Markup {
  const { repo, ref, path } = place;
  const parts = path === '' ? [] : path.split('/');
  const name = nameOf(repo);
  const folder = (count: number) => codePath('tree', { repo, ref, path: parts.slice(0, count).join('/') });
  const title = TITLES[view];
  const trail = html`${parts.length === 0 ? name : html`<a href="${folder(0)}">${name}</a>`}${parts.map(
    (part, index) =>
      html`<span class="muted">/</span>${index === parts.length - 1 ? html`<bdi>${part}</bdi>` : html`<a href="${folder(index + 1)}"><bdi>${part}</bdi></a>`}`,
  )}`;
  return html`${title === undefined ? '' : html`<h1>${title}</h1>`}<div class="code-bar">${refChoice(place, (name) => codePath(view, { repo, ref: name, path }))}
${title === undefined ? html`<h1>${trail}</h1>` : parts.length === 0 ? '' : html`<p class="code-path">${trail}</p>`}
${wayList(ways)}${title === undefined ? searchForm(repo) : ''}</div>`;
}

/** A search in the files of a repository. */
export function searchForm(repo: string): Markup | string {
  return isCloneName(repo)
    ? '' // Searches are for what archives have.
    : html`<form class="code-search" action="${repositoryPath(repo)}/search" role="search" aria-label="Search the files of this repository" data-control><input type="hidden" name="type" value="code"><input type="search" name="q" aria-label="Words in files" placeholder="Search in files" autocomplete="off"><button>Search</button></form>`;
}

/** Links to other views of a place. */
export function wayList(ways: CodeBar['ways']): Markup {
  return html`<ul class="ways" data-control>${ways.map(([title, href, key]) => html`<li data-control><a href="${href}"${key === undefined ? '' : html` data-key="${key}" data-key-name="${title}"`}>${title}</a></li>`)}</ul>`;
}

/** What sites have of code. */
export const OF_DEFAULT_BRANCH = 'This site has the files of the default branch';

/** A menu of branches and tags that works without scripts, each linked to the page that `hrefOf` returns; `field` is for other names. */
export function refChoice(
  place: Pick<CodePlace, 'repo' | 'ref' | 'refKind' | 'branches' | 'tags' | 'isSite'>,
  hrefOf: (name: string) => string,
  field: Markup | string = '',
): Markup {
  const { repo, ref, refKind, branches, tags, isSite } = place;
  const items = (names: readonly string[]) =>
    names.map(
      (name) =>
        html`<li data-control><a href="${hrefOf(name)}"${name === ref ? html` aria-current="true"` : ''}><bdi>${name}</bdi></a></li>`,
    );
  const shown = refKind === 'commit' && /^[0-9a-f]{8,}$/.test(ref) ? shortId(ref) : ref;
  const home = repositoryPath(repo);
  return html`<details class="ref-choice" data-control><summary title="${ref}">${ref === '' ? 'Choose a branch or tag' : html`<span class="muted">${refKind}</span> <bdi>${shown}</bdi>`}</summary><div>${field}
${isSite ? html`<p class="small muted">${OF_DEFAULT_BRANCH}.</p>` : ''}
${branches.length === 0 ? '' : html`<section data-control><h2>Branches</h2><ul>${items(branches)}</ul></section>`}
${tags.length === 0 ? '' : html`<section data-control><h2>Tags</h2><ul>${items(tags)}</ul></section>`}
<p class="small" data-control><a href="${home}/branches">All branches</a> · <a href="${home}/tags">All tags</a></p></div></details>`;
}
